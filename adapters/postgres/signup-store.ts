import pg from 'pg';
import { generateReferralCode } from '../../core/signups/referral-code.ts';
import type {
  AttemptOutcome,
  JoinOutcome,
  NewEntry,
  Signup,
  SignupAttempt,
  SignupStore,
} from '../../core/signups/signup-store.ts';
import { createKeyedBatcher } from './batcher.ts';

/** Places and codes, parallel to the signups. */
interface Places {
  readonly positions: readonly (number | null)[] | null;
  readonly codes: readonly string[] | null;
}

/** What `join_many` answers. */
interface Joined extends Places {
  readonly known: boolean;
}

/** What `join_one` answers. */
interface JoinedOne {
  readonly known: boolean;
  readonly place: number | null;
  readonly code: string | null;
}

/** What `attempt_signups` answers; `accepted` and `reset_seconds` are parallel to the attempts. */
interface Attempted extends Places {
  readonly waitlist: string | null;
  readonly message: string | null;
  readonly site_key: string | null;
  readonly secret: Buffer | null;
  readonly challenged: boolean | null;
  readonly accepted: readonly boolean[] | null;
  readonly reset_seconds: readonly number[] | null;
}

export interface SignupStoreOptions {
  /** Attempts of one address at one waitlist that are accepted in any minute. */
  readonly attemptsPerMinute: number;
  /** Whether the service has keys of its own: then a challenge comes before every signup. */
  readonly challenged: boolean;
}

const WINDOW_MS = 60_000;

/** The cost of a signup falls little beyond this, and a batch holds the list's lock for some 5 ms. */
const MAX_BATCH = 100;
/** One writes while the other's flush and answer are under way; more would only share the list's lock in smaller calls. */
const CALLS_PER_LIST = 2;
/** Ten characters collide once in 10^9 signups of a list of a million; twice in a row, never. */
const CODE_ATTEMPTS = 4;

const isTakenCode = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '23505' && error.constraint === 'entries_referral_code';

/**
 * Data exceptions, violated constraints, exceeded limits: what one signup of a batch can be to blame for. And a deadlock,
 * which takes a sweep of the limiter in just the wrong moment.
 */
const mayPassAlone = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && /^(22|23|54|40P01$)/.test(error.code ?? '');

function toOutcome(
  { positions, codes }: Places,
  index: number,
): Exclude<JoinOutcome, { status: 'no_such_waitlist' }> {
  const position = positions?.[index];
  const referralCode = codes?.[index];
  if (position == null || referralCode == null) return { status: 'already_joined' };
  return { status: 'joined', position, referralCode };
}

/** The outcomes of attempts, in their order; those that were joined are counted off as the procedure did. */
function toOutcomes(answer: Attempted, attempts: readonly SignupAttempt[]): AttemptOutcome[] {
  const { waitlist: waitlistId, message: referralMessage, site_key: siteKey, secret: sealedSecret } = answer;
  let joined = 0;
  return attempts.map(({ entry }, index) => {
    if (waitlistId === null) return { status: 'no_such_waitlist' };
    if (!answer.accepted?.[index])
      return { status: 'refused', resetSeconds: answer.reset_seconds?.[index] ?? 60 };
    if (answer.challenged) {
      const own = siteKey !== null && sealedSecret !== null ? { siteKey, sealedSecret } : null;
      return { status: 'challenged', waitlistId, referralMessage, own };
    }
    if (!entry) return { status: 'counted' };
    const outcome = toOutcome(answer, joined++);
    return outcome.status === 'joined' ? { ...outcome, referralMessage } : outcome;
  });
}

/** The columns of entries, as arrays; what is no entry is NULL in all. */
const columnsOf = (entries: readonly (NewEntry | null)[], codes: readonly (string | null)[]): unknown[][] => [
  entries.map(entry => entry?.entryId ?? null),
  entries.map(entry => entry?.emailDigest ?? null),
  entries.map(entry => entry?.email ?? null),
  entries.map(entry => entry?.name ?? null),
  [...codes],
  entries.map(entry => entry?.referrerCode ?? null),
];

/**
 * Calls with the codes that the entries came with, and again with new ones when one was taken: nothing was written
 * then, and a code must not cost anyone the place.
 */
async function withFreeCodes<Result>(
  entries: readonly (NewEntry | null)[],
  call: (columns: unknown[][]) => Promise<Result>,
): Promise<Result> {
  let codes = entries.map(entry => entry?.referralCode ?? null);
  for (let attempt = 1; ; attempt++) {
    try {
      return await call(columnsOf(entries, codes));
    } catch (error) {
      if (!isTakenCode(error) || attempt === CODE_ATTEMPTS) throw error;
      codes = codes.map(code => code && generateReferralCode());
    }
  }
}

/** {@link SignupStore} on Postgres: what arrives together for one list shares one `CALL`. */
export function createSignupStore(
  pool: pg.Pool,
  { attemptsPerMinute, challenged }: SignupStoreOptions,
): SignupStore {
  async function callOne<Row extends pg.QueryResultRow>(query: pg.QueryConfig): Promise<Row> {
    const { rows } = await pool.query<Row>(query);
    const [row] = rows;
    if (!row) throw new Error(`${query.name} gave no row`);
    return row;
  }

  const joinMany = (waitlistId: string, columns: unknown[][]) =>
    callOne<Joined>({
      name: 'join-many',
      text: 'CALL join_many($1, $2, $3, $4, $5, $6, $7, NULL, NULL, NULL)',
      values: [waitlistId, ...columns],
    });

  async function joinOne(waitlistId: string, columns: unknown[][]): Promise<Joined> {
    const { known, place, code } = await callOne<JoinedOne>({
      name: 'join-one',
      text: 'CALL join_one($1, $2, $3, $4, $5, $6, $7, NULL, NULL, NULL)',
      values: [waitlistId, ...columns.map(([value]) => value)],
    });
    return { known, positions: [place], codes: code === null ? null : [code] };
  }

  // A batch may be repeated item by item even when it did commit: each signup finds its own entry by its id.
  const joins = createKeyedBatcher<Signup, JoinOutcome>({
    maxSize: MAX_BATCH,
    maxInFlight: CALLS_PER_LIST,
    retryAlone: mayPassAlone,
    async run(waitlistId, signups) {
      const answer = await withFreeCodes(signups, columns =>
        signups.length === 1 ? joinOne(waitlistId, columns) : joinMany(waitlistId, columns),
      );
      return signups.map((_, index) =>
        answer.known ? toOutcome(answer, index) : { status: 'no_such_waitlist' },
      );
    },
  });

  // An error left no count behind, so a repeat counts each attempt once.
  const attempts = createKeyedBatcher<SignupAttempt, AttemptOutcome>({
    maxSize: MAX_BATCH,
    maxInFlight: CALLS_PER_LIST,
    retryAlone: mayPassAlone,
    async run(slug, waiting) {
      const entries = waiting.map(({ entry }) => entry);
      const answer = await withFreeCodes(entries, columns =>
        callOne<Attempted>({
          name: 'attempt-signups',
          text: `CALL attempt_signups($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11,
                                      NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL)`,
          values: [
            slug,
            waiting.map(({ addressDigest }) => addressDigest),
            attemptsPerMinute,
            WINDOW_MS,
            challenged,
            ...columns,
          ],
        }),
      );
      return toOutcomes(answer, waiting);
    },
  });

  return {
    attempt: attempt => attempts.add(attempt.slug, attempt),
    join: signup => joins.add(signup.waitlistId, signup),
  };
}
