import * as z from 'zod';
import { renderInvitationEmail } from '#invitation-email';
import type { ActiveDomains } from '../domains/domain-store.ts';
import { stopUrl } from '../email/stop-link.ts';
import { completeContacts } from '../entries/complete-contacts.ts';
import { EFFECT } from '../kernel/operation.ts';
import { Uuid } from '../kernel/schemas.ts';
import { pageUrl } from '../kernel/site.ts';
import { definePeopleWaitlistOperation, type WaitlistContext } from '../waitlists/waitlist-operation.ts';
import { WaitlistId } from '../waitlists/waitlist-ref.ts';
import { inviteLink } from './invitation-code.ts';
import { NAMED, SKIP_REASONS } from './invitation-store.ts';
import { invite, requireInviteUrl } from './invite.ts';
import { ONE_OF_TWO, oneOfTwo, whoAndHow } from './schemas.ts';
import type { InvitationServices } from './services.ts';

export interface InvitationPreviewServices extends InvitationServices {
  readonly domains: ActiveDomains;
}

export const previewInvitations = definePeopleWaitlistOperation({
  name: 'preview_invitations',
  group: 'dashboard',
  title: 'Preview invitations',
  summary: 'Read who would be invited, and the email',
  description:
    'Invites nobody. people are the first 20 who would be invited. email is null for skipped people after the first 20, and for those whose contact is gone.',
  method: 'POST',
  path: '/api/v1/dashboard/waitlists/{id}/invitations/preview',
  effect: EFFECT.read,
  status: 200,
  errors: ['invite_url_required', 'external_database_unavailable'],
  input: () => z.object({ id: WaitlistId, ...whoAndHow() }).refine(oneOfTwo, ONE_OF_TWO),
  output: () =>
    z.object({
      invited: z.int(),
      skipped: z.array(
        z.object({ entryId: Uuid, reason: z.enum(SKIP_REASONS), email: z.string().nullable() }),
      ),
      people: z.array(
        z.object({ entryId: Uuid, email: z.string(), name: z.string().nullable(), position: z.int() }),
      ),
      email: z.object({ subject: z.string(), html: z.string(), text: z.string() }),
    }),
  async run(context: WaitlistContext<InvitationPreviewServices>, input) {
    const { caller, waitlist, services } = context;
    const batch = await invite(context, { ...input, dryRun: true });
    const entryIds = [...batch.first, ...batch.skipped.map(({ entryId }) => entryId).slice(0, NAMED)];
    const query = { accountId: caller.account.id, waitlistId: waitlist.id, entryIds };
    const found = new Map(
      (await completeContacts(services, await services.entries.pageByIds(query))).map(entry => [
        entry.id,
        entry,
      ]),
    );
    return {
      invited: batch.invited,
      skipped: batch.skipped.map(each => ({ ...each, email: found.get(each.entryId)?.email ?? null })),
      people: batch.first
        .flatMap(entryId => found.get(entryId) ?? [])
        .map(({ id, email, name, position }) => ({ entryId: id, email, name, position }))
        .sort((a, b) => a.position - b.position),
      email: await renderSample(context, batch.expiresAt, input.message ?? null),
    };
  },
});

/** The email that each person would get. Its links lead to pages that say that they are nobody's. */
async function renderSample(
  { caller, waitlist, services, site }: WaitlistContext<InvitationPreviewServices>,
  expiresAt: Date,
  message: string | null,
) {
  const { name, slug, design } = waitlist;
  const { subject, html, text } = renderInvitationEmail({
    to: caller.account.email,
    waitlistName: name,
    design,
    message,
    link: inviteLink(requireInviteUrl(waitlist), 'your-code'),
    expiresAt,
    pageUrl: pageUrl(site, slug, await services.domains.of(waitlist.id)),
    stopUrl: stopUrl(site, 'sample'),
  });
  return { subject, html, text };
}
