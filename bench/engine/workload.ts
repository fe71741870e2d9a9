import { codeOf } from '../fill.ts';

/**
 * A statement that clients repeat. `:name` stands for a random integer, which each call draws from the range of that
 * name.
 */
export interface Workload {
  readonly sql: string;
  readonly ranges: Readonly<Record<string, readonly [number, number]>>;
  /** Names of 16-digit integers that each connection counts up, starting from its start time in microseconds. */
  readonly counters?: readonly string[];
  /**
   * How it is sent. `prepared`: planned once, with the numbers as parameters. `simple`: the numbers as text, also
   * inside quotes. CALL replans expressions in its arguments each time (about 55 µs), while the adapter sends values;
   * literals cost as little as those.
   */
  readonly protocol: 'prepared' | 'simple';
  /** Signups made by one call. */
  readonly signups: number;
}

export interface LoadResult {
  readonly signupsPerSecond: number;
  /** Of calls, in milliseconds. */
  readonly p99: number;
}

export interface Load {
  readonly databaseUrl: string;
  readonly workload: Workload;
  readonly clients: number;
  readonly seconds: number;
  readonly signal: AbortSignal;
}

/** Runs a workload on several connections, as fast as they are answered. */
export interface LoadDriver {
  /** Shown with the figures. */
  readonly name: string;
  load(load: Load): Promise<LoadResult>;
}

const SEED = { seed: [1, Number.MAX_SAFE_INTEGER] } as const;
const EMAIL = `'u' || :seed::bigint || '@bench.test'`;
/** 56 random bits: no run has a collision, so neither side has to handle one. */
const CODE = `left(encode(uuid_send(gen_random_uuid()), 'base64'), 10)`;

/** A plain insert of a signup's row. */
export const plainInsert = (waitlistId: string): Workload => ({
  sql: `INSERT INTO reference_rows (id, waitlist_id, email, name, position, referral_code, referred_by)
    VALUES (gen_random_uuid(), '${waitlistId}', ${EMAIL}, 'Ada', 1, ${CODE}, NULL)`.replace(/\s+/g, ' '),
  ranges: SEED,
  protocol: 'prepared',
  signups: 1,
});

/** @param signups - an SQL expression */
const join = (waitlistId: string, signups: string): string =>
  `CALL join_signups('${waitlistId}'::uuid, ${signups}, NULL)`;

/** Sixteen digits, so that two make a UUID and four a digest. */
const DIGITS = [1e15, Number.MAX_SAFE_INTEGER] as const;

const NOBODY = 'nobody';
const SIGNUP = JSON.stringify({
  entry_id: ':moment:right',
  email_digest: '\\x:left:right:right:left',
  email: 'u:left:right@bench.test',
  name: 'Ada',
  referral_code: 'c:left',
  referrer_code: NOBODY,
  is_disposable: 'false',
});

/** In JSON: the code of one of the first entries for so many of a hundred signups, null for the others. */
const referrer = (percentage: number): string =>
  `' || CASE WHEN :chance <= ${percentage} THEN '"' || ${codeOf(':referrer')} || '"' ELSE 'null' END || '`;

/**
 * One signup, with the statement of `adapters/postgres/signups/signup-store.ts`.
 * @param referred - percentage of signups that name one of the first `entries` entries as their referrer
 */
export const oneSignup = (waitlistId: string, { referred = 0, entries = 1 } = {}): Workload => ({
  sql: join(
    waitlistId,
    `('[${SIGNUP.replace(`"${NOBODY}"`, referred === 0 ? ' null' : referrer(referred))}]')::jsonb`,
  ),
  // Like UUIDs of version 7, ids are ordered by time.
  counters: ['moment'],
  ranges: {
    left: DIGITS,
    right: DIGITS,
    ...(referred > 0 && { chance: [1, 100], referrer: [1, entries] }),
  },
  protocol: 'simple',
  signups: 1,
});

/** Several signups in one call, as the service batches them. */
export const manySignups = (waitlistId: string, size: number): Workload => ({
  sql: join(waitlistId, `some_signups(${size}, :seed::bigint)`),
  ranges: SEED,
  protocol: 'prepared',
  signups: size,
});
