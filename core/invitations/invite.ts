import { randomUUID } from 'node:crypto';
import { ownTemplatesFrom } from '../email/own-templates.ts';
import { digestStop } from '../email/stop-link.ts';
import { type Audience, checkAudience, toFilter } from '../entries/entry-filter.ts';
import { readOrder } from '../entries/entry-store.ts';
import { ApiError, notFound, ValidationError } from '../kernel/errors.ts';
import type { Creating } from '../kernel/operation.ts';
import type { WaitlistRecord } from '../waitlists/waitlist.ts';
import type { WaitlistContext } from '../waitlists/waitlist-operation.ts';
import { hashCode, invitationCode } from './invitation-code.ts';
import type { InviteRequest, NewBatch } from './invitation-store.ts';
import type { InvitationServices } from './services.ts';

export interface Invite {
  readonly count?: number | undefined;
  readonly entryIds?: readonly string[] | undefined;
  /** With `count`. */
  readonly audience?: Audience | undefined;
  readonly expiresInDays: number;
  readonly message?: string | null | undefined;
  readonly dryRun: boolean;
}

type Context = Pick<
  Creating<WaitlistContext<InvitationServices>>,
  'caller' | 'waitlist' | 'services' | 'site' | 'creationId'
>;

const DAY_MS = 24 * 3600_000;

/**
 * Invites people, or only tells what would happen.
 * @throws {ApiError} `invite_url_required`, `validation_failed` for a message of a new account, `not_found`; of an audience,
 *   `external_database_unavailable`, `rate_limited`
 */
export async function invite(
  context: Context,
  { count, entryIds = [], audience, expiresInDays, message = null, dryRun }: Invite,
): Promise<NewBatch> {
  const { caller, waitlist, services, creationId } = context;
  const { id: waitlistId } = waitlist;
  const inviteUrl = requireInviteUrl(waitlist);
  if (message !== null) await checkMessage(caller, services);
  const key = await services.digestKey();
  const batch = await services.invitations.invite({
    batchId: creationId,
    accountId: caller.account.id,
    waitlistId,
    who: count === undefined ? { entryIds } : await firstOf(context, count, audience),
    message,
    inviteUrl,
    expiresAt: new Date(Date.now() + expiresInDays * DAY_MS),
    isDryRun: dryRun,
    stopOf: mailbox => digestStop(key, waitlistId, mailbox),
    newInvitation() {
      const id = randomUUID();
      const codeHash = hashCode(invitationCode(key, id));
      if (!codeHash) throw new Error('A code has the wrong form');
      return { id, codeHash };
    },
  });
  if (!batch) throw notFound('waitlist');
  return batch;
}

/** The first who wait; of an audience, those who are in it now. */
async function firstOf(
  context: Context,
  count: number,
  audience: Audience | undefined,
): Promise<InviteRequest['who']> {
  const { caller, waitlist, services } = context;
  if (audience === undefined) return { count };
  checkAudience(waitlist.questions, audience);
  // Others are invited already.
  if (audience.status !== undefined && audience.status !== 'waiting') return { count, among: [] };
  const order = await services.entries.order({
    accountId: caller.account.id,
    waitlistId: waitlist.id,
    ...(await toFilter(context, { ...audience, status: 'waiting' })),
    sort: 'position',
  });
  return { count, among: (order?.windows ?? []).flatMap(window => readOrder(window).seqs) };
}

/**
 * Where invitations of the waitlist lead.
 * @throws {ApiError} `invite_url_required`
 */
export function requireInviteUrl({ inviteUrl }: Pick<WaitlistRecord, 'inviteUrl'>): string {
  if (inviteUrl !== null) return inviteUrl;
  throw new ApiError('invite_url_required', 'Set inviteUrl before inviting people', {
    resolution:
      'Set inviteUrl with update_waitlist (PATCH /api/v1/waitlists/{id}) to where invited people go.',
  });
}

/** The same rule as for email templates: own words are worth most to people who open an account for one mailing. */
async function checkMessage(
  { account: { id, plan, createdAt } }: Context['caller'],
  { templates, ownTemplatesAfterHours }: Context['services'],
): Promise<void> {
  const sender = { plan, createdAt, hasPaid: await templates.hasPaid(id) };
  const from = ownTemplatesFrom(sender, ownTemplatesAfterHours);
  if (from)
    throw ValidationError.at(
      'message',
      `can be sent once the account is ${ownTemplatesAfterHours} hours old, at ${from.toISOString()}, or on the Pro plan`,
    );
}
