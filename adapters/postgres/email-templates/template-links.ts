import type pg from 'pg';
import type { ListIsFull, UnknownWaitlist } from '../../../core/email-templates/template-store.ts';
import { LINK_BYTES, LISTED_BYTES, TEMPLATES_MAX } from '../../../core/email-templates/template-store.ts';
import { isUuid } from '../../../core/kernel/schemas.ts';
import { inTransaction } from '../kernel/transaction.ts';

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
export async function requireListFits(
  client: pg.ClientBase,
  accountId: string,
  changed: 'html' | 'waitlistIds',
) {
  const { rows } = await client.query<{ count: number; html: number; links: number }>(
    `SELECT count(*)::integer AS count,
            coalesce(sum(t.listed_bytes), 0)::float8 AS html,
            (SELECT count(*)::integer FROM email_template_links l
             JOIN email_templates linked ON linked.id = l.template_id WHERE linked.account_id = $1) AS links
     FROM email_templates t
     WHERE t.account_id = $1`,
    [accountId],
  );
  const { count, html, links } = rows[0] ?? { count: 0, html: 0, links: 0 };
  if (count > TEMPLATES_MAX) throw new RefusedError({ listIsFull: 'templates' });
  if (html + links * LINK_BYTES > LISTED_BYTES) throw new RefusedError({ listIsFull: changed });
}

/** The waitlists of a template, locked so that their links stay as they are. */
const LINKED = 'SELECT l.waitlist_id FROM email_template_links l WHERE l.template_id = $2';

/** Locks the waitlists, by id or slug, which must belong to the account, and those that use the template. @returns the ids of both */
async function lockWaitlists(
  client: pg.ClientBase,
  accountId: string,
  id: string,
  waitlists: readonly string[],
): Promise<{ readonly chosen: readonly string[]; readonly locked: readonly string[] }> {
  // Ordered, so that two requests that share waitlists cannot deadlock.
  const { rows } = await client.query<{ id: string; slug: string }>(
    `SELECT id, slug FROM waitlists
     WHERE account_id = $1 AND (id = ANY ($3) OR slug = ANY ($4) OR id IN (${LINKED})) ORDER BY id FOR UPDATE`,
    [accountId, id, waitlists.filter(isUuid), waitlists],
  );
  const own = new Map(rows.flatMap(row => [[row.id, row.id] as const, [row.slug, row.id] as const]));
  const chosen = waitlists.map(each => own.get(each));
  const unknown = chosen.indexOf(undefined);
  if (unknown !== -1) throw new RefusedError({ unknownWaitlist: unknown });
  return { chosen: chosen.filter(each => each !== undefined), locked: rows.map(row => row.id) };
}

/**
 * Links a template to exactly these waitlists, by id or slug, which must belong to the account; without any, to those that it
 * has. They no longer use others of its kind and language. Needs the lock.
 */
export async function link(
  client: pg.ClientBase,
  accountId: string,
  id: string,
  waitlists: readonly string[] | undefined,
) {
  const { chosen, locked } = await lockWaitlists(client, accountId, id, waitlists ?? []);
  if (waitlists) {
    await client.query(
      'DELETE FROM email_template_links WHERE template_id = $1 AND NOT waitlist_id = ANY ($2)',
      [id, chosen],
    );
    await client.query(
      `INSERT INTO email_template_links (waitlist_id, template_id) SELECT unnest($2::uuid[]), $1::uuid
       ON CONFLICT DO NOTHING`,
      [id, chosen],
    );
  }
  await client.query(
    `DELETE FROM email_template_links other USING email_templates theirs, email_templates own
     WHERE own.id = $2 AND theirs.id = other.template_id AND theirs.id <> own.id AND theirs.kind = own.kind
       AND theirs.language IS NOT DISTINCT FROM own.language AND theirs.account_id = $1 AND other.waitlist_id IN (${LINKED})`,
    [accountId, id],
  );
  // The previous release sends what this column names.
  await client.query(
    `UPDATE waitlists w SET email_template_id = used.id
     FROM waitlists each LEFT JOIN LATERAL (
       SELECT t.id FROM email_template_links l JOIN email_templates t ON t.id = l.template_id
       WHERE l.waitlist_id = each.id AND t.kind = 'confirmation' AND t.language IS NULL LIMIT 1) used ON true
     WHERE w.id = each.id AND each.id = ANY ($1) AND w.email_template_id IS DISTINCT FROM used.id`,
    [locked],
  );
}

/** Makes a change in a transaction, or returns why it was refused. */
export async function orRefused<Result>(
  pool: pg.Pool,
  work: (client: pg.ClientBase) => Promise<Result>,
): Promise<Result | Refusal> {
  try {
    return await inTransaction(pool, work);
  } catch (error) {
    if (error instanceof RefusedError) return error.refusal;
    throw error;
  }
}
