import pg from 'pg';
import { parse as parseUuid } from 'uuid';
import { generateReferralCode } from '../../../core/identity/referral-code.ts';
import { WIDE_FACTOR } from '../../../core/kernel/networks.ts';
import type {
  AttemptOutcome,
  JoinOutcome,
  NewEntry,
  Signup,
  SignupAttempt,
  SignupStore,
} from '../../../core/signups/signup-store.ts';
import { createKeyedBatcher } from '../kernel/batcher.ts';
import { takeNetworkRequest } from '../kernel/take-request.ts';

/** Positions and codes, parallel to the signups. */
interface Places {
  readonly positions: readonly (number | null)[] | null;
  readonly codes: readonly string[] | null;
}

/** The result of `join_many`. */
interface Joined extends Places {
  readonly known: boolean;
}

/** The result of `join_one`. */
interface JoinedOne {
  readonly known: boolean;
  readonly place: number | null;
  readonly code: string | null;
}

/** The result of `attempt_signups`; `accepted` and `reset_seconds` are parallel to the attempts. */
interface Attempted extends Places {
  readonly waitlist: string | null;
  readonly message: string | null;
  readonly share_url: string | null;
  readonly allowed: readonly string[] | null;
  readonly site_key: string | null;
  readonly secret: Buffer | null;
  readonly challenged: boolean | null;
  readonly confirms: boolean | null;
  readonly accepted: readonly boolean[] | null;
  readonly reset_seconds: readonly number[] | null;
}

export interface SignupStoreOptions {
  /** Attempts per minute accepted from one network at one waitlist. */
  readonly attemptsPerMinute: number;
  /** Whether the service has its own Turnstile keys, so that every signup needs a challenge. */
  readonly challenged: boolean;
}

/** The window of the limit of attempts. */
export const ATTEMPT_WINDOW_MS = 60_000;

/** Larger batches save little per signup, and a batch holds the waitlist's lock for about 5 ms. */
const MAX_BATCH = 100;
/** One writes while the other is flushed and answered; more would only make batches smaller. */
const CALLS_PER_LIST = 2;
/** Codes of ten characters collide once in 10^9 signups of a waitlist with a million; never twice in a row. */
const CODE_ATTEMPTS = 4;

const isTakenCode = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '23505' && error.constraint === 'entries_referral_code';

/**
 * Data exceptions, violated constraints, exceeded limits: errors that a single signup of a batch can cause. Also a
 * deadlock, which a sweep of the rate limiter can cause.
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

/** The outcomes of attempts in order, matching joined entries to accepted attempts. */
function toOutcomes(answer: Attempted, attempts: readonly SignupAttempt[]): AttemptOutcome[] {
  const { waitlist: waitlistId, site_key: siteKey, secret: sealedSecret } = answer;
  const told = { referralMessage: answer.message, shareUrl: answer.share_url };
  let joined = 0;
  const isAllowed = (origin: string | null) => origin === null || answer.allowed?.includes(origin);
  return attempts.map(({ entry, origin, redirectOrigin }, index) => {
    if (waitlistId === null) return { status: 'no_such_waitlist' };
    if (!answer.accepted?.[index])
      return { status: 'refused', resetSeconds: answer.reset_seconds?.[index] ?? 60 };
    if (!isAllowed(origin)) return { status: 'origin_not_allowed' };
    if (!isAllowed(redirectOrigin)) return { status: 'redirect_not_allowed' };
    if (answer.challenged) {
      const own = siteKey !== null && sealedSecret !== null ? { siteKey, sealedSecret } : null;
      return { status: 'challenged', waitlistId, own, confirms: answer.confirms === true, ...told };
    }
    if (!entry) return { status: 'counted' };
    if (answer.confirms) return { status: 'unconfirmed', waitlistId };
    const outcome = toOutcome(answer, joined++);
    return outcome.status === 'joined' ? { ...outcome, ...told } : outcome;
  });
}

/** The columns of entries, as arrays; attempts without an entry are NULL in all of them. */
const columnsOf = (entries: readonly (NewEntry | null)[], codes: readonly (string | null)[]): unknown[][] => [
  entries.map(entry => entry?.entryId ?? null),
  entries.map(entry => entry?.emailDigest ?? null),
  entries.map(entry => entry?.mailboxDigest ?? null),
  entries.map(entry => entry?.email ?? null),
  entries.map(entry => entry?.name ?? null),
  [...codes],
  entries.map(entry => entry?.referrerCode ?? null),
  entries.map(entry => entry?.network ?? null),
  entries.map(entry => entry?.isDisposable ?? null),
];

/** Calls again, with other codes, if a referral code was taken. Nothing was written then. */
export async function retryTakenCodes<Result>(call: (attempt: number) => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await call(attempt);
    } catch (error) {
      if (!isTakenCode(error) || attempt === CODE_ATTEMPTS) throw error;
    }
  }
}

/** Calls with the entries' codes, and again with new ones if a code was taken. */
const withFreeCodes = <Result>(
  entries: readonly (NewEntry | null)[],
  call: (columns: unknown[][]) => Promise<Result>,
): Promise<Result> =>
  retryTakenCodes(attempt => {
    const codes = entries.map(
      entry => entry && (attempt === 1 ? entry.referralCode : generateReferralCode()),
    );
    return call(columnsOf(entries, codes));
  });

/** {@link SignupStore} on Postgres: signups that arrive together for one waitlist share one `CALL`. */
export function createSignupStore(
  pool: pg.Pool,
  { attemptsPerMinute, challenged }: SignupStoreOptions,
): SignupStore {
  async function callOne<Row extends pg.QueryResultRow>(query: pg.QueryConfig): Promise<Row> {
    const { rows } = await pool.query<Row>(query);
    const [row] = rows;
    if (!row) throw new Error(`${query.name} returned no row`);
    return row;
  }

  const joinMany = (waitlistId: string, columns: unknown[][]) =>
    callOne<Joined>({
      name: 'join-many',
      text: 'CALL join_many($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, NULL, NULL, NULL)',
      values: [waitlistId, ...columns],
    });

  async function joinOne(waitlistId: string, columns: unknown[][]): Promise<Joined> {
    const { known, place, code } = await callOne<JoinedOne>({
      name: 'join-one',
      text: 'CALL join_one($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, NULL, NULL, NULL)',
      values: [waitlistId, ...columns.map(([value]) => value)],
    });
    return { known, positions: [place], codes: code === null ? null : [code] };
  }

  // A batch may be repeated one by one even if it committed: each signup finds its own entry by id.
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

  // A failed call counted nothing, so a repeat counts each attempt once.
  const attempts = createKeyedBatcher<SignupAttempt, AttemptOutcome>({
    maxSize: MAX_BATCH,
    maxInFlight: CALLS_PER_LIST,
    retryAlone: mayPassAlone,
    async run(slug, waiting) {
      const entries = waiting.map(({ entry }) => entry);
      const answer = await withFreeCodes(entries, columns =>
        callOne<Attempted>({
          name: 'attempt-signups',
          text: `CALL attempt_signups($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15,
                                      $16, $17, $18, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL)`,
          values: [
            slug,
            waiting.map(({ networks }) => networks.near),
            waiting.map(({ networks }) => networks.wide),
            attemptsPerMinute,
            attemptsPerMinute * WIDE_FACTOR,
            ATTEMPT_WINDOW_MS,
            challenged,
            waiting.map(({ origin }) => origin),
            waiting.map(({ redirectOrigin }) => redirectOrigin),
            ...columns,
          ],
        }),
      );
      return toOutcomes(answer, waiting);
    },
  });

  return {
    attempt: attempt => attempts.add(attempt.slug, attempt),
    countFailure: (waitlistId, networks) =>
      takeNetworkRequest(pool, Buffer.concat([Buffer.from('s'), parseUuid(waitlistId)]), networks, {
        requests: attemptsPerMinute,
        windowSeconds: ATTEMPT_WINDOW_MS / 1000,
      }),
    join: signup => joins.add(signup.waitlistId, signup),
  };
}
