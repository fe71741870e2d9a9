import {
  CONNECTOR_LIMITS,
  ConnectorError,
  type EntryContact,
  type Target,
} from '../customer-database/connector.ts';
import { ApiError } from '../kernel/errors.ts';
import { callOutside } from '../outside-calls/call-outside.ts';
import type { EntryPage, EntryRecord, ListedEntry } from './entry-store.ts';
import type { EntryServices } from './services.ts';

const isComplete = (entry: ListedEntry): entry is EntryRecord => entry.email !== null;

/**
 * Adds the contacts that are in the account's own database. Makes no call for a page without any. Rows that
 * the account deleted there are left out; positions and the total stay, because the queue has not changed.
 * @throws {ApiError} `external_database_unavailable`, `rate_limited`
 */
export async function completeContacts(
  { connector, outsideCalls, sealer }: Pick<EntryServices, 'connector' | 'outsideCalls' | 'sealer'>,
  { entries, storage }: Pick<EntryPage, 'entries' | 'storage'>,
): Promise<EntryRecord[]> {
  const missing = entries.filter(entry => !isComplete(entry)).map(({ id }) => id);
  if (missing.length === 0 || !storage) return entries.filter(isComplete);

  const { waitlistId, dbType, tableName, connection, ...owner } = storage;
  const connectionString = await sealer.open(connection, { waitlistId, purpose: 'database' });
  const contacts = await readContacts({ dbType, tableName, connectionString });
  const known = new Map(contacts.map(contact => [contact.id, contact]));
  return entries.map(entry => ({ ...entry, ...known.get(entry.id) })).filter(isComplete);

  async function readContacts(target: Target): Promise<EntryContact[]> {
    const read: EntryContact[] = [];
    try {
      for (let from = 0; from < missing.length; from += CONNECTOR_LIMITS.read) {
        const ids = missing.slice(from, from + CONNECTOR_LIMITS.read);
        read.push(...(await callOutside(outsideCalls, owner, () => connector.read(target, ids))));
      }
    } catch (error) {
      if (!(error instanceof ConnectorError)) throw error;
      throw new ApiError('external_database_unavailable', `Your database is unavailable: ${error.message}`, {
        resolution:
          'Bring it back, or connect it again if its address or password changed. No signups are lost meanwhile. Pages without entries stored there can still be read.',
      });
    }
    return read;
  }
}
