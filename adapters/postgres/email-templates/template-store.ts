import type pg from 'pg';
import { LINK_BYTES, LISTED_BYTES, TEMPLATES_MAX } from '../../../core/email-templates/list-budget.ts';
import type {
  CheckTemplate,
  ListIsFull,
  TemplateFields,
  TemplateRecord,
  TemplateStore,
  UnknownWaitlist,
} from '../../../core/email-templates/template-store.ts';
import { isUuid } from '../../../core/kernel/schemas.ts';
import { lockAccount } from '../account/lock-account.ts';
import { inTransaction } from '../kernel/transaction.ts';

const COLUMNS = ['name', 'subject', 'html', 'text'] as const satisfies (keyof TemplateFields)[];

const SELECT = `SELECT t.id, t.name, t.subject, t.html, t.created_at AS "createdAt",
  ARRAY(SELECT w.id FROM waitlists w WHERE w.email_template_id = t.id ORDER BY w.created_at, w.id)::text[] AS "waitlistIds"
  FROM email_templates t`;

/** SQL condition: whether the account with this id, an SQL expression, ever paid for anything. */
export const hasPaid = (accountId: string): string =>
  `EXISTS (SELECT FROM checkouts c WHERE c.account_id = ${accountId} AND c.paid_at IS NOT NULL)`;

type Refusal = UnknownWaitlist | ListIsFull;

/** Thrown inside a transaction to roll it back. */
class RefusedError extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super('The templates were not changed');
    this.refusal = refusal;
  }
}

/** Refuses a change after which the account's templates would be too large. Needs the lock. */
async function requireListFits(client: pg.ClientBase, accountId: string, changed: 'html' | 'waitlistIds') {
  const { rows } = await client.query<{ count: number; html: number; links: number }>(
    `SELECT count(*)::integer AS count,
            coalesce(sum(t.listed_bytes), 0)::float8 AS html,
            (SELECT count(*)::integer FROM waitlists w
             WHERE w.account_id = $1 AND w.email_template_id IS NOT NULL) AS links
     FROM email_templates t
     WHERE t.account_id = $1`,
    [accountId],
  );
  const { count, html, links } = rows[0] ?? { count: 0, html: 0, links: 0 };
  if (count > TEMPLATES_MAX) throw new RefusedError({ listIsFull: 'templates' });
  if (html + links * LINK_BYTES > LISTED_BYTES) throw new RefusedError({ listIsFull: changed });
}

/** Links a template to exactly these waitlists, by id or slug, which must belong to the account. */
async function link(client: pg.ClientBase, accountId: string, id: string, waitlists: readonly string[]) {
  // Ordered, so that two requests that share waitlists cannot deadlock.
  const { rows } = await client.query<{ id: string; slug: string }>(
    `SELECT id, slug FROM waitlists
     WHERE account_id = $1 AND (id = ANY ($2) OR slug = ANY ($3) OR email_template_id = $4) ORDER BY id FOR UPDATE`,
    [accountId, waitlists.filter(isUuid), waitlists, id],
  );
  const own = new Map(rows.flatMap(row => [[row.id, row.id] as const, [row.slug, row.id] as const]));
  const unknown = waitlists.findIndex(each => !own.has(each));
  if (unknown !== -1) throw new RefusedError({ unknownWaitlist: unknown });
  const waitlistIds = waitlists.map(each => own.get(each));
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

/** Shows the template to `check`. Changes of it need the account's lock, or its row's. False if there is none. */
async function passes(client: pg.ClientBase, accountId: string, id: string, check: CheckTemplate) {
  await client.query('SELECT FROM email_templates WHERE account_id = $1 AND id = $2 FOR UPDATE', [
    accountId,
    id,
  ]);
  const current = await read(client, accountId, id);
  if (current) check(current);
  return current !== null;
}

/** {@link TemplateStore} on Postgres. */
export function createTemplateStore(pool: pg.Pool): TemplateStore {
  async function orRefused<Result>(
    work: (client: pg.ClientBase) => Promise<Result>,
  ): Promise<Result | Refusal> {
    try {
      return await inTransaction(pool, work);
    } catch (error) {
      if (error instanceof RefusedError) return error.refusal;
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

    async hasPaid(accountId) {
      const { rows } = await pool.query<{ paid: boolean }>(`SELECT ${hasPaid('$1')} AS paid`, [accountId]);
      return rows[0]?.paid ?? false;
    },

    insert: (accountId, id, fields, waitlistIds) =>
      orRefused(async client => {
        await lockAccount(client, accountId);
        const made = await read(client, accountId, id);
        if (made) return made;
        await client.query(
          `INSERT INTO email_templates (id, account_id, ${COLUMNS.join(', ')}) VALUES ($1, $2, $3, $4, $5, $6)`,
          [id, accountId, ...COLUMNS.map(column => fields[column])],
        );
        await link(client, accountId, id, waitlistIds);
        await requireListFits(client, accountId, 'html');
        const record = await read(client, accountId, id);
        if (!record) throw new Error('INSERT returned no row');
        return record;
      }),

    update: (accountId, id, changes, waitlistIds, check) =>
      orRefused(async client => {
        const growing = changes.html === undefined ? waitlistIds && 'waitlistIds' : 'html';
        if (growing || check) await lockAccount(client, accountId);
        if (check && !(await passes(client, accountId, id, check))) return null;
        const changed = COLUMNS.filter(column => changes[column] !== undefined);
        const assignments = changed.map((column, index) => `${column} = $${index + 3}`);
        // Locks the row, also where no column changes.
        const { rowCount } = await client.query(
          `UPDATE email_templates SET ${['id = id', ...assignments].join(', ')} WHERE account_id = $1 AND id = $2`,
          [accountId, id, ...changed.map(column => changes[column])],
        );
        if (!rowCount) return null;
        if (waitlistIds) await link(client, accountId, id, waitlistIds);
        if (growing) await requireListFits(client, accountId, growing);
        return read(client, accountId, id);
      }),

    remove: (accountId, id, check) =>
      inTransaction(pool, async client => {
        if (check) {
          await lockAccount(client, accountId);
          if (!(await passes(client, accountId, id, check))) return false;
        }
        const { rowCount } = await client.query(
          'DELETE FROM email_templates WHERE account_id = $1 AND id = $2',
          [accountId, id],
        );
        return rowCount === 1;
      }),
  };
}
