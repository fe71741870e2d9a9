import { codeOf } from '../fill.ts';

/**
 * A statement that clients send again and again. `:name` stands for a random whole number that each call draws from
 * the range of that name.
 */
export interface Workload {
  readonly sql: string;
  readonly ranges: Readonly<Record<string, readonly [number, number]>>;
  /** Names of whole numbers of sixteen digits that each connection counts up from the microsecond in which it began. */
  readonly counters?: readonly string[];
  /**
   * How it is sent. `prepared`: planned once, the numbers as parameters. `simple`: the numbers as text, also inside
   * quotes. CALL keeps no plan of expressions among its arguments (their planning would be measured, some 55 µs), and
   * the adapter sends values; literals are what costs as little as those.
   */
  readonly protocol: 'prepared' | 'simple';
  /** Signups made by one call. */
  readonly signups: number;
}

export interface LoadResult {
  readonly signupsPerSecond: number;
  /** Of calls, milliseconds. */
  readonly p99: number;
}

const SEED = { seed: [1, Number.MAX_SAFE_INTEGER] } as const;
const EMAIL = `'u' || :seed::bigint || '@bench.test'`;
/** 56 random bits: no collision in any run, and neither side is asked to repair one. */
const CODE = `left(encode(uuid_send(gen_random_uuid()), 'base64'), 10)`;

/** The plain insert of the row that a signup is. */
export const plainInsert = (waitlistId: string): Workload => ({
  sql: `INSERT INTO reference_rows (id, waitlist_id, email, name, position, referral_code, referred_by)
    VALUES (gen_random_uuid(), '${waitlistId}', ${EMAIL}, 'Ada', 1, ${CODE}, NULL)`.replace(/\s+/g, ' '),
  ranges: SEED,
  protocol: 'prepared',
  signups: 1,
});

const call = (procedure: string, waitlistId: string, args: readonly string[]): string =>
  `CALL ${procedure}('${waitlistId}'::uuid, ${args.join(', ')}, NULL, NULL, NULL)`;

/** Sixteen digits, so that two make a uuid and four a digest. */
const DIGITS = [1e15, Number.MAX_SAFE_INTEGER] as const;

/**
 * One signup, by the statement of `adapters/postgres/signup-store.ts`.
 * @param referred - percentage of signups that name one of the first `entries` entries as their referrer
 */
export const oneSignup = (waitlistId: string, { referred = 0, entries = 1 } = {}): Workload => ({
  sql: call('join_one', waitlistId, [
    `':moment:right'`,
    `'\\x:left:right:right:left'`,
    `'u:left:right@bench.test'`,
    `'Ada'`,
    `'c:left'`,
    referred === 0 ? 'NULL' : `CASE WHEN :chance <= ${referred} THEN ${codeOf(':referrer')} END`,
  ]),
  // Ids of one moment stand together, as those of version 7 do.
  counters: ['moment'],
  ranges: {
    left: DIGITS,
    right: DIGITS,
    ...(referred > 0 && { chance: [1, 100], referrer: [1, entries] }),
  },
  protocol: 'simple',
  signups: 1,
});

/** Several signups in one call, as a process sends those that waited together. */
export const manySignups = (waitlistId: string, size: number): Workload => ({
  sql: call('join_many', waitlistId, [
    `some_ids(${size})`,
    `some_digests(${size}, :seed::bigint)`,
    `some_emails(${size}, :seed::bigint)`,
    `array_fill('Ada'::text, ARRAY[${size}])`,
    `some_codes(${size})`,
    `array_fill(NULL::text, ARRAY[${size}])`,
  ]),
  ranges: SEED,
  protocol: 'prepared',
  signups: size,
});
