import type pg from 'pg';
import type { TemplateContent } from '../../../core/email/render-template.ts';
import type {
  CheckTemplate,
  TemplateFields,
  TemplateRecord,
  TemplateStore,
} from '../../../core/email-templates/template-store.ts';
import { lockAccount } from '../account/lock-account.ts';
import { inTransaction } from '../kernel/transaction.ts';
import { link, orRefused, requireListFits } from './template-links.ts';
import { hasPaid, joinTemplate } from './waitlist-template.ts';

const COLUMNS = [
  'name',
  'kind',
  'language',
  'subject',
  'html',
  'text',
] as const satisfies (keyof TemplateFields)[];

const SELECT = `SELECT t.id, t.name, t.kind, t.language, t.subject, t.html, t.created_at AS "createdAt",
  ARRAY(SELECT w.id FROM email_template_links l JOIN waitlists w ON w.id = l.waitlist_id
        WHERE l.template_id = t.id ORDER BY w.created_at, w.id)::text[] AS "waitlistIds"
  FROM email_templates t`;

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

    async findUsed(accountId, waitlistId, kind, language) {
      const { rows } = await pool.query<TemplateContent>(
        `SELECT t.subject, t.html, t.text FROM waitlists w ${joinTemplate('$3', '$4')}
         WHERE w.account_id = $1 AND w.id = $2 AND t.id IS NOT NULL`,
        [accountId, waitlistId, kind, language],
      );
      return rows[0] ?? null;
    },

    insert: (accountId, id, fields, waitlistIds) =>
      orRefused(pool, async client => {
        await lockAccount(client, accountId);
        const made = await read(client, accountId, id);
        if (made) return made;
        await client.query(
          `INSERT INTO email_templates (id, account_id, ${COLUMNS.join(', ')}) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
          [id, accountId, ...COLUMNS.map(column => fields[column])],
        );
        await link(client, accountId, id, waitlistIds);
        await requireListFits(client, accountId, 'html');
        const record = await read(client, accountId, id);
        if (!record) throw new Error('INSERT returned no row');
        return record;
      }),

    update: (accountId, id, changes, waitlistIds, check) =>
      orRefused(pool, async client => {
        const growing = changes.html === undefined ? waitlistIds && 'waitlistIds' : 'html';
        const moves = waitlistIds ?? changes.kind ?? changes.language;
        await lockAccount(client, accountId);
        if (check && !(await passes(client, accountId, id, check))) return null;
        const changed = COLUMNS.filter(column => changes[column] !== undefined);
        const assignments = changed.map((column, index) => `${column} = $${index + 3}`);
        // Locks the row, also where no column changes.
        const { rowCount } = await client.query(
          `UPDATE email_templates SET ${['id = id', ...assignments].join(', ')} WHERE account_id = $1 AND id = $2`,
          [accountId, id, ...changed.map(column => changes[column])],
        );
        if (!rowCount) return null;
        if (moves !== undefined) await link(client, accountId, id, waitlistIds);
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
