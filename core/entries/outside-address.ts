import { ApiError } from '../kernel/errors.ts';
import { type JobOutcome, type Lane, STRANGERS_RESERVE_MS } from '../outbox/run-outbox.ts';
import { type ContactServices, completeContacts } from './complete-contacts.ts';
import type { EntryStore } from './entry-store.ts';

/** Jobs that wait for machines of customers. */
export const OUTSIDE_ADDRESS_LANE = {
  slots: 4,
  perAccount: 1,
  reserveMs: STRANGERS_RESERVE_MS,
} satisfies Omit<Lane, 'work'>;

/** How long to wait for a database that is away. */
const AWAY_SECONDS = 300;

export interface OutsideAddressServices extends ContactServices {
  readonly entries: Pick<EntryStore, 'pageByEmail'>;
}

/**
 * Does the rest of a job with an address that is only in the account's own database. While that is away the job waits;
 * without an address, the row or the database is gone, and it is done.
 */
export async function withOutsideAddress(
  services: OutsideAddressServices,
  {
    accountId,
    waitlistId,
    emailDigest: digest,
  }: { accountId: string; waitlistId: string; emailDigest: Buffer },
  work: (email: string) => Promise<JobOutcome>,
): Promise<JobOutcome> {
  try {
    const page = await services.entries.pageByEmail({ accountId, waitlistId, digest });
    const [entry] = await completeContacts(services, page);
    return entry ? await work(entry.email) : 'done';
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { postponedSeconds: AWAY_SECONDS, reason: error.code };
  }
}
