import type { EntryRecord } from './entry-store.ts';
import type { Entry } from './schemas.ts';

/** An entry as the API shows it. */
export const toEntry = ({ id, email, answers, consents: _, createdAt, ...entry }: EntryRecord): Entry => ({
  id,
  email,
  ...entry,
  // The API's types are not readonly.
  answers: answers as Entry['answers'],
  createdAt: createdAt.toISOString(),
});
