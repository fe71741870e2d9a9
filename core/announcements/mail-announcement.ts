import { v5 as derivedUuid } from 'uuid';
import * as z from 'zod';
import { UncertainError } from '../email/email.ts';
import { secondsUntilTomorrow } from '../email/email-budget.ts';
import { placeFacts } from '../email/place-record.ts';
import { type Letter, type SendResult, type SendServices, sendEmails } from '../email/send-emails.ts';
import { stopHeaders } from '../email/stop-link.ts';
import { completeContacts } from '../entries/complete-contacts.ts';
import { toFilter } from '../entries/entry-filter.ts';
import type { EntryRecord } from '../entries/entry-store.ts';
import type { EntryServices } from '../entries/services.ts';
import { linkToken } from '../identity/link-token.ts';
import type { DigestKey } from '../kernel/digest-key.ts';
import { ApiError, ValidationError } from '../kernel/errors.ts';
import { languageAmong } from '../languages/language.ts';
import { textsOf } from '../languages/texts.ts';
import { defineJob, type JobContext, type JobHandler, type JobOutcome, RESERVE_MS } from '../outbox/job.ts';
import { AWAY_SECONDS, persist } from '../outbox/retry.ts';
import type { WaitlistRecord } from '../waitlists/waitlist.ts';
import { type AnnouncementFacts, renderAnnouncement } from './announcement-email.ts';
import type {
  AnnouncementWork,
  Batch,
  BatchPerson,
  BatchResult,
  Sending,
  SkippedReason,
} from './announcement-store.ts';

interface MailAnnouncementServices extends SendServices, EntryServices {
  readonly announcementWork: AnnouncementWork;
}

const payload = z.object({ announcementId: z.uuid(), round: z.int() });

/** One announcement of an account at a time, and few at once, so that other email is not late. */
const LANE = { slots: 2, perAccount: 1 };
/** Then it lets announcements of other accounts go on. */
const SLICE_MS = 5_000;
/** A database that is away for longer is not waited for. */
const LONGEST_WAIT_MS = 7 * 24 * 3600_000;
/** When the mail service takes more again. */
const THROTTLED_SECONDS = 2;

/** Sends an announcement, batch by batch. A batch that a crash interrupts is not sent again, so nobody gets it twice. */
export const announcementJob = defineJob({
  kind: 'announcement',
  payload,
  lane: LANE,
  run: mailAnnouncements,
});

interface AnnouncementLetter extends Letter {
  readonly seq: number;
}

/** How it ended for a person; `left`: they are sent it later, `put_off`: tomorrow. */
type Fate = 'sent' | 'left' | 'put_off' | SkippedReason;

function fateOf({ outcome }: SendResult<AnnouncementLetter>, wasPutOff: boolean): Fate {
  // Only an email that certainly was not sent is tried again.
  if (outcome.status === 'rejected') return outcome.reason instanceof UncertainError ? 'unknown' : 'left';
  switch (outcome.value.status) {
    case 'sent':
    case 'stopped':
      return outcome.value.status;
    case 'throttled':
    case 'account_limit':
      return 'left';
    case 'recipient_limit':
      return wasPutOff ? 'undeliverable' : 'put_off';
    case 'suppressed':
    case 'refused':
      return 'undeliverable';
  }
}

function toResult(fates: ReadonlyMap<number, Fate>): BatchResult {
  const of = (fate: Fate): number[] => [...fates].flatMap(([seq, each]) => (each === fate ? [seq] : []));
  return {
    sent: of('sent').length,
    skipped: {
      stopped: of('stopped').length,
      undeliverable: of('undeliverable').length,
      erased: of('erased').length,
      unknown: of('unknown').length,
    },
    left: of('left'),
    putOff: of('put_off'),
  };
}

/** Everything about an announcement that is the same for each of its people. */
interface Mailing {
  readonly sending: Sending;
  readonly waitlist: WaitlistRecord;
  readonly key: DigestKey;
}

function letterTo(
  { site }: MailAnnouncementServices,
  { sending, waitlist, key }: Mailing,
  person: BatchPerson,
  { email, name, position, referralCode, ...entry }: EntryRecord,
  ahead: number,
): AnnouncementLetter {
  const { entryId, seq } = person;
  const { languages } = waitlist;
  const reading = { languages, language: languageAmong(languages, entry.language) };
  const place = {
    ...waitlist,
    ...reading,
    waitlistName: waitlist.name,
    domain: sending.domain,
    position,
    referralCode,
  };
  const statusToken = linkToken(key, 'status', entryId);
  const announcementTo = (facts: AnnouncementFacts) =>
    renderAnnouncement(sending, facts, textsOf(facts.language).emails);
  return {
    seq,
    to: { ...person, email, ...sending, ...reading, waitlistId: waitlist.id },
    kind: 'announcement',
    grantId: derivedUuid(entryId, sending.id),
    compose: stopUrl => ({
      ...announcementTo({ ...placeFacts(site, place, { to: email, statusToken, stopUrl }), name, ahead }),
      headers: stopHeaders(stopUrl),
    }),
  };
}

/** Fixes who gets it: nobody, if a question that it names was removed. @returns false once the waitlist is deleted */
async function fixRecipients(
  services: MailAnnouncementServices,
  { sending, waitlist }: Mailing,
): Promise<boolean> {
  const list = { accountId: sending.accountId, waitlistId: waitlist.id };
  const context = { caller: { account: { id: sending.accountId } }, waitlist, services, site: services.site };
  try {
    const filter = await toFilter(context, sending.audience);
    const order = await services.entries.order({ ...list, ...filter, sort: 'position' });
    if (order) await services.announcementWork.fix(sending.id, order.windows);
    return order !== null;
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    await services.announcementWork.fix(sending.id, []);
    return true;
  }
}

/** Waits for a database that is away. @returns null: it was waited for too long */
const waitForDatabase = ({ startedAt }: Sending, { code }: ApiError): JobOutcome | null =>
  Date.now() - startedAt.getTime() > LONGEST_WAIT_MS
    ? null
    : { postponedSeconds: AWAY_SECONDS, reason: code };

/** Hands the emails of a batch over, and saves for whom. @returns why nothing more can be sent now; null: it can */
async function handOver(
  services: MailAnnouncementServices,
  { sending }: Mailing,
  batch: Batch,
  letters: readonly AnnouncementLetter[],
  fates: Map<number, Fate>,
  context: JobContext,
): Promise<JobOutcome | null> {
  if (!(await services.announcementWork.depart(sending.id, batch.nth))) return 'done';
  let stop: JobOutcome | null = null;
  let failure: unknown = null;
  try {
    for await (const results of sendEmails(services, letters, context))
      for (const result of results) {
        const { letter, outcome } = result;
        fates.set(letter.seq, fateOf(result, batch.wasPutOff));
        if (outcome.status === 'rejected') failure ??= outcome.reason;
        else if (outcome.value.status === 'account_limit')
          stop = { postponedSeconds: secondsUntilTomorrow(Date.now()), reason: 'account_limit' };
        else if (outcome.value.status === 'throttled')
          stop ??= { postponedSeconds: THROTTLED_SECONDS, reason: 'throttled' };
      }
  } catch (error) {
    // Those without a result were not handed over.
    failure = error;
  }
  const result = toResult(fates);
  await persist(() => services.announcementWork.settle(sending.id, batch.nth, result), context.remainingMs);
  if (failure !== null) throw failure;
  return stop;
}

/** @returns why nothing more can be sent now; null: it can */
async function sendBatch(
  services: MailAnnouncementServices,
  mailing: Mailing,
  batch: Batch,
  context: JobContext,
): Promise<JobOutcome | null> {
  const { sending, waitlist } = mailing;
  const people = await services.announcementWork.people(waitlist.id, batch.seqs);
  const list = { accountId: sending.accountId, waitlistId: waitlist.id };
  const entryIds = people.map(({ entryId }) => entryId);
  let found = new Map<string, EntryRecord>();
  try {
    const page = await services.entries.pageByIds({ ...list, entryIds });
    found = new Map((await completeContacts(services, page)).map(entry => [entry.id, entry]));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const outcome = waitForDatabase(sending, error);
    if (outcome) return outcome;
  }
  const fates = new Map<number, Fate>(batch.seqs.map(seq => [seq, 'erased']));
  for (const { seq, entryId } of people) fates.set(seq, found.has(entryId) ? 'left' : 'undeliverable');
  const reachable = people.flatMap(person => {
    const entry = found.get(person.entryId);
    return entry ? [{ person, entry }] : [];
  });
  const positions = reachable.map(({ entry }) => entry.position);
  const ahead = await services.announcementWork.ahead(waitlist.id, positions);
  const letters = reachable.map(({ person, entry }, index) =>
    letterTo(services, mailing, person, entry, ahead[index] ?? 0),
  );
  return handOver(services, mailing, batch, letters, fates, context);
}

function mailAnnouncements(services: MailAnnouncementServices): JobHandler<z.infer<typeof payload>> {
  const work = services.announcementWork;
  return async ({ waitlistId, payload: { announcementId, round } }, context) => {
    const sending = await work.begin({ waitlistId, announcementId }, round);
    const waitlist = sending && (await services.waitlists.find(sending.accountId, { id: waitlistId }));
    if (!waitlist) return 'done';
    const mailing = { sending, waitlist, key: await services.digestKey() };
    if (sending.recipients === null) {
      try {
        if (!(await fixRecipients(services, mailing))) return 'done';
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        const outcome = waitForDatabase(sending, error);
        if (outcome) return outcome;
        await work.fix(announcementId, []);
      }
    }
    const end = performance.now() + SLICE_MS;
    while (performance.now() < end && context.remainingMs() >= RESERVE_MS) {
      const batch = await work.take(announcementId);
      if (!batch) {
        const seconds = await work.finish(announcementId);
        return seconds === null ? 'done' : { postponedSeconds: seconds, reason: 'recipient_limit' };
      }
      const outcome = await sendBatch(services, mailing, batch, context);
      if (outcome) return outcome;
    }
    return 'more';
  };
}
