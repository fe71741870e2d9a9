import { randomUUID } from 'node:crypto';
import type { ActiveDomains } from '../domains/domain-store.ts';
import type { Email } from '../email/email.ts';
import { stopUrl } from '../email/stop-link.ts';
import { completeContacts } from '../entries/complete-contacts.ts';
import type { EntryRecord } from '../entries/entry-store.ts';
import { pageUrl } from '../kernel/site.ts';
import { languageAmong } from '../languages/language.ts';
import type { WaitlistContext } from '../waitlists/waitlist-operation.ts';
import { inviteLink } from './invitation-code.ts';
import { renderInvitationEmail } from './invitation-email.ts';
import { NAMED, type NewBatch } from './invitation-store.ts';
import { type Invite, invite, requireInviteUrl } from './invite.ts';
import type { InvitationServices } from './services.ts';

export interface InvitationPreviewServices extends InvitationServices {
  readonly domains: ActiveDomains;
}

export interface BatchPreview {
  readonly batch: NewBatch;
  /** The first {@link NAMED} people who would be invited, by place. */
  readonly people: readonly EntryRecord[];
  /** The emails of the first {@link NAMED} people who are passed over, by their id. */
  readonly skippedEmails: ReadonlyMap<string, string>;
  /** The email that each person would get. Its links lead to pages that say that they are nobody's. */
  readonly email: Pick<Email, 'subject' | 'html' | 'text'>;
}

/**
 * What inviting people would do. It invites nobody.
 * @throws {ApiError} as inviting, and `external_database_unavailable`, `rate_limited`
 */
export async function previewBatch(
  context: WaitlistContext<InvitationPreviewServices>,
  input: Omit<Invite, 'dryRun'>,
): Promise<BatchPreview> {
  const { caller, waitlist, services } = context;
  // The store wants an id, and keeps none.
  const batch = await invite({ ...context, creationId: randomUUID() }, { ...input, dryRun: true });
  const invited = new Set(batch.first);
  const entryIds = [...invited, ...batch.skipped.slice(0, NAMED).map(({ entryId }) => entryId)];
  const query = { accountId: caller.account.id, waitlistId: waitlist.id, entryIds };
  const found = await completeContacts(services, await services.entries.pageByIds(query));
  return {
    batch,
    people: found.filter(({ id }) => invited.has(id)).sort((a, b) => a.position - b.position),
    skippedEmails: new Map(found.map(({ id, email }) => [id, email])),
    email: await renderSample(context, batch.expiresAt, input.message ?? null),
  };
}

async function renderSample(
  { caller, waitlist, services, site }: WaitlistContext<InvitationPreviewServices>,
  expiresAt: Date,
  message: string | null,
): Promise<BatchPreview['email']> {
  const { name, slug, design } = waitlist;
  const { subject, html, text } = renderInvitationEmail({
    to: caller.account.email,
    language: languageAmong(waitlist.languages, null),
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
