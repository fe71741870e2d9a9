import type * as z from 'zod';
import { MAIL_LANE, type MailKind, type MailRef, mailJobs, refOf, sendLetter } from '../email/mail-jobs.ts';
import type { Letter, SendServices } from '../email/send-emails.ts';
import type { DigestKey } from '../kernel/digest-key.ts';
import { ApiError } from '../kernel/errors.ts';
import type { InTurn } from '../outbox/in-turn.ts';
import {
  type BatchHandler,
  defineJob,
  EXTERNAL_RESERVE_MS,
  type JobOutcome,
  type JobResult,
  RESERVE_MS,
} from '../outbox/job.ts';
import type { OutboxJob } from '../outbox/outbox-store.ts';
import { AWAY_SECONDS } from '../outbox/retry.ts';
import { type ContactServices, completeContacts } from './complete-contacts.ts';
import type { EntryRecord, EntryStore } from './entry-store.ts';

/** How many databases of customers a worker reads addresses from at once. */
export const OUTSIDE_READS = 4;

/** For emails to addresses that are only in an account's own database, so that other email waits for no such database. */
const OUTSIDE_LANE = {
  name: 'outside_addresses',
  slots: OUTSIDE_READS * 50,
  perAccount: 50,
  reserveMs: EXTERNAL_RESERVE_MS,
};

export interface OutsideAddressServices extends ContactServices {
  readonly entries: Pick<EntryStore, 'pageByIds'>;
  /** {@link OUTSIDE_READS} at once. */
  readonly inTurn: InTurn;
}

/** Whom a job is for. */
interface Person {
  readonly accountId: string;
  readonly entryId: string;
  /** Null if it is only in the account's own database. */
  readonly email: string | null;
  /** Null also if it is only there. */
  readonly name: string | null;
}

type Contact = Pick<EntryRecord, 'email' | 'name'>;

/** A kind of email to people whose address may be only in the account's own database. */
export interface OutsideMail<Payload, Found extends Person, L extends Letter>
  extends Omit<MailKind<Payload, Found, L>, 'letterTo'> {
  readonly letterTo: (
    found: Found & MailRef<Payload> & { readonly email: string },
    key: DigestKey,
    job: OutboxJob,
  ) => L;
  /** How long a database that is away is waited for. Default: while `find` finds something to send. */
  readonly longestWaitMs?: number;
  /** The row is gone, or the database is detached. Default: nothing follows. */
  readonly lost?: (found: Found & MailRef<Payload>) => Promise<unknown>;
}

const postpone = (
  open: readonly { readonly job: OutboxJob }[],
  postponedSeconds: number,
  reason: string,
): JobResult[] =>
  open.map(({ job }) => ({ job, outcome: { status: 'fulfilled', value: { postponedSeconds, reason } } }));

/** Reads the contacts with one connection. Those that are gone are missing. */
async function readContacts(
  services: OutsideAddressServices,
  waitlistId: string,
  people: readonly Person[],
): Promise<Map<string, Contact>> {
  const [first] = people;
  if (!first) return new Map();
  const query = { accountId: first.accountId, waitlistId, entryIds: people.map(({ entryId }) => entryId) };
  const found = await completeContacts(services, await services.entries.pageByIds(query));
  return new Map(found.map(({ id, email, name }) => [id, { email, name }]));
}

/** Sends emails of one waitlist whose addresses are only in the account's own database, read with one connection. */
const toOutsideAddresses = <Payload, Found extends Person, L extends Letter>(
  services: SendServices & OutsideAddressServices,
  mail: OutsideMail<Payload, Found, L>,
): BatchHandler<Payload> =>
  async function* (jobs, context) {
    const { longestWaitMs = Number.POSITIVE_INFINITY } = mail;
    const records = await mail.find(jobs.map(refOf));
    const open = jobs.flatMap((job, index) => {
      const record = records[index];
      const isLate = Date.now() - job.createdAt.getTime() > longestWaitMs;
      return record && !isLate ? [{ job, found: { ...record, ...refOf(job) } }] : [];
    });
    const isOpen = new Set<OutboxJob>(open.map(({ job }) => job));
    const ended = jobs.filter(job => !isOpen.has(job));
    if (ended.length > 0) yield ended.map(job => ({ job, outcome: { status: 'fulfilled', value: 'done' } }));
    let contacts: Map<string, Contact> | null;
    try {
      contacts = await services.inTurn(async () =>
        context.remainingMs() < EXTERNAL_RESERVE_MS
          ? null
          : readContacts(
              services,
              jobs[0]?.waitlistId ?? '',
              open.map(({ found }) => found),
            ),
      );
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      yield postpone(open, AWAY_SECONDS, error.code);
      return;
    }
    const key = await services.digestKey();
    for (const [index, { job, found }] of open.entries()) {
      if (contacts === null || context.remainingMs() < RESERVE_MS) {
        yield postpone(open.slice(index), 0, 'no time left');
        return;
      }
      const contact = contacts.get(found.entryId);
      const work = async (): Promise<JobOutcome> => {
        if (contact)
          return sendLetter(
            services,
            mail,
            { job, letter: mail.letterTo({ ...found, ...contact }, key, job) },
            context,
          );
        await mail.lost?.(found);
        return 'done';
      };
      const [outcome] = await Promise.allSettled([work()]);
      yield [{ job, outcome }];
    }
  };

/** Defines a kind of email to addresses here, and to those that are only in the account's own database. */
export const defineOutsideMailJob = <
  Services extends SendServices,
  Payload,
  Found extends Person,
  L extends Letter,
>({
  mail,
  ...job
}: {
  readonly kind: string;
  readonly payload: z.ZodType<Payload>;
  readonly mail: (services: Services) => OutsideMail<Payload, Found, L>;
}) =>
  defineJob({
    ...job,
    lane: MAIL_LANE,
    runAll(services: Services) {
      const { letterTo, ...kind } = mail(services);
      return mailJobs<Payload, Found, L>(services, {
        ...kind,
        letterTo: (found, ...rest) =>
          found.email === null
            ? { movedTo: OUTSIDE_LANE.name }
            : letterTo({ ...found, email: found.email }, ...rest),
      });
    },
    elsewhere: {
      lane: OUTSIDE_LANE,
      together: ({ waitlistId }) => waitlistId,
      runAll: (services: Services & OutsideAddressServices) => toOutsideAddresses(services, mail(services)),
    },
  });
