import type { BenchDatabase, RunRow } from '../bench.ts';
import { inTurn } from '../bench.ts';
import { ask, runChild, startChild, stopChild } from '../child.ts';
import { compare, measure } from '../finding.ts';
import type { MailAnswer, MailQuestion } from './mail-process.ts';

const EMAILS_PER_SECOND = 1_000;
const TARGET = { atLeast: 0.6 } as const;
const TRANSACTIONS = { atMost: 0.1 } as const;

/** Queues the confirmation emails of the first entries, as if they had just joined. */
async function queueEmails({ pool, list }: BenchDatabase, emails: number): Promise<void> {
  await pool.query('TRUNCATE outbox, email_grants, email_days, sent_emails');
  // The worker checks ids more strictly than those of generated entries are.
  await pool.query(`UPDATE entries SET id = gen_random_uuid() WHERE waitlist_id = $1 AND seq <= $2`, [
    list.id,
    emails,
  ]);
  await pool.query(
    `INSERT INTO outbox (kind, turn, waitlist_id, payload)
     SELECT 'confirmation_email', $2, e.waitlist_id, jsonb_build_object('entryId', e.id)
     FROM entries e WHERE e.waitlist_id = $1 AND e.seq <= $3`,
    [list.id, list.accountId, emails],
  );
  await pool.query('ANALYZE outbox');
}

async function countTransactions({ pool }: BenchDatabase): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `SELECT (xact_commit + xact_rollback)::float8 AS count FROM pg_stat_database WHERE datname = current_database()`,
  );
  return rows[0]?.count ?? 0;
}

/** Emails from the outbox to the local SES, vs a loop that only renders and sends them. */
export const runMail: RunRow = async bench => {
  const database = await bench.database();
  const ses = startChild(new URL('ses-process.ts', import.meta.url), bench.signal);
  bench.cleanup.add(() => stopChild(ses));
  const { endpoint: sesEndpoint } = await ask<{ endpoint: string }>(ses, {}, bench.signal);
  const module = new URL('mail-process.ts', import.meta.url);
  const emails = Math.ceil(EMAILS_PER_SECOND * bench.options.seconds);
  const run = async (by: MailQuestion['by']): Promise<number> => {
    const question: MailQuestion = { by, emails, databaseUrl: database.url, sesEndpoint };
    const { seconds } = await runChild<MailAnswer>(module, question, bench.signal);
    return emails / seconds;
  };

  const costs: number[] = [];
  const ours = async (): Promise<number> => {
    await queueEmails(database, emails);
    const before = await countTransactions(database);
    const rate = await run('outbox');
    costs.push(((await countTransactions(database)) - before) / emails);
    const { rows } = await database.pool.query('SELECT count(*) AS n, max(last_error) AS reason FROM outbox');
    if (Number(rows[0]?.n) > 0) throw new Error(`${rows[0]?.n} emails were not sent: ${rows[0]?.reason}`);
    return rate;
  };
  bench.log('mail: confirmation emails');
  const pairs = await inTurn(bench, { reference: () => run('bare'), ours });
  return [
    compare({ row: 'mail', name: 'confirmation emails', unit: 'emails/s', target: TARGET }, pairs),
    measure({ row: 'mail', name: 'transactions for each', unit: 'commits', target: TRANSACTIONS }, costs),
  ];
};
