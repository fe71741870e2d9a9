import { ApiError } from '../kernel/errors.ts';
import { HttpsUrl, requireSecureUrl } from '../kernel/https-url.ts';
import type { Site } from '../kernel/site.ts';

/** The parameter that invitations add. */
export const CODE_PARAMETER = 'code';

export const InviteUrl = () =>
  HttpsUrl()
    .refine(url => !URL.canParse(url) || !new URL(url).searchParams.has(CODE_PARAMETER), {
      error: `must have no parameter named ${CODE_PARAMETER}: invitations add it`,
    })
    .meta({ description: 'Where invited people go: invitations link to it with ?code= added' });

/**
 * Refuses an address without TLS.
 * @throws {ValidationError}
 */
export function checkInviteUrl(site: Site, inviteUrl: string | null | undefined): void {
  if (inviteUrl != null) requireSecureUrl(site, 'inviteUrl', inviteUrl);
}

/**
 * 422: people can be invited only to somewhere.
 * @param by - what would invite them
 */
export const inviteUrlRequired = (by: 'inviting people' | 'invitationPlan'): ApiError =>
  new ApiError(
    'invite_url_required',
    by === 'invitationPlan'
      ? 'A waitlist with an invitationPlan needs inviteUrl'
      : 'Set inviteUrl before inviting people',
    {
      resolution:
        'Set inviteUrl with update_waitlist (PATCH /api/v1/waitlists/{id}) to where invited people go.',
    },
  );
