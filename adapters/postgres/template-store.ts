import type pg from 'pg';
import type {
  TemplateFields,
  TemplateRecord,
  TemplateStore,
  UnknownWaitlist,
} from '../../core/email-templates/template-store.ts';
import { inTransaction } from './transaction.ts';

const COLUMNS = ['name', 'subject', 'html', 'text'] as const satisfies (keyof TemplateFields)[];

const SELECT = `SELECT t.id, t.name, t.subject, t.html, t.created_at AS "createdAt",
  ARRAY(SELECT w.id FROM waitlists w WHERE w.email_template_id = t.id ORDER BY w.created_at, w.id)::text[] AS "waitlistIds"
  FROM email_templates t`;

/** Thrown inside a transaction to leave nothing of it. */
class UnknownWaitlistError extends Error {
  readonly index: number;

  constructor(index: number) {
    super('A waitlist is not of this account');
    this.index = index;
  }
}

/** Links exactly these waitlists to a template; each must be the account's. */
async function link(client: pg.ClientBase, accountId: string, id: string, waitlistIds: readonly string[]) {
  // In one order, so that two requests that share waitlists wait for each other and never deadlock.
  const { rows } = await client.query<{ id: string }>(
    'SELECT id FROM waitlists WHERE account_id = $1 AND (id = ANY ($2) OR email_template_id = $3) ORDER BY id FOR UPDATE',
    [accountId, waitlistIds, id],
  );
  const own = new Set(rows.map(row => row.id));
  const unknown = waitlistIds.findIndex(each => !own.has(each));
  if (unknown !== -1) throw new UnknownWaitlistError(unknown);
  await client.query(
    `UPDATE waitlists SET email_template_id = CASE WHEN id = ANY ($2) THEN $3::uuid END
     WHERE account_id = $1 AND (id = ANY ($2) OR email_template_id = $3)`,
    [accountId, waitlistIds, id],
  );
}

async function read(
  client: pg.ClientBase | pg.Pool,
  accountId: string,
  id: string,
): Promise<TemplateRecord | null> {
  const { rows } = await client.query<TemplateRecord>(`${SELECT} WHERE t.account_id = $1 AND t.id = $2`, [
    accountId,
    id,
  ]);
  return rows[0] ?? null;
}

/** {@link TemplateStore} on Postgres. */
export function createTemplateStore(pool: pg.Pool): TemplateStore {
  async function orUnknown<Result>(
    work: (client: pg.ClientBase) => Promise<Result>,
  ): Promise<Result | UnknownWaitlist> {
    try {
      return await inTransaction(pool, work);
    } catch (error) {
      if (error instanceof UnknownWaitlistError) return { unknownWaitlist: error.index };
      throw error;
    }
  }

  return {
    async list(accountId) {
      const { rows } = await pool.query<TemplateRecord>(
        `${SELECT} WHERE t.account_id = $1 ORDER BY t.created_at DESC, t.id`,
        [accountId],
      );
      return rows;
    },

    find: (accountId, id) => read(pool, accountId, id),

    insert: (accountId, fields, waitlistIds) =>
      orUnknown(async client => {
        const { rows } = await client.query<{ id: string }>(
          `INSERT INTO email_templates (account_id, ${COLUMNS.join(', ')}) VALUES ($1, $2, $3, $4, $5) RETURNING id`,
          [accountId, ...COLUMNS.map(column => fields[column])],
        );
        const id = rows[0]?.id ?? '';
        await link(client, accountId, id, waitlistIds);
        const record = await read(client, accountId, id);
        if (!record) throw new Error('INSERT left no row');
        return record;
      }),

    update: (accountId, id, changes, waitlistIds) =>
      orUnknown(async client => {
        const changed = COLUMNS.filter(column => changes[column] !== undefined);
        const assignments = changed.map((column, index) => `${column} = $${index + 3}`);
        // Also where nothing changes: the row is locked, or there is none.
        const { rowCount } = await client.query(
          `UPDATE email_templates SET ${['id = id', ...assignments].join(', ')} WHERE account_id = $1 AND id = $2`,
          [accountId, id, ...changed.map(column => changes[column])],
        );
        if (!rowCount) return null;
        if (waitlistIds) await link(client, accountId, id, waitlistIds);
        return read(client, accountId, id);
      }),

    async remove(accountId, id) {
      const { rowCount } = await pool.query('DELETE FROM email_templates WHERE account_id = $1 AND id = $2', [
        accountId,
        id,
      ]);
      return rowCount === 1;
    },
  };
}
