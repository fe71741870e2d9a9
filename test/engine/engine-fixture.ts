import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll } from '@jest/globals';
import pg from 'pg';
import { toJson } from '../../adapters/postgres/kernel/to-json.ts';
import { digestStop } from '../../core/email/stop-link.ts';
import { digestEmail } from '../../core/identity/email-digest.ts';
import { generateReferralCode } from '../../core/identity/referral-code.ts';
import type { InviteRequest } from '../../core/invitations/invitation-store.ts';
import type { JoinOutcome, NewSignup } from '../../core/signups/signup-store.ts';
import { createTestDatabase } from '../support/database.ts';

export const KEY = Buffer.alloc(32, 7);

/** The same limits as in production. */
export const STORE_OPTIONS = { attemptsPerMinute: 10, challenged: false } as const;

export interface QueueRow {
  readonly seq: number;
  readonly id: string;
  readonly position: number;
  readonly status: 'waiting' | 'invited' | 'accepted';
  readonly referral_code: string;
  readonly referral_count: number;
  readonly referred_by: string | null;
}

export interface Engine {
  readonly pool: pg.Pool;
  readonly accountId: string;
  createWaitlist(options?: { enabled?: boolean; boost?: number }): Promise<string>;
  /** The whole queue by position, read in one statement. */
  readQueue(waitlistId: string): Promise<QueueRow[]>;
  close(): Promise<void>;
}

/** The slug of a waitlist created by the fixture. */
export const slugOf = (waitlistId: string): string => `list-${waitlistId.slice(0, 18)}`;

/** A migrated database with one account. */
export async function openEngine(connections = 20): Promise<Engine> {
  const database = await createTestDatabase();
  const pool = new pg.Pool({ connectionString: database.url, max: connections });
  // Dropping the database closes any open connections.
  pool.on('error', () => {});
  const accountId = randomUUID();
  await pool.query('INSERT INTO accounts (id, email) VALUES ($1, $2)', [accountId, `${accountId}@x.test`]);
  return {
    pool,
    accountId,
    async createWaitlist({ enabled = true, boost = 5 } = {}) {
      const id = randomUUID();
      await pool.query(
        `INSERT INTO waitlists (id, account_id, slug, name, referral_enabled, referral_boost)
         VALUES ($1, $2, $3, 'List', $4, $5)`,
        [id, accountId, slugOf(id), enabled, boost],
      );
      return id;
    },
    async readQueue(waitlistId) {
      const { rows } = await pool.query<QueueRow>(
        'SELECT * FROM queue WHERE waitlist_id = $1 ORDER BY position',
        [waitlistId],
      );
      return rows;
    },
    async close() {
      await pool.end();
      await database.drop();
    },
  };
}

/** The engine that all tests of a suite use, from its first test to its last. Its members are set once the hooks run. */
export function shareEngine(connections?: number): Engine {
  const engine = {} as Engine;
  beforeAll(async () => void Object.assign(engine, await openEngine(connections)));
  afterAll(() => engine.close?.());
  return engine;
}

/** A signup with defaults for everything the test does not set. */
export function signupOf(email: string, changes: Partial<NewSignup> = {}): NewSignup {
  return {
    entryId: randomUUID(),
    emailDigest: digestEmail(KEY, email),
    mailboxDigest: null,
    email,
    name: null,
    referralCode: generateReferralCode(),
    referrerCode: null,
    network: null,
    isDisposable: false,
    answers: null,
    consents: null,
    source: null,
    facets: null,
    language: null,
    ...changes,
  };
}

export interface CallResult {
  readonly known: boolean;
  readonly positions: (number | null)[] | null;
  readonly codes: (string | null)[] | null;
}

/** Calls the procedure as the store does. */
export async function callJoin(
  connection: pg.Pool | pg.ClientBase,
  waitlistId: string,
  signups: readonly NewSignup[],
): Promise<CallResult> {
  const { rows } = await (connection as pg.Pool).query<{ answer: readonly JoinOutcome[] | null }>({
    name: 'test-join-signups',
    text: 'CALL join_signups($1, $2, NULL)',
    values: [waitlistId, toJson(signups)],
  });
  const outcomes = rows[0]?.answer?.map(outcome => (outcome.status === 'joined' ? outcome : null)) ?? null;
  return {
    known: outcomes !== null,
    positions: outcomes?.map(joined => joined?.position ?? null) ?? null,
    codes: outcomes?.map(joined => joined?.referralCode ?? null) ?? null,
  };
}

/** A short, predictable code that a test can refer to later. */
export const codeFor = (label: string): string =>
  createHash('sha256').update(label).digest('hex').slice(0, 10);

/**
 * A request to invite people for a week, with defaults for everything the test does not set.
 * @param made - gets the hashes of the codes, in the order of the people
 */
export const invitationOf = (
  { accountId }: Pick<Engine, 'accountId'>,
  waitlistId: string,
  who: InviteRequest['who'],
  made: Buffer[] = [],
): InviteRequest => ({
  batchId: randomUUID(),
  accountId,
  waitlistId,
  who,
  message: null,
  inviteUrl: 'https://rocket.example/invited',
  expiresAt: new Date(Date.now() + 7 * 24 * 3600_000),
  planned: null,
  isDryRun: false,
  stopOf: mailbox => digestStop(KEY, waitlistId, mailbox),
  newInvitation() {
    const codeHash = randomBytes(32);
    made.push(codeHash);
    return { id: randomUUID(), codeHash };
  },
});
