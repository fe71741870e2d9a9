import { type ContactServices, findContacts } from '../entries/complete-contacts.ts';
import type { ListedEntry, Storage } from '../entries/entry-store.ts';
import type { DeliveryType } from './schemas.ts';

/** What the body of a delivery is made of. */
export interface EventRecord {
  /** Of the delivery. */
  readonly id: string;
  readonly type: DeliveryType;
  readonly waitlist: { readonly id: string; readonly slug: string };
  /** As it was then. Null for a test, and for someone who was erased. */
  readonly entry: ListedEntry | null;
  /** Of someone who was erased. */
  readonly erasedId: string | null;
  readonly createdAt: Date;
}

/** The entry as the API shows it. @returns null if the contact is in a database that no longer has it */
function showEntry(entry: ListedEntry, contact: { email: string; name: string | null } | undefined) {
  const { id, position, referralCode, referralCount, referredBy, status, createdAt } = entry;
  const email = entry.email ?? contact?.email;
  if (email === undefined) return null;
  const name = entry.name ?? contact?.name ?? null;
  return {
    id,
    email,
    name,
    position,
    referralCode,
    referralCount,
    referredBy,
    status,
    createdAt: createdAt.toISOString(),
  };
}

/**
 * Makes the bodies of deliveries. The same event has the same body whenever it is sent.
 * @returns by id; null where a person's row, or the database that holds it, is gone
 * @throws {ApiError} `external_database_unavailable`, `rate_limited`
 */
export async function composeBodies(
  services: ContactServices,
  events: readonly EventRecord[],
  storage: Storage | null,
): Promise<ReadonlyMap<string, string | null>> {
  const missing = events.flatMap(({ entry }) => (entry && entry.email === null ? [entry.id] : []));
  const contacts = await findContacts(services, storage, [...new Set(missing)]);
  return new Map(
    events.map(({ id, type, waitlist, entry, erasedId, createdAt }) => {
      const shown = entry && showEntry(entry, contacts.get(entry.id));
      if (entry && !shown) return [id, null];
      const about = shown ?? (erasedId === null ? null : { id: erasedId });
      const data = { waitlist, ...(about && { entry: about }) };
      return [id, JSON.stringify({ type, timestamp: createdAt.toISOString(), data })];
    }),
  );
}
