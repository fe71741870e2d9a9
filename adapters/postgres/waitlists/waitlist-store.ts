import pg from 'pg';
import type { ListedWaitlist, PageCode, WaitlistRecord } from '../../../core/waitlists/waitlist.ts';
import type { WaitlistRef } from '../../../core/waitlists/waitlist-ref.ts';
import type { Changes, Conflict, WaitlistStore } from '../../../core/waitlists/waitlist-store.ts';
import { lockAccount } from '../account/lock-account.ts';
import { createKeyedBatcher } from '../kernel/batcher.ts';
import { inTransaction, withWaitlistLock } from '../kernel/transaction.ts';
import {
  COLUMN,
  changeSql,
  LISTED,
  memberValue,
  present,
  valueSql,
  WITH_CODE,
  WITHOUT_CODE,
} from './waitlist-columns.ts';

/** Cursors have milliseconds, so these decide the order. */
const LIST = `
  SELECT ${LISTED} FROM waitlists, date_trunc('milliseconds', created_at) AS created
  WHERE account_id = $1 AND ($2::timestamptz IS NULL OR created < $2 OR created = $2 AND id > $3::uuid)
  ORDER BY created DESC, id LIMIT $4`;

/** The constraints that users can run into. */
const CONFLICTS: Readonly<Record<string, Conflict>> = {
  waitlists_slug_key: 'slug_taken',
  waitlists_share_url: 'share_url_not_allowed',
  waitlists_door: 'closes_before_it_opens',
  waitlists_sender: 'unknown_sender',
};

interface Lookup {
  readonly accountId: string;
  readonly ref: WaitlistRef;
}

/**
 * Several lookups in one statement. LATERAL with LIMIT makes each an index probe. Subscripts hide the array's length from
 * the planner, unlike `unnest`, so that it reuses one plan.
 */
const findBy = (columns: string, column: 'id' | 'slug', type: string): string =>
  `SELECT n AS ord, w.* FROM generate_subscripts($1::${type}[], 1) AS n
   CROSS JOIN LATERAL (
     SELECT ${columns} FROM waitlists WHERE ${column} = ($1::${type}[])[n] AND account_id = ($2::uuid[])[n] LIMIT 1
   ) w`;

/** Finds waitlists by uuid or slug. Lookups that arrive during another share the next statement. */
function createFind<Found>(pool: pg.Pool | pg.ClientBase, name: string, columns: string) {
  const statements = {
    id: { name: `${name}-by-id`, text: findBy(columns, 'id', 'uuid') },
    slug: { name: `${name}-by-slug`, text: findBy(columns, 'slug', 'text') },
  };
  const finds = createKeyedBatcher<Lookup, Found | null>({
    maxSize: 100,
    // Fewer, larger calls cost less than parallel ones.
    maxInFlight: 1,
    async run(column, lookups) {
      const { rows } = await pool.query<{ ord: number }>({
        ...(column === 'id' ? statements.id : statements.slug),
        values: [
          lookups.map(({ ref }) => ('id' in ref ? ref.id : ref.slug)),
          lookups.map(({ accountId }) => accountId),
        ],
      });
      const found = new Map(rows.map(({ ord, ...record }) => [ord, record as Found]));
      return lookups.map((_, index) => found.get(index + 1) ?? null);
    },
  });
  return (accountId: string, ref: WaitlistRef) => finds.add('id' in ref ? 'id' : 'slug', { accountId, ref });
}

/** The result of a change, or why a constraint refuses it. */
const unlessRefused = <Result>(change: Promise<Result>): Promise<Result | Conflict> =>
  change.catch((error: unknown) => {
    const conflict = error instanceof pg.DatabaseError && CONFLICTS[error.constraint ?? ''];
    if (conflict) return conflict;
    throw error;
  });

/** Signups on their way are done before one of these changes, and those that follow see it. */
const DOOR_MEMBERS = ['opensAt', 'closesAt', 'capacity', 'emailRules'] as const;

/** Makes a change in a transaction that holds the waitlist's lock, after `look` saw the waitlist. Null if there is none. */
const afterLook = <Seen, Result>(
  pool: pg.Pool | pg.ClientBase,
  accountId: string,
  id: string,
  look: (current: WaitlistRecord & PageCode) => Seen,
  change: (client: pg.ClientBase, seen: Seen) => Promise<Result>,
): Promise<Result | null> =>
  // The order of delete_waitlist, which also needs both locks.
  withWaitlistLock(pool, id, async client => {
    const { rows } = await client.query<WaitlistRecord & PageCode>(
      `SELECT ${WITH_CODE} FROM waitlists WHERE id = $1 AND account_id = $2 FOR UPDATE`,
      [id, accountId],
    );
    const [current] = rows;
    if (!current) return null;
    return change(client, look(current));
  });

/** {@link WaitlistStore} on Postgres. Given a client, it works in that client's transaction. */
export function createWaitlistStore(pool: pg.Pool | pg.ClientBase): WaitlistStore {
  return {
    async list(accountId, page) {
      const { rows } = await pool.query<ListedWaitlist>({
        name: 'list-waitlists',
        text: LIST,
        values: [accountId, page?.after?.createdAt, page?.after?.id, page?.limit],
      });
      return rows;
    },

    find: createFind<WaitlistRecord>(pool, 'find-waitlists', WITHOUT_CODE),

    findWithCode: createFind<WaitlistRecord & PageCode>(pool, 'find-waitlists-with-code', WITH_CODE),

    insert(accountId, id, fields, limit) {
      const members = present(fields);
      return unlessRefused(
        inTransaction(pool, async client => {
          await lockAccount(client, accountId);
          const made = await createWaitlistStore(client).find(accountId, { id });
          if (made) return made;
          const { rows } = await client.query<{ count: number }>(
            'SELECT count(*)::integer AS count FROM waitlists WHERE account_id = $1',
            [accountId],
          );
          if ((rows[0]?.count ?? 0) >= limit) return 'limit_reached';
          const { rows: inserted } = await client.query<WaitlistRecord>(
            `INSERT INTO waitlists (id, account_id, ${members.map(member => COLUMN[member]).join(', ')})
             VALUES ($1, $2, ${members.map((member, index) => valueSql(member, index + 3)).join(', ')}) RETURNING ${WITHOUT_CODE}`,
            [id, accountId, ...members.map(member => memberValue(fields, member))],
          );
          const [record] = inserted;
          if (!record) throw new Error('INSERT returned no row');
          if (fields.invitationPlan) await client.query('SELECT queue_plan($1)', [id]);
          return record;
        }),
      );
    },

    update(accountId, id, changes, prepare) {
      const needsLock = prepare !== undefined || DOOR_MEMBERS.some(member => changes[member] !== undefined);
      const save = (db: pg.Pool | pg.ClientBase, more: Changes = {}) =>
        saveChanges(db, accountId, id, { ...changes, ...more });
      return unlessRefused(
        needsLock ? afterLook(pool, accountId, id, prepare ?? (() => ({})), save) : save(pool),
      );
    },

    async remove(accountId, id, check) {
      if (check) {
        const removed = await afterLook(pool, accountId, id, check, client =>
          createWaitlistStore(client).remove(accountId, id),
        );
        return removed ?? false;
      }
      const { rows } = await pool.query<{ deleted: boolean }>('SELECT delete_waitlist($1, $2) AS deleted', [
        accountId,
        id,
      ]);
      return rows[0]?.deleted ?? false;
    },
  };
}

async function saveChanges(
  db: pg.Pool | pg.ClientBase,
  accountId: string,
  id: string,
  changes: Changes,
): Promise<WaitlistRecord | null> {
  const changed = present(changes);
  if (changed.length === 0) return createWaitlistStore(db).find(accountId, { id });
  const assignments = changed.map((member, index) => `${COLUMN[member]} = ${changeSql(member, index + 3)}`);
  const { rows } = await db.query<WaitlistRecord>(
    `UPDATE waitlists SET ${assignments.join(', ')} WHERE id = $1 AND account_id = $2 RETURNING ${WITHOUT_CODE}`,
    [id, accountId, ...changed.map(member => memberValue(changes, member))],
  );
  if (changes.invitationPlan !== undefined) await db.query('SELECT queue_plan($1)', [id]);
  return rows[0] ?? null;
}
