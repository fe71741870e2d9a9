import { callOutside } from '../customer-database/call-outside.ts';
import {
  CONNECTOR_LIMITS,
  type Connector,
  ConnectorError,
  type EntryContact,
  type Target,
} from '../customer-database/connector.ts';
import { ApiError } from '../kernel/errors.ts';
import { changeAnswers } from '../questions/metadata.ts';
import type { EntryPage, EntryRecord, ListedEntry, Storage } from './entry-store.ts';
import type { ExportServices } from './services.ts';

/** The services that read contacts from an attached database. */
export type ContactServices = Pick<ExportServices, 'connector' | 'outsideCalls' | 'sealer'>;

/**
 * Calls the account's own database.
 * @throws {ApiError} `external_database_unavailable`, `rate_limited`
 */
export async function askDatabase<Result>(
  { connector, outsideCalls, sealer }: ContactServices,
  { waitlistId, dbType, tableName, connection, ...owner }: Storage,
  ask: (connector: Connector, target: Target) => Promise<Result>,
): Promise<Result> {
  const connectionString = await sealer.open(connection, { waitlistId, purpose: 'database' });
  const target = { dbType, tableName, connectionString };
  try {
    return await callOutside(outsideCalls, owner, () => ask(connector, target));
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error;
    throw new ApiError('external_database_unavailable', `Your database is unavailable: ${error.message}`, {
      resolution:
        'Bring it back, or connect it again if its address or password changed. No signups are lost meanwhile. Pages without entries stored there can still be read.',
    });
  }
}

/**
 * Reads contacts from the account's own database. Rows that the account deleted there are missing.
 * @param storage - null: there is none, and so no contacts
 * @throws {ApiError} `external_database_unavailable`, `rate_limited`
 */
export async function findContacts(
  services: ContactServices,
  storage: Storage | null,
  ids: readonly string[],
): Promise<Map<string, EntryContact>> {
  const contacts = new Map<string, EntryContact>();
  if (!storage) return contacts;
  for (let from = 0; from < ids.length; from += CONNECTOR_LIMITS.read) {
    const some = ids.slice(from, from + CONNECTOR_LIMITS.read);
    const read = await askDatabase(services, storage, (connector, target) => connector.read(target, some));
    for (const contact of read) contacts.set(contact.id, contact);
  }
  return contacts;
}

/** An entry with the contact that its row has. @returns null if there is neither */
export function completeEntry(
  { email, change, ...entry }: ListedEntry,
  contact: EntryContact | undefined,
): EntryRecord | null {
  if (email !== null) return { ...entry, email };
  if (!contact) return null;
  const read = { ...entry, ...contact };
  return change
    ? { ...changeAnswers(read, change), name: change.name === undefined ? read.name : change.name }
    : read;
}

/**
 * Adds the contacts that are in the account's own database. Makes no call for a page without any. Rows that
 * the account deleted there are left out; positions and the total stay, because the queue has not changed.
 * @throws {ApiError} `external_database_unavailable`, `rate_limited`
 */
export async function completeContacts(
  services: ContactServices,
  { entries, storage }: Pick<EntryPage, 'entries' | 'storage'>,
): Promise<EntryRecord[]> {
  const missing = entries.filter(({ email }) => email === null).map(({ id }) => id);
  const contacts = await findContacts(services, storage, missing);
  return entries.map(entry => completeEntry(entry, contacts.get(entry.id))).filter(entry => entry !== null);
}
