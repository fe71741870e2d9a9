import { randomUUID } from 'node:crypto';
import { type Audience, checkAudience } from '../audiences/audience.ts';
import { ownTemplatesFrom } from '../email/own-templates.ts';
import { digestStop } from '../email/stop-link.ts';
import { type ListContext, toFilter } from '../entries/entry-filter.ts';
import { readOrder } from '../entries/entry-store.ts';
import { ValidationError } from '../kernel/errors.ts';
import { inviteUrlRequired } from '../waitlists/invite-url.ts';
import type { WaitlistRecord } from '../waitlists/waitlist.ts';
import type { WaitlistContext } from '../waitlists/waitlist-operation.ts';
import { hashCode, invitationCode } from './invitation-code.ts';
import type { InviteRequest, NewBatch, PlannedRequest } from './invitation-store.ts';
import type { InvitationServices, InviteServices } from './services.ts';

/** Whom to invite: exactly one of `count` and `entryIds`. */
export interface Who {
  readonly count?: number | undefined;
  readonly entryIds?: readonly string[] | undefined;
  /** With `count`. */
  readonly audience?: Audience | undefined;
}

export interface Invite extends Who {
  readonly expiresInDays: number;
  readonly message?: string | null | undefined;
}

const DAY_MS = 24 * 3600_000;

export const inDays = (days: number, from = new Date()): Date => new Date(from.getTime() + days * DAY_MS);

/**
 * Refuses what must not be sent, now or later.
 * @returns where invitations lead
 * @throws {ApiError} `invite_url_required`, `validation_failed` for a message of a new account, and for unknown questions
 */
export async function checkInvite(
  { caller, waitlist, services }: WaitlistContext<InvitationServices>,
  { message = null, audience = {} }: Pick<Invite, 'message' | 'audience'>,
): Promise<string> {
  const inviteUrl = requireInviteUrl(waitlist);
  if (message !== null) await checkMessage(caller, services);
  checkAudience(waitlist.questions, audience);
  return inviteUrl;
}

/**
 * Invites people, or only tells what would happen. What {@link checkInvite} refuses is not looked at.
 * @returns null if the waitlist is gone, or if a plan makes no batch
 * @throws {ApiError} of an audience: `external_database_unavailable`, `rate_limited`, `validation_failed`
 */
export async function invite(
  context: ListContext<InviteServices>,
  { expiresInDays, message = null, ...who }: Invite,
  {
    batchId,
    inviteUrl,
    planned = null,
    at = new Date(),
    isDryRun = false,
  }: {
    readonly batchId: string;
    readonly inviteUrl: string;
    readonly planned?: PlannedRequest | null;
    /** From when the invitations are valid. */
    readonly at?: Date;
    readonly isDryRun?: boolean;
  },
): Promise<NewBatch | null> {
  const { caller, waitlist, services } = context;
  const { id: waitlistId } = waitlist;
  const key = await services.digestKey();
  return services.invitations.invite({
    batchId,
    accountId: caller.account.id,
    waitlistId,
    who: await chooseFrom(context, who),
    message,
    inviteUrl,
    expiresAt: inDays(expiresInDays, at),
    planned,
    isDryRun,
    stopOf: mailbox => digestStop(key, waitlistId, mailbox),
    newInvitation() {
      const id = randomUUID();
      const codeHash = hashCode(invitationCode(key, id));
      if (!codeHash) throw new Error('A code has the wrong form');
      return { id, codeHash };
    },
  });
}

/** Those who are picked, or the first who wait; of an audience, those who are in it now. */
async function chooseFrom(
  context: ListContext<InviteServices>,
  { count, entryIds = [], audience }: Who,
): Promise<InviteRequest['who']> {
  if (count === undefined) return { entryIds };
  const { caller, waitlist, services } = context;
  if (audience === undefined) return { count };
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
  throw inviteUrlRequired('inviting people');
}

/** The same rule as for email templates: own words are worth most to people who open an account for one mailing. */
async function checkMessage(
  { account: { id, plan, createdAt } }: WaitlistContext<InvitationServices>['caller'],
  { templates, ownTemplatesAfterHours }: InvitationServices,
): Promise<void> {
  const sender = { plan, createdAt, hasPaid: await templates.hasPaid(id) };
  const from = ownTemplatesFrom(sender, ownTemplatesAfterHours);
  if (from)
    throw ValidationError.at(
      'message',
      `can be sent once the account is ${ownTemplatesAfterHours} hours old, at ${from.toISOString()}, or on the Pro plan`,
    );
}
