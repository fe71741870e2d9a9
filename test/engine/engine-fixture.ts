import { createHash, randomBytes, randomUUID } from 'node:crypto';
import pg from 'pg';
import { digestStop } from '../../core/email/stop-link.ts';
import { digestEmail } from '../../core/identity/email-digest.ts';
import { generateReferralCode } from '../../core/identity/referral-code.ts';
import type { InviteRequest } from '../../core/invitations/invitation-store.ts';
import type { Signup } from '../../core/signups/signup-store.ts';
import { createTestDatabase } from '../support/database.ts';

const KEY = Buffer.alloc(32, 7);

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

/** A signup with defaults for everything the test does not set. */
export function signupOf(waitlistId: string, email: string, changes: Partial<Signup> = {}): Signup {
  return {
    waitlistId,
    entryId: randomUUID(),
    emailDigest: digestEmail(KEY, email),
    mailboxDigest: null,
    email,
    name: null,
    referralCode: generateReferralCode(),
    referrerCode: null,
    network: null,
    isDisposable: false,
    ...changes,
  };
}

export interface CallResult {
  readonly known: boolean;
  readonly positions: (number | null)[] | null;
  readonly codes: string[] | null;
}

async function callJoinOne(
  connection: pg.Pool | pg.ClientBase,
  waitlistId: string,
  signup: Signup,
): Promise<CallResult> {
  const { rows } = await (connection as pg.Pool).query<{
    known: boolean;
    place: number | null;
    code: string | null;
  }>({
    name: 'test-join-one',
    text: 'CALL join_one($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, NULL, NULL, NULL)',
    values: [
      waitlistId,
      signup.entryId,
      signup.emailDigest,
      signup.mailboxDigest,
      signup.email,
      signup.name,
      signup.referralCode,
      signup.referrerCode,
      signup.network,
      signup.isDisposable,
    ],
  });
  const [row] = rows;
  if (!row?.known) return { known: false, positions: null, codes: null };
  return { known: true, positions: [row.place], codes: row.code === null ? null : [row.code] };
}

/** Calls the procedure the store would use: the one for a single signup, or the one for a batch. */
export async function callJoin(
  connection: pg.Pool | pg.ClientBase,
  waitlistId: string,
  signups: readonly Signup[],
): Promise<CallResult> {
  const [first] = signups;
  if (first && signups.length === 1) return callJoinOne(connection, waitlistId, first);
  const { rows } = await (connection as pg.Pool).query<CallResult>({
    name: 'test-join-many',
    text: 'CALL join_many($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, NULL, NULL, NULL)',
    values: [
      waitlistId,
      signups.map(signup => signup.entryId),
      signups.map(signup => signup.emailDigest),
      signups.map(signup => signup.mailboxDigest),
      signups.map(signup => signup.email),
      signups.map(signup => signup.name),
      signups.map(signup => signup.referralCode),
      signups.map(signup => signup.referrerCode),
      signups.map(signup => signup.network),
      signups.map(signup => signup.isDisposable),
    ],
  });
  return rows[0] as CallResult;
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
  isDryRun: false,
  stopOf: mailbox => digestStop(KEY, waitlistId, mailbox),
  newInvitation() {
    const codeHash = randomBytes(32);
    made.push(codeHash);
    return { id: randomUUID(), codeHash };
  },
});
