import type { EntryContact } from '../customer-database/connector.ts';
import { type ContactServices, completeEntry, findContacts } from '../entries/complete-contacts.ts';
import { toEntry } from '../entries/entry.ts';
import type { ListedEntry, Storage } from '../entries/entry-store.ts';
import { type Site, signupsUrl } from '../kernel/site.ts';
import { composeChatMessage } from './chat-message.ts';
import type { EventData } from './event-types.ts';
import type { DeliveryType, WebhookFormat } from './schemas.ts';

/** Someone who joined by a referral. `email` is null if it is in the attached database. */
export type Friend = Pick<ListedEntry, 'id' | 'email' | 'name'>;

/** The facts that the body of a delivery is made of. */
export interface EventRecord {
  /** Of the delivery. */
  readonly id: string;
  readonly type: DeliveryType;
  /** Of the webhook. */
  readonly format: WebhookFormat;
  readonly waitlist: { readonly id: string; readonly slug: string };
  readonly waitlistName: string;
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

/** The services that bodies are made with. */
export interface BodyServices extends ContactServices {
  readonly site: Pick<Site, 'baseUrl'>;
}

/** @returns null if a contact is in a database that no longer has it */
function composeBody(
  { site }: BodyServices,
  event: EventRecord,
  contacts: ReadonlyMap<string, EntryContact>,
): string | null {
  const { type, format, waitlist, waitlistName, entry, friend, createdAt } = event;
  const shown = entry && showEntry(entry, contacts.get(entry.id));
  if (entry && !shown) return null;
  if (format !== 'standard')
    return composeChatMessage(format, {
      type,
      waitlistName,
      name: shown?.name ?? null,
      position: shown?.position ?? null,
      friendName: (friend && showContact(friend, contacts.get(friend.id)))?.name ?? null,
      url: signupsUrl(site, waitlist.id),
    });
  return JSON.stringify({
    type,
    timestamp: createdAt.toISOString(),
    data: dataOf(event, shown, contacts),
  });
}

/**
 * Makes the bodies of deliveries. The same event has the same body whenever it is sent, but for a friend who was erased
 * since, and a chat's message after the waitlist was renamed.
 * @returns by id; null where a person's row, or the database that holds it, is gone
 * @throws {ApiError} `external_database_unavailable`, `rate_limited`
 */
export async function composeBodies(
  services: BodyServices,
  events: readonly EventRecord[],
  storage: Storage | null,
): Promise<ReadonlyMap<string, string | null>> {
  const missing = events
    .flatMap(({ entry, friend }) => [entry, friend])
    .flatMap(person => (person?.email === null ? [person.id] : []));
  const contacts = await findContacts(services, storage, [...new Set(missing)]);
  return new Map(events.map(event => [event.id, composeBody(services, event, contacts)]));
}
