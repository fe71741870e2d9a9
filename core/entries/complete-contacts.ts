import { callOutside } from '../customer-database/call-outside.ts';
import { CONNECTOR_LIMITS, ConnectorError, type EntryContact } from '../customer-database/connector.ts';
import { ApiError } from '../kernel/errors.ts';
import type { EntryPage, EntryRecord, ListedEntry, Storage } from './entry-store.ts';
import type { ExportServices } from './services.ts';

/** The services that read contacts from an attached database. */
export type ContactServices = Pick<ExportServices, 'connector' | 'outsideCalls' | 'sealer'>;

/**
 * Reads contacts from the account's own database. Rows that the account deleted there are missing.
 * @param storage - null: there is none, and so no contacts
 * @throws {ApiError} `external_database_unavailable`, `rate_limited`
 */
export async function findContacts(
  { connector, outsideCalls, sealer }: ContactServices,
  storage: Storage | null,
  ids: readonly string[],
): Promise<Map<string, EntryContact>> {
  const contacts = new Map<string, EntryContact>();
  if (ids.length === 0 || !storage) return contacts;
  const { waitlistId, dbType, tableName, connection, ...owner } = storage;
  const connectionString = await sealer.open(connection, { waitlistId, purpose: 'database' });
  const target = { dbType, tableName, connectionString };
  try {
    for (let from = 0; from < ids.length; from += CONNECTOR_LIMITS.read) {
      const some = ids.slice(from, from + CONNECTOR_LIMITS.read);
      for (const contact of await callOutside(outsideCalls, owner, () => connector.read(target, some)))
        contacts.set(contact.id, contact);
    }
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error;
    throw new ApiError('external_database_unavailable', `Your database is unavailable: ${error.message}`, {
      resolution:
        'Bring it back, or connect it again if its address or password changed. No signups are lost meanwhile. Pages without entries stored there can still be read.',
    });
  }
  return contacts;
}

const isComplete = (entry: ListedEntry): entry is EntryRecord => entry.email !== null;

/**
 * Adds the contacts that are in the account's own database. Makes no call for a page without any. Rows that
 * the account deleted there are left out; positions and the total stay, because the queue has not changed.
 * @throws {ApiError} `external_database_unavailable`, `rate_limited`
 */
export async function completeContacts(
  services: ContactServices,
  { entries, storage }: Pick<EntryPage, 'entries' | 'storage'>,
): Promise<EntryRecord[]> {
  const missing = entries.filter(entry => !isComplete(entry)).map(({ id }) => id);
  const contacts = await findContacts(services, storage, missing);
  return entries.map(entry => ({ ...entry, ...contacts.get(entry.id) })).filter(isComplete);
}
