import { ApiError } from '../kernel/errors.ts';
import { completeContacts } from './complete-contacts.ts';
import type { EntryQuery } from './entry-store.ts';
import type { ExportServices } from './services.ts';
import type { Referrer } from './statistics-store.ts';

export interface NamedReferrers {
  readonly referrers: readonly Referrer[];
  /** Why those in the account's own database lack their email and name; undefined if it was read. */
  readonly contactsError?: string;
}

/**
 * Adds the emails and names that are in the account's own database, with one call. A database that is away takes nothing
 * from the rest of the statistics.
 */
export async function nameReferrers(
  services: ExportServices,
  list: Pick<EntryQuery, 'accountId' | 'waitlistId'>,
  referrers: readonly Referrer[],
): Promise<NamedReferrers> {
  const entryIds = referrers.filter(({ email }) => email === null).map(({ entryId }) => entryId);
  if (entryIds.length === 0) return { referrers };
  try {
    const found = await completeContacts(services, await services.entries.pageByIds({ ...list, entryIds }));
    const contacts = new Map(found.map(({ id, email, name }) => [id, { email, name }]));
    return { referrers: referrers.map(referrer => ({ ...referrer, ...contacts.get(referrer.entryId) })) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { referrers, contactsError: error.message };
  }
}
