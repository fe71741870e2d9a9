import { randomUUID } from 'node:crypto';
import type { ActiveDomains } from '../domains/domain-store.ts';
import type { Email } from '../email/email.ts';
import { ownTemplatesFrom } from '../email/own-templates.ts';
import { stopUrl } from '../email/stop-link.ts';
import type { TemplateStore } from '../email-templates/template-store.ts';
import { completeContacts } from '../entries/complete-contacts.ts';
import type { EntryRecord } from '../entries/entry-store.ts';
import { notFound } from '../kernel/errors.ts';
import { pageUrl } from '../kernel/site.ts';
import { type Language, languageAmong } from '../languages/language.ts';
import type { WaitlistContext } from '../waitlists/waitlist-operation.ts';
import { composeInvitation } from './compose-invitation.ts';
import { inviteLink } from './invitation-code.ts';
import { NAMED, type NewBatch } from './invitation-store.ts';
import { checkInvite, type Invite, invite, requireInviteUrl } from './invite.ts';
import type { InvitationServices } from './services.ts';

export interface InvitationPreviewServices extends InvitationServices {
  readonly domains: ActiveDomains;
  readonly templates: Pick<TemplateStore, 'hasPaid' | 'findUsed'>;
}

export interface BatchPreview {
  readonly batch: NewBatch;
  /** The first {@link NAMED} people who would be invited, by place. */
  readonly people: readonly EntryRecord[];
  /** The emails of the first {@link NAMED} people who are passed over, by their id. */
  readonly skippedEmails: ReadonlyMap<string, string>;
  /** The email that the first of them would get. Its links lead to pages that say that they are nobody's. */
  readonly email: Pick<Email, 'subject' | 'html' | 'text'>;
}

/**
 * What inviting people would do. It invites nobody.
 * @throws {ApiError} as inviting, and `external_database_unavailable`, `rate_limited`
 */
export async function previewBatch(
  context: WaitlistContext<InvitationPreviewServices>,
  { sendAt, ...input }: Invite & { readonly sendAt?: string | undefined },
): Promise<BatchPreview> {
  const { caller, waitlist, services } = context;
  // The store wants an id, and keeps none.
  const batch = await invite(context, input, {
    batchId: randomUUID(),
    inviteUrl: await checkInvite(context, input),
    isDryRun: true,
    ...(sendAt !== undefined && { at: new Date(sendAt) }),
  });
  if (!batch) throw notFound('waitlist');
  const invited = new Set(batch.first);
  const entryIds = [...invited, ...batch.skipped.slice(0, NAMED).map(({ entryId }) => entryId)];
  const query = { accountId: caller.account.id, waitlistId: waitlist.id, entryIds };
  const found = await completeContacts(services, await services.entries.pageByIds(query));
  const people = found.filter(({ id }) => invited.has(id)).sort((a, b) => a.position - b.position);
  return {
    batch,
    people,
    skippedEmails: new Map(found.map(({ id, email }) => [id, email])),
    email: await renderSample(context, batch.expiresAt, input.message ?? null, people[0]),
  };
}

type Context = WaitlistContext<InvitationPreviewServices>;

/** The template that an invitation to somebody of this language is made from, if the account may use its own. */
async function findTemplate({ caller: { account }, waitlist, services }: Context, language: Language) {
  const { templates, ownTemplatesAfterHours } = services;
  const sender = { ...account, hasPaid: await templates.hasPaid(account.id) };
  if (ownTemplatesFrom(sender, ownTemplatesAfterHours)) return null;
  return templates.findUsed(account.id, waitlist.id, 'invitation', language);
}

async function renderSample(
  context: Context,
  expiresAt: Date,
  message: string | null,
  { name = null, language = null }: Partial<Pick<EntryRecord, 'name' | 'language'>> = {},
): Promise<BatchPreview['email']> {
  const { caller, waitlist, services, site } = context;
  const { name: waitlistName, slug, design, description, languages } = waitlist;
  const reading = languageAmong(languages, language);
  const { subject, html, text } = composeInvitation(
    {
      to: caller.account.email,
      language: reading,
      waitlistName,
      design,
      message,
      link: inviteLink(requireInviteUrl(waitlist), 'your-code'),
      expiresAt,
      pageUrl: pageUrl(site, slug, await services.domains.of(waitlist.id)),
      stopUrl: stopUrl(site, 'sample'),
    },
    await findTemplate(context, reading),
    { name, description },
  );
  return { subject, html, text };
}
