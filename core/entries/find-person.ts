import { notFound } from '../kernel/errors.ts';
import { isUuid } from '../kernel/schemas.ts';
import type { WaitlistContext } from '../waitlists/waitlist-operation.ts';
import { completeContacts } from './complete-contacts.ts';
import type { EntryRecord } from './entry-store.ts';
import type { PersonInvitation, PersonRecord } from './person-store.ts';
import type { EntryDetails } from './schemas.ts';
import type { PersonServices } from './services.ts';

export interface FoundPerson {
  readonly entry: EntryRecord;
  readonly found: PersonRecord;
  /** All people in the record, with their contacts. */
  readonly known: readonly EntryRecord[];
}

/**
 * Finds a person with their contact, which may be in the account's own database.
 * @throws {ApiError} `not_found`, `external_database_unavailable`
 */
export async function findPerson(
  { caller, waitlist, services }: WaitlistContext<PersonServices>,
  entryId: string,
): Promise<FoundPerson> {
  const found = isUuid(entryId) ? await services.people.find(caller.account.id, waitlist.id, entryId) : null;
  if (!found) throw notFound('signup');
  const known = await completeContacts(services, { entries: found.people, storage: found.storage });
  const entry = known.find(({ id }) => id === found.entryId);
  if (!entry) throw notFound('signup');
  return { entry, known, found };
}

/** An invitation as the API shows it. */
export const toInvitation = (invitation: PersonInvitation | null): EntryDetails['invitation'] =>
  invitation && {
    batchId: invitation.batchId,
    invitedAt: invitation.invitedAt.toISOString(),
    expiresAt: invitation.expiresAt.toISOString(),
    acceptedAt: invitation.acceptedAt?.toISOString() ?? null,
  };
