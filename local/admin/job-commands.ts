import type pg from 'pg';
import { ApiError, notFound } from '../../core/kernel/errors.ts';
import { MAX_FAILURES } from '../../core/outbox/retry.ts';
import type { AdminCommand } from './admin-command.ts';
import { oneOf, toLimit } from './options.ts';

/** Jobs that send one email or notice, so that dropping one loses nothing else. */
const DROPPABLE = [
  'confirmation_email',
  'confirm_address',
  'invitation_email',
  'invitation_reminder',
  'moved_up',
  'status_link',
  'sender_notice',
  'webhook_disabled',
];

const JOB = `o.id::text, o.kind, o.waitlist_id AS "waitlistId", w.slug, w.account_id AS "accountId", o.failures,
  o.created_at AS "createdAt", o.parked_at AS "parkedAt", o.last_error AS "lastError"`;
const FROM_JOBS = 'FROM outbox o LEFT JOIN waitlists w ON w.id = o.waitlist_id';

export const jobList: AdminCommand = {
  usage: 'job list [--kind KIND] [--limit N]',
  purpose: 'Lists parked jobs, oldest first, and counts them by kind and error.',
  required: [],
  optional: ['kind', 'limit'],
  async run(pool, { kind = null, limit }) {
    const parked = `o.parked_at IS NOT NULL AND ($1::text IS NULL OR o.kind = $1)`;
    const [jobs, counts] = await Promise.all([
      pool.query(`SELECT ${JOB} ${FROM_JOBS} WHERE ${parked} ORDER BY o.parked_at, o.id LIMIT $2`, [
        kind,
        toLimit(limit),
      ]),
      pool.query(
        `SELECT o.kind, o.last_error AS "lastError", count(*)::integer, min(o.created_at) AS oldest
         FROM outbox o WHERE ${parked} GROUP BY 1, 2 ORDER BY 3 DESC, 1, 2`,
        [kind],
      ),
    ]);
    return { counts: counts.rows, jobs: jobs.rows };
  },
};

const toJobId = (text: string): string => {
  if (!/^\d{1,18}$/.test(text)) throw notFound('job', '`job list` shows the ids of parked jobs.');
  return text;
};

export const jobShow: AdminCommand = {
  usage: 'job show --id ID',
  purpose: 'Shows a job, parked or not: what it is about, how often it was tried, and its last error.',
  required: ['id'],
  optional: [],
  async run(pool, { id = '' }) {
    const { rows } = await pool.query(
      `SELECT ${JOB}, o.attempts, o.available_at AS "availableAt",
              -- Whose link to their place it mails.
              o.payload - 'email' - 'digest' AS payload,
              CASE WHEN o.parked_at IS NOT NULL THEN 'parked' WHEN o.available_at > now() THEN 'waiting' ELSE 'due' END AS state
       ${FROM_JOBS} WHERE o.id = $1`,
      [toJobId(id)],
    );
    if (!rows[0]) throw notFound('job', 'It may be done.');
    return rows[0];
  },
};

export const jobRetry: AdminCommand = {
  usage: 'job retry (--id ID | --kind KIND|all)',
  purpose: `Makes parked jobs due again, with ${MAX_FAILURES} new tries. The worker takes them within minutes.`,
  required: [],
  optional: ['id', 'kind'],
  async run(pool, options) {
    const [by, value] = oneOf(options, ['id', 'kind']);
    const { rowCount } = await pool.query(
      `UPDATE outbox SET parked_at = NULL, failures = 0, available_at = now()
       WHERE parked_at IS NOT NULL AND ($1::bigint IS NULL OR id = $1) AND ($2::text IS NULL OR kind = $2)`,
      [by === 'id' ? toJobId(value) : null, by === 'kind' && value !== 'all' ? value : null],
    );
    if (by === 'id' && !rowCount) throw notParked();
    return { retried: rowCount ?? 0 };
  },
};

const notParked = (): ApiError => notFound('parked job', '`job list` shows the ids of parked jobs.');

/** @returns the kind of the job, if it was dropped */
async function drop(pool: pg.Pool, id: string): Promise<string> {
  const { rows } = await pool.query<{ kind: string }>(
    'SELECT kind FROM outbox WHERE id = $1 AND parked_at IS NOT NULL',
    [id],
  );
  const kind = rows[0]?.kind;
  if (kind === undefined) throw notParked();
  if (!DROPPABLE.includes(kind))
    throw new ApiError('validation_failed', `A job ${kind} is never dropped: nothing would do its work`, {
      resolution: 'Fix the cause, then retry it.',
    });
  const { rowCount } = await pool.query('DELETE FROM outbox WHERE id = $1 AND parked_at IS NOT NULL', [id]);
  if (!rowCount) throw notParked();
  return kind;
}

export const jobDrop: AdminCommand = {
  usage: 'job drop --id ID',
  purpose: 'Gives up a parked job that sends one email or notice. Others do work that must be done.',
  required: ['id'],
  optional: [],
  async run(pool, { id = '' }) {
    return { id, kind: await drop(pool, toJobId(id)), dropped: true };
  },
};
