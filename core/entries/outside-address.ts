import { ApiError } from '../kernel/errors.ts';
import type { InTurn } from '../outbox/in-turn.ts';
import {
  type BatchHandler,
  EXTERNAL_RESERVE_MS,
  type JobContext,
  type JobOutcome,
  type JobResult,
  RESERVE_MS,
} from '../outbox/job.ts';
import type { OutboxJob } from '../outbox/outbox-store.ts';
import { AWAY_SECONDS } from '../outbox/retry.ts';
import { type ContactServices, completeContacts } from './complete-contacts.ts';
import type { EntryStore } from './entry-store.ts';

/** How many databases of customers a worker reads addresses from at once. */
export const OUTSIDE_READS = 4;

/** For emails to addresses that are only in an account's own database, so that other email waits for no such database. */
const OUTSIDE_LANE = {
  name: 'outside_addresses',
  slots: OUTSIDE_READS * 50,
  perAccount: 50,
  reserveMs: EXTERNAL_RESERVE_MS,
};

/** Moves a job there. */
export const TO_OUTSIDE_LANE = { movedTo: OUTSIDE_LANE.name } as const;

export interface OutsideAddressServices extends ContactServices {
  readonly entries: Pick<EntryStore, 'pageByIds'>;
  /** {@link OUTSIDE_READS} at once. */
  readonly inTurn: InTurn;
}

/** Whom a job is for. */
interface Person {
  readonly accountId: string;
  readonly entryId: string;
}

/** A kind of job that needs an address from the account's own database. */
export interface OutsideWork<Payload, Found extends Person> {
  /** Null: nothing is left to do. */
  readonly find: (job: OutboxJob<Payload>) => Promise<Found | null>;
  /** Does the rest of the job. While the database is away the job waits, so something else must end it. */
  readonly work: (found: Found, email: string, job: OutboxJob, context: JobContext) => Promise<JobOutcome>;
  /** The row is gone, or the database is detached. Default: nothing follows. */
  readonly lost?: (found: Found, job: OutboxJob) => Promise<unknown>;
}

const result = async (job: OutboxJob, outcome: Promise<JobOutcome>): Promise<JobResult[]> => {
  const [settled] = await Promise.allSettled([outcome]);
  return [{ job, outcome: settled }];
};

const postpone = (
  open: readonly { readonly job: OutboxJob }[],
  postponedSeconds: number,
  reason: string,
): JobResult[] =>
  open.map(({ job }) => ({ job, outcome: { status: 'fulfilled', value: { postponedSeconds, reason } } }));

/** Reads the addresses with one connection. Those that are gone are missing. */
async function readAddresses(
  services: OutsideAddressServices,
  waitlistId: string,
  people: readonly Person[],
): Promise<Map<string, string>> {
  const [first] = people;
  if (!first) return new Map();
  const query = { accountId: first.accountId, waitlistId, entryIds: people.map(({ entryId }) => entryId) };
  const found = await completeContacts(services, await services.entries.pageByIds(query));
  return new Map(found.map(({ id, email }) => [id, email]));
}

/** Runs jobs of one waitlist whose addresses are only in the account's own database, with one connection. */
const withOutsideAddresses = <Payload, Found extends Person>(
  services: OutsideAddressServices,
  { find, work, lost = async () => {} }: OutsideWork<Payload, Found>,
): BatchHandler<Payload> =>
  async function* (jobs, context) {
    const open: { readonly job: OutboxJob; readonly found: Found }[] = [];
    for (const job of jobs) {
      const [found] = await Promise.allSettled([find(job)]);
      if (found.status === 'rejected') yield [{ job, outcome: found }];
      else if (found.value) open.push({ job, found: found.value });
      else yield await result(job, Promise.resolve('done'));
    }
    let addresses: Map<string, string> | null;
    try {
      const people = open.map(({ found }) => found);
      addresses = await services.inTurn(async () =>
        context.remainingMs() < EXTERNAL_RESERVE_MS
          ? null
          : readAddresses(services, jobs[0]?.waitlistId ?? '', people),
      );
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      yield postpone(open, AWAY_SECONDS, error.code);
      return;
    }
    for (const [index, { job, found }] of open.entries()) {
      if (addresses === null || context.remainingMs() < RESERVE_MS) {
        yield postpone(open.slice(index), 0, 'no time left');
        return;
      }
      const email = addresses.get(found.entryId);
      yield await result(
        job,
        email === undefined ? lost(found, job).then(() => 'done') : work(found, email, job, context),
      );
    }
  };

/** How a kind of job runs in the lane for outside addresses. */
export const outside = <Payload, Found extends Person, Services extends OutsideAddressServices>(
  work: (services: Services) => OutsideWork<Payload, Found>,
) => ({
  lane: OUTSIDE_LANE,
  together: (job: OutboxJob): string => job.waitlistId,
  runAll: (services: Services) => withOutsideAddresses(services, work(services)),
});
