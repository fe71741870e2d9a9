import type pg from 'pg';
import {
  type NewSender,
  SENDERS_MAX,
  type SenderRow,
  type SenderStore,
} from '../../../core/senders/sender-store.ts';
import { lockAccount } from '../account/lock-account.ts';
import { HELD } from '../domains/claim-work-store.ts';
import { lockKey } from '../kernel/advisory-lock.ts';
import { inTransaction } from '../kernel/transaction.ts';

const ROWS = `SELECT s.id, s.account_id AS "accountId", s.email, s.name, d.id AS "claimId", d.domain, d.state, d.reason,
  d.checked_at AS "checkedAt", d.details FROM senders s JOIN sender_domains d ON d.id = s.domain_id`;

async function find(client: pg.Pool | pg.ClientBase, accountId: string, id: string) {
  const { rows } = await client.query<SenderRow>(`${ROWS} WHERE s.account_id = $1 AND s.id = $2`, [
    accountId,
    id,
  ]);
  return rows[0] ?? null;
}

async function isHeld(client: pg.ClientBase, accountId: string, domain: string): Promise<boolean> {
  const { rows } = await client.query(
    `SELECT FROM sender_domains d WHERE d.domain = $2 AND d.account_id IS DISTINCT FROM $1 AND ${HELD('d')}`,
    [accountId, domain],
  );
  return rows.length > 0;
}

async function isFull(client: pg.ClientBase, accountId: string): Promise<boolean> {
  const { rows } = await client.query<{ count: number }>(
    'SELECT count(*)::integer AS count FROM senders WHERE account_id = $1',
    [accountId],
  );
  return (rows[0]?.count ?? 0) >= SENDERS_MAX;
}

/** The account's claim on the domain, which starts over unless it has senders and did not fail. */
async function claim(client: pg.ClientBase, accountId: string, domain: string): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    `INSERT INTO sender_domains AS d (domain, account_id, reason) VALUES ($2, $1, 'Create the records at your DNS provider.')
     ON CONFLICT (domain, account_id) DO UPDATE
     SET is_wanted = true, state = 'verifying', reason = excluded.reason, checked_at = NULL, state_since = now(),
         gone_since = NULL, details = '{}', version = d.version + 1
     WHERE NOT d.is_wanted OR d.state = 'failed' RETURNING id`,
    [accountId, domain],
  );
  if (rows[0]) return rows[0].id;
  const { rows: kept } = await client.query<{ id: string }>(
    'SELECT id FROM sender_domains WHERE account_id = $1 AND domain = $2',
    [accountId, domain],
  );
  if (!kept[0]) throw new Error('A claim that conflicts is gone');
  return kept[0].id;
}

/** Makes the check of a claim due soon. */
const hasten = (client: pg.Pool | pg.ClientBase, claimId: string) =>
  client.query(
    `UPDATE outbox SET available_at = least(available_at, now())
     WHERE waitlist_id = $1 AND kind = 'reconcile_sender' AND parked_at IS NULL`,
    [claimId],
  );

async function save(
  client: pg.ClientBase,
  accountId: string,
  id: string,
  { email, name, domain }: NewSender,
): Promise<SenderRow | 'held' | 'limit_reached'> {
  await lockAccount(client, accountId);
  await lockKey(client, 'sender', domain);
  const { rows } = await client.query<{ id: string }>(
    'SELECT id FROM senders WHERE account_id = $1 AND email = $2',
    [accountId, email],
  );
  const [existing] = rows;
  if (!existing && (await isFull(client, accountId))) return 'limit_reached';
  if (await isHeld(client, accountId, domain)) return 'held';
  const claimId = await claim(client, accountId, domain);
  await client.query(
    `INSERT INTO senders (id, account_id, domain_id, email, name) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (account_id, email) DO UPDATE SET name = excluded.name`,
    [existing?.id ?? id, accountId, claimId, email, name],
  );
  await hasten(client, claimId);
  const saved = await find(client, accountId, existing?.id ?? id);
  if (!saved) throw new Error('A sender that was saved is gone');
  return saved;
}

/** {@link SenderStore} on Postgres. Triggers of the tables write the jobs that follow a change. */
export const createSenderStore = (pool: pg.Pool): SenderStore => ({
  async list(accountId) {
    const { rows } = await pool.query<SenderRow>(
      `${ROWS} WHERE s.account_id = $1 ORDER BY s.created_at, s.id`,
      [accountId],
    );
    return rows;
  },

  find: (accountId, id) => find(pool, accountId, id),

  save: (accountId, id, sender) => inTransaction(pool, client => save(client, accountId, id, sender)),

  async learn(claimId, dkim) {
    await pool.query(
      `UPDATE sender_domains SET details = details || jsonb_build_object('dkim', $2::jsonb) WHERE id = $1`,
      [claimId, JSON.stringify(dkim)],
    );
  },

  async hasten(claimId) {
    await hasten(pool, claimId);
  },

  remove: (accountId, id) =>
    inTransaction(pool, async client => {
      await lockAccount(client, accountId);
      const { rowCount } = await client.query('DELETE FROM senders WHERE account_id = $1 AND id = $2', [
        accountId,
        id,
      ]);
      return rowCount === 1;
    }),
});
