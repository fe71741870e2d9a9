import { v5 as derivedUuid } from 'uuid';
import { completeContacts } from '../entries/complete-contacts.ts';
import type { ListedEntry } from '../entries/entry-store.ts';
import { fitsOneAnswer } from '../kernel/answer-size.ts';
import { notFound, ValidationError } from '../kernel/errors.ts';
import { digestNetworks, isPrivateAddress } from '../kernel/networks.ts';
import type { Creating } from '../kernel/operation.ts';
import { languageAmong } from '../languages/language.ts';
import { askIn } from '../waitlists/localize.ts';
import type { WaitlistContext } from '../waitlists/waitlist-operation.ts';
import { addAnswers, signupBy } from './new-signup.ts';
import type { ReadPerson } from './read-person.ts';
import type { AdditionServices } from './services.ts';
import type { NewSignup } from './signup-store.ts';

type Context = Creating<WaitlistContext<AdditionServices>>;

export interface Addition {
  readonly people: readonly ReadPerson[];
  readonly confirmation: 'none' | 'required';
  readonly notify: boolean;
}

/** The result for one person of the request. `entry.email` is null only while the email is on its way to the account's own database. */
export type Added =
  | { readonly outcome: 'added' | 'already_joined'; readonly entry: ListedEntry | null }
  | { readonly outcome: 'pending' | 'refused'; readonly entry: null; readonly reason?: string };

const TOO_LONG = 'have too much text for one response: send fewer people at once';
const ERASED_SINCE = 'was erased after this request: send a new Idempotency-Key to add them again';

/** The signups, in their order; null for people who are refused. */
async function toSignups(context: Context, { people, notify }: Addition): Promise<(NewSignup | null)[]> {
  const { waitlist, services, creationId } = context;
  const key = await services.digestKey();
  return people.map(({ input }) => {
    if (!input) return null;
    const { email, name, referralCode: referrerCode, source, language, clientIp, answers } = input;
    const signup = signupBy(key, { email, name, referrerCode, source, language });
    const network =
      clientIp === null || isPrivateAddress(clientIp) ? null : digestNetworks(key, clientIp).near;
    // A request that runs again derives the same ids, and so recognizes the people it added.
    const entryId = derivedUuid(signup.emailDigest.toString('hex'), creationId);
    return addAnswers(
      askIn(waitlist, languageAmong(waitlist.languages, language)),
      { ...signup, entryId, network, isSilent: !notify, admission: 'owner' },
      answers,
    );
  });
}

/** The entries with the addresses of these signups, by digest. `entry` is null if its data is in a database not attached. */
async function findEntries(
  { caller, waitlist, services }: Context,
  signups: readonly NewSignup[],
  { isComplete }: { readonly isComplete: boolean },
): Promise<Map<string, { readonly id: string; readonly entry: ListedEntry | null }>> {
  const ids = await services.entries.findIds(
    waitlist.id,
    signups.map(({ emailDigest }) => emailDigest),
  );
  const entryIds = ids.filter(id => id !== null);
  const page = await services.entries.pageByIds({
    accountId: caller.account.id,
    waitlistId: waitlist.id,
    entryIds,
  });
  const complete = isComplete ? await completeContacts(services, page) : [];
  const listed = new Map<string, ListedEntry>(
    [...page.entries, ...complete.map(entry => ({ ...entry, change: null }))].map(entry => [entry.id, entry]),
  );
  return new Map(
    signups.flatMap(({ emailDigest }, index) => {
      const id = ids[index];
      return id ? [[emailDigest.toString('hex'), { id, entry: listed.get(id) ?? null }]] : [];
    }),
  );
}

/**
 * Adds people to the end of a waitlist, in their order, in one transaction. Nothing changes for people who are on it already.
 * @returns a result for each person, in the order of the request
 * @throws {ApiError} `external_database_unavailable`, `not_found`; {ValidationError} if the results are too large for one response.
 *   After an error, nothing has changed.
 */
export async function addPeople(context: Context, addition: Addition): Promise<Added[]> {
  const { waitlist, services, isRepeated } = context;
  const { people, confirmation } = addition;
  const signups = await toSignups(context, addition);
  const valid = signups.filter(signup => signup !== null);
  const found = await findEntries(context, valid, { isComplete: true });
  const shown = [...[...found.values()].map(({ entry }) => entry), ...people.map(({ input }) => input)];
  if (!fitsOneAnswer(shown)) throw new ValidationError([{ path: 'people', message: TOO_LONG }]);
  const isKnown = new Set(found.keys());
  const fresh = valid.filter(({ emailDigest }) => {
    const digest = emailDigest.toString('hex');
    const isNew = !isKnown.has(digest);
    isKnown.add(digest);
    return isNew;
  });
  if (fresh.length > 0 && !isRepeated) {
    const add = confirmation === 'required' ? services.additions.addPending : services.additions.join;
    if (!(await add(waitlist.id, fresh))) throw notFound('waitlist');
    await services.worker.wake();
    // After the commit, nothing may fail: so this does not call the account's own database.
    const joined = confirmation === 'none' ? await findEntries(context, fresh, { isComplete: false }) : [];
    for (const [digest, entry] of joined) found.set(digest, entry);
  }
  const isShown = new Set<string>();
  return signups.map((signup, index): Added => {
    if (!signup) {
      const person = people[index];
      return { outcome: 'refused', entry: null, reason: person?.input === null ? person.reason : '' };
    }
    const entry = found.get(signup.emailDigest.toString('hex'));
    if (!entry)
      return confirmation === 'required'
        ? { outcome: 'pending', entry: null }
        : { outcome: 'refused', entry: null, reason: ERASED_SINCE };
    // If an address was sent twice, the first person was added.
    const isAdded = entry.id === signup.entryId && !isShown.has(entry.id);
    isShown.add(entry.id);
    return { outcome: isAdded ? 'added' : 'already_joined', entry: entry.entry };
  });
}
