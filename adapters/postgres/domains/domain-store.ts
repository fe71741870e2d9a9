import pg from 'pg';
import type { DomainRecord, DomainStore } from '../../../core/domains/domain-store.ts';
import { lockAccount } from '../account/lock-account.ts';
import { lockKey } from '../kernel/advisory-lock.ts';
import { inTransaction } from '../kernel/transaction.ts';
import { HELD } from './claim-work-store.ts';

const RECORD = `d.id, d.domain, d.state, d.reason, d.checked_at AS "checkedAt",
  d.state = 'verifying' AND EXISTS (
    SELECT FROM custom_domains o
    WHERE o.domain = d.domain AND o.id <> d.id AND o.waitlist_id IS NOT NULL AND o.state = 'verifying'
  ) AS "isContested"`;

const violates = (error: unknown, constraint: string): boolean =>
  error instanceof pg.DatabaseError && error.constraint === constraint;

async function find(client: pg.Pool | pg.ClientBase, accountId: string, waitlistId: string) {
  const { rows } = await client.query<DomainRecord>(
    `SELECT ${RECORD} FROM custom_domains d WHERE d.account_id = $1 AND d.waitlist_id = $2`,
    [accountId, waitlistId],
  );
  return rows[0] ?? null;
}

async function isAvailable(
  client: pg.Pool | pg.ClientBase,
  { accountId, waitlistId }: Parameters<DomainStore['find']>[0],
  domain: string,
): Promise<boolean> {
  const { rows } = await client.query(
    `SELECT FROM custom_domains d WHERE d.domain = $1 AND CASE WHEN d.account_id = $2
       THEN d.waitlist_id <> $3 AND d.state <> 'failed' ELSE ${HELD('d')} END`,
    [domain, accountId, waitlistId],
  );
  return rows.length === 0;
}

/** The claim, or the account's earlier one on the same name, which starts over. */
async function claim(
  client: pg.ClientBase,
  accountId: string,
  waitlistId: string,
  domain: string,
  reason: string,
): Promise<void> {
  await client.query(
    `INSERT INTO custom_domains AS d (domain, account_id, waitlist_id, reason) VALUES ($1, $2, $3, $4)
     ON CONFLICT (domain, account_id) DO UPDATE
     SET waitlist_id = excluded.waitlist_id, state = 'verifying', reason = excluded.reason, checked_at = NULL,
         state_since = now(), gone_since = NULL, version = d.version + 1`,
    [domain, accountId, waitlistId, reason],
  );
}

/** Makes the jobs of all who wait for the domain due soon. */
const hasten = (client: pg.ClientBase, domain: string) =>
  client.query(
    `UPDATE outbox o SET available_at = least(o.available_at, now() + interval '1 second')
     FROM custom_domains d
     WHERE d.domain = $1 AND d.waitlist_id IS NOT NULL AND o.waitlist_id = d.id AND o.kind = 'reconcile_domain'
       AND o.parked_at IS NULL`,
    [domain],
  );

async function isFull(client: pg.ClientBase, accountId: string, waitlistId: string, limit: number) {
  const { rows } = await client.query<{ count: number }>(
    `SELECT count(*)::integer AS count FROM custom_domains
     WHERE account_id = $1 AND waitlist_id IS NOT NULL AND waitlist_id <> $2`,
    [accountId, waitlistId],
  );
  return (rows[0]?.count ?? 0) >= limit;
}

/** {@link DomainStore} on Postgres. Triggers of the table write the jobs that follow a change. */
export function createDomainStore(pool: pg.Pool): DomainStore {
  return {
    find: ({ accountId, waitlistId }) => find(pool, accountId, waitlistId),

    isAvailable: (holder, domain) => isAvailable(pool, holder, domain),

    async connect(holder, domain, { reason, limit }) {
      const { accountId, waitlistId } = holder;
      try {
        return await inTransaction(pool, async client => {
          await lockAccount(client, accountId);
          await lockKey(client, 'domain', domain);
          const current = await find(client, accountId, waitlistId);
          if (current?.domain !== domain || current.state === 'failed') {
            if (!(await isAvailable(client, holder, domain))) return 'held';
            if (await isFull(client, accountId, waitlistId, limit)) return 'limit_reached';
            await claim(client, accountId, waitlistId, domain, reason);
          }
          await hasten(client, domain);
          return find(client, accountId, waitlistId);
        });
      } catch (error) {
        if (violates(error, 'custom_domains_waitlist_id_key')) return 'other_connected';
        if (violates(error, 'custom_domains_waitlist_id_fkey')) return null;
        if (violates(error, 'custom_domains_account_id_fkey')) return null;
        throw error;
      }
    },

    async release(waitlistId) {
      await pool.query('SELECT release_domain($1)', [waitlistId]);
    },
  };
}
