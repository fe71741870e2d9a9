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
export async function link(
  client: pg.ClientBase,
  accountId: string,
  id: string,
  waitlists: readonly string[],
) {
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
