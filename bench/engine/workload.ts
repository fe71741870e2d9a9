import { codeOf } from '../fill.ts';

/**
 * A statement that clients send again and again. `:name` stands for a random whole number that each call draws from
 * the range of that name.
 */
export interface Workload {
  readonly sql: string;
  readonly ranges: Readonly<Record<string, readonly [number, number]>>;
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
  signups: 1,
});

const call = (waitlistId: string, args: readonly string[]): string =>
  `CALL join_waitlist('${waitlistId}'::uuid, ${args.join(', ')}, NULL, NULL, NULL)`;

/**
 * One signup, by the statement of `adapters/postgres/signup-store.ts`.
 * @param referred - percentage of signups that name one of the first `entries` entries as their referrer
 */
export const oneSignup = (waitlistId: string, { referred = 0, entries = 1 } = {}): Workload => ({
  sql: call(waitlistId, [
    'ARRAY[gen_random_uuid()]',
    'ARRAY[sha256(int8send(:seed::bigint))]',
    `ARRAY[${EMAIL}]`,
    `ARRAY['Ada']`,
    `ARRAY[${CODE}]`,
    referred === 0
      ? 'ARRAY[NULL]::text[]'
      : `ARRAY[CASE WHEN :chance::bigint <= ${referred} THEN ${codeOf(':referrer')} END]`,
  ]),
  ranges: referred === 0 ? SEED : { ...SEED, chance: [1, 100], referrer: [1, entries] },
  signups: 1,
});

/** Several signups in one call, as a process sends those that waited together. */
export const manySignups = (waitlistId: string, size: number): Workload => ({
  sql: call(waitlistId, [
    `some_ids(${size})`,
    `some_digests(${size}, :seed::bigint)`,
    `some_emails(${size}, :seed::bigint)`,
    `array_fill('Ada'::text, ARRAY[${size}])`,
    `some_codes(${size})`,
    `array_fill(NULL::text, ARRAY[${size}])`,
  ]),
  ranges: SEED,
  signups: size,
});
