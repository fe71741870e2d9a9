import { takeFitting } from '../kernel/answer-size.ts';
import { type ContactServices, completeContacts } from './complete-contacts.ts';
import { toEntry } from './entry.ts';
import type { EntryPage } from './entry-store.ts';
import type { Entry } from './schemas.ts';

/**
 * Reads a page of entries with their contacts. If answers are long, the page has fewer people than requested, so that the
 * response stays small. `limit` is the number it really has room for, and leads to the next page.
 * @throws {ApiError} `external_database_unavailable`, `rate_limited`
 */
export async function readFitting<Page extends EntryPage>(
  services: ContactServices,
  limit: number,
  read: (limit: number) => Promise<Page>,
): Promise<{ readonly page: Page; readonly entries: Entry[]; readonly limit: number }> {
  const page = await read(limit);
  const entries = (await completeContacts(services, page)).map(toEntry);
  const fitting = takeFitting(entries);
  if (fitting.length === entries.length) return { page, entries, limit };
  return readFitting(services, page.entries.findIndex(({ id }) => id === fitting.at(-1)?.id) + 1, read);
}
