import pg from 'pg';
import { parse as parseUuid } from 'uuid';
import { generateReferralCode } from '../../../core/identity/referral-code.ts';
import { WIDE_FACTOR } from '../../../core/kernel/networks.ts';
import type {
  AttemptedWaitlist,
  AttemptOutcome,
  JoinOutcome,
  NewSignup,
  SignupAttempt,
  SignupStore,
} from '../../../core/signups/signup-store.ts';
import { createKeyedBatcher } from '../kernel/batcher.ts';
import { takeNetworkRequest } from '../kernel/take-request.ts';
import { toJson } from '../kernel/to-json.ts';

/** The answer of `attempt_signups`, which `migrations/routines/signups.sql` explains. */
interface Attempted {
  readonly waitlist: Omit<AttemptedWaitlist, 'own'> & {
    readonly own: { readonly siteKey: string; readonly sealedSecret: string } | null;
  };
  readonly outcomes: readonly (Exclude<AttemptOutcome, { status: 'no_such_waitlist' }> | null)[];
  readonly joined: readonly JoinOutcome[] | null;
}

export interface SignupStoreOptions {
  /** Attempts per minute accepted from one network at one waitlist. */
  readonly attemptsPerMinute: number;
  /** Whether the service has its own Turnstile keys, so that every signup needs a challenge. */
  readonly challenged: boolean;
}

/** The window of the limit of attempts. */
export const ATTEMPT_WINDOW_MS = 60_000;

/** Larger batches save little per signup, and a batch holds the waitlist's lock for about 10 ms. */
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

/** The outcomes of attempts in order. */
function toOutcomes({ waitlist, outcomes, joined }: Attempted): AttemptOutcome[] {
  const { own } = waitlist;
  const attempted: AttemptedWaitlist = {
    ...waitlist,
    own: own && { ...own, sealedSecret: Buffer.from(own.sealedSecret, 'hex') },
  };
  const joins = (joined ?? []).values();
  return outcomes.map(outcome => {
    const found = outcome ?? joins.next().value;
    if (!found) throw new Error('An attempt has no outcome');
    return { ...found, waitlist: attempted };
  });
}

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

export const withNewCode = (signup: NewSignup): NewSignup => ({
  ...signup,
  referralCode: generateReferralCode(),
});

/** {@link SignupStore} on Postgres: signups that arrive together for one waitlist share one `CALL`. */
export function createSignupStore(
  pool: pg.Pool,
  { attemptsPerMinute, challenged }: SignupStoreOptions,
): SignupStore {
  async function callOne<Answer>(query: pg.QueryConfig): Promise<Answer | null> {
    const { rows } = await pool.query<{ answer: Answer | null }>(query);
    return rows[0]?.answer ?? null;
  }

  // A batch may be repeated one by one even if it committed: each signup finds its own entry by id.
  const joins = createKeyedBatcher<NewSignup, JoinOutcome | null>({
    maxSize: MAX_BATCH,
    maxInFlight: CALLS_PER_LIST,
    retryAlone: mayPassAlone,
    async run(waitlistId, signups) {
      const outcomes = await retryTakenCodes(attempt =>
        callOne<JoinOutcome[]>({
          name: 'join-signups',
          text: 'CALL join_signups($1, $2, NULL)',
          values: [waitlistId, toJson(attempt === 1 ? signups : signups.map(withNewCode))],
        }),
      );
      return outcomes ?? signups.map(() => null);
    },
  });

  // A failed call counted nothing, so a repeat counts each attempt once.
  const attempts = createKeyedBatcher<SignupAttempt, AttemptOutcome>({
    maxSize: MAX_BATCH,
    maxInFlight: CALLS_PER_LIST,
    retryAlone: mayPassAlone,
    async run(slug, waiting) {
      const answer = await retryTakenCodes(attempt =>
        callOne<Attempted>({
          name: 'attempt-signups',
          text: 'CALL attempt_signups($1, $2, $3, $4, $5, $6, NULL)',
          values: [
            slug,
            toJson(
              attempt === 1
                ? waiting
                : waiting.map(each => ({ ...each, signup: each.signup && withNewCode(each.signup) })),
            ),
            attemptsPerMinute,
            attemptsPerMinute * WIDE_FACTOR,
            ATTEMPT_WINDOW_MS,
            challenged,
          ],
        }),
      );
      return answer ? toOutcomes(answer) : waiting.map(() => ({ status: 'no_such_waitlist' }));
    },
  });

  return {
    attempt: (slug, attempt) => attempts.add(slug, attempt),
    countFailure: (waitlistId, networks) =>
      takeNetworkRequest(pool, Buffer.concat([Buffer.from('s'), parseUuid(waitlistId)]), networks, {
        requests: attemptsPerMinute,
        windowSeconds: ATTEMPT_WINDOW_MS / 1000,
      }),
    join: (waitlistId, signup) => joins.add(waitlistId, signup),
  };
}
