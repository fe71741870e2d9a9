import type { EntryContact } from '../customer-database/connector.ts';
import { type ContactServices, completeEntry, findContacts } from '../entries/complete-contacts.ts';
import { toEntry } from '../entries/entry.ts';
import type { ListedEntry, Storage } from '../entries/entry-store.ts';
import type { EventData } from './event-types.ts';
import type { DeliveryType } from './schemas.ts';

/** Someone who joined by a referral. `email` is null if it is in the attached database. */
export type Friend = Pick<ListedEntry, 'id' | 'email' | 'name'>;

/** The facts that the body of a delivery is made of. */
export interface EventRecord {
  /** Of the delivery. */
  readonly id: string;
  readonly type: DeliveryType;
  readonly waitlist: { readonly id: string; readonly slug: string };
  /** As it was then. Null for a test, and for someone who was erased. */
  readonly entry: ListedEntry | null;
  /** Of `entry.referred`. Null for one who was erased. */
  readonly friend: Friend | null;
  /** Of someone who was erased. */
  readonly erasedId: string | null;
  readonly createdAt: Date;
}

/** @returns null if the contact is in a database that no longer has it */
function showContact(
  { id, email: stored, name }: Friend,
  contact: EntryContact | undefined,
): EventData['entry.referred']['friend'] {
  const email = stored ?? contact?.email;
  return email === undefined ? null : { id, email, name: name ?? contact?.name ?? null };
}

/** The entry as the API shows it. @returns null if the contact is in a database that no longer has it */
function showEntry(entry: ListedEntry, contact: EntryContact | undefined) {
  const complete = completeEntry(entry, contact);
  return complete && toEntry(complete);
}

/** @param entry - as it is shown */
function dataOf(
  { type, waitlist, friend, erasedId }: EventRecord,
  entry: EventData['entry.joined']['entry'] | null,
  contacts: ReadonlyMap<string, EntryContact>,
): EventData[DeliveryType] {
  if (!entry) return erasedId === null ? { waitlist } : { waitlist, entry: { id: erasedId } };
  if (type !== 'entry.referred') return { waitlist, entry };
  return { waitlist, entry, friend: friend && showContact(friend, contacts.get(friend.id)) };
}

/**
 * Makes the bodies of deliveries. The same event has the same body whenever it is sent, but for a friend who was erased
 * since.
 * @returns by id; null where a person's row, or the database that holds it, is gone
 * @throws {ApiError} `external_database_unavailable`, `rate_limited`
 */
export async function composeBodies(
  services: ContactServices,
  events: readonly EventRecord[],
  storage: Storage | null,
): Promise<ReadonlyMap<string, string | null>> {
  const missing = events
    .flatMap(({ entry, friend }) => [entry, friend])
    .flatMap(person => (person?.email === null ? [person.id] : []));
  const contacts = await findContacts(services, storage, [...new Set(missing)]);
  return new Map(
    events.map(event => {
      const { id, type, entry, createdAt } = event;
      const shown = entry && showEntry(entry, contacts.get(entry.id));
      if (entry && !shown) return [id, null];
      const data = dataOf(event, shown, contacts);
      return [id, JSON.stringify({ type, timestamp: createdAt.toISOString(), data })];
    }),
  );
}
