import type pg from 'pg';
import { decideEmails, type EmailUse, RECIPIENT_WINDOW_HOURS } from '../../../core/email/decide-email.ts';
import type { EmailBudget, EmailRequest } from '../../../core/email/email-budget.ts';
import { lockKeys } from '../kernel/advisory-lock.ts';
import { inTransaction } from '../kernel/transaction.ts';

/** How many grants one statement of the sweep deletes. */
const BATCH_ROWS = 10_000;

const TODAY = `(clock_timestamp() AT TIME ZONE 'UTC')::date`;

const columnsOf = (requests: readonly EmailRequest[]): [Buffer[], string[], string[]] => [
  requests.map(({ recipient }) => recipient),
  requests.map(({ entryId }) => entryId),
  requests.map(({ accountId }) => accountId),
];

/** {@link EmailBudget} on Postgres. */
export const createEmailBudget = (pool: pg.Pool): EmailBudget => ({
  grant: requests =>
    inTransaction(pool, async client => {
      if (requests.length === 0) return [];
      await lockKeys(client, [
        ...requests.map(({ recipient }) => ['recipient', recipient.toString('hex')] as const),
        ...requests.map(({ accountId }) => ['sending_account', accountId] as const),
      ]);
      const { rows: uses } = await client.query<EmailUse>({
        name: 'find-email-uses',
        text: `SELECT EXISTS (SELECT FROM email_grants g
                              WHERE g.recipient = r.recipient AND g.entry_id = r.entry_id) AS "isGranted",
                      (SELECT count(*)::integer FROM email_grants g WHERE g.recipient = r.recipient
                         AND g.granted_at > clock_timestamp() - make_interval(hours => $4)) AS recipient,
                      coalesce(d.granted, 0) AS account, coalesce(d.announced, 0) AS announced
               FROM unnest($1::bytea[], $2::uuid[], $3::uuid[]) WITH ORDINALITY AS r (recipient, entry_id, account_id, n)
               LEFT JOIN email_days d ON d.account_id = r.account_id AND d.day = ${TODAY}
               ORDER BY r.n`,
        values: [...columnsOf(requests), RECIPIENT_WINDOW_HOURS],
      });
      const verdicts = decideEmails(requests, uses);
      const granted = requests.filter((_, index) => verdicts[index] === 'granted' && !uses[index]?.isGranted);
      if (granted.length > 0)
        await client.query({
          name: 'grant-emails',
          text: `WITH granted AS (
                   INSERT INTO email_grants (recipient, entry_id, granted_at)
                   SELECT r.recipient, r.entry_id, clock_timestamp() FROM unnest($1::bytea[], $2::uuid[]) AS r (recipient, entry_id)
                   ON CONFLICT DO NOTHING RETURNING entry_id
                 )
                 INSERT INTO email_days AS d (account_id, day, granted, announced)
                 SELECT r.account_id, ${TODAY}, count(DISTINCT r.entry_id), count(DISTINCT r.entry_id) FILTER (WHERE r.announced)
                 FROM unnest($2::uuid[], $3::uuid[], $4::boolean[]) AS r (entry_id, account_id, announced) GROUP BY r.account_id
                 ON CONFLICT (account_id, day) DO UPDATE
                 SET granted = d.granted + excluded.granted, announced = d.announced + excluded.announced`,
          values: [...columnsOf(granted), granted.map(({ announcedMax }) => announcedMax !== null)],
        });
      return verdicts;
    }),

  async sweep() {
    await pool.query(`DELETE FROM email_days WHERE day < ${TODAY} - 35`);
    let deleted: number;
    do {
      const { rowCount } = await pool.query(
        `WITH old AS (
           SELECT recipient, entry_id FROM email_grants WHERE granted_at <= now() - make_interval(hours => $2)
           ORDER BY granted_at LIMIT $1 FOR UPDATE SKIP LOCKED)
         DELETE FROM email_grants g USING old WHERE (g.recipient, g.entry_id) = (old.recipient, old.entry_id)`,
        [BATCH_ROWS, RECIPIENT_WINDOW_HOURS],
      );
      deleted = rowCount ?? 0;
    } while (deleted === BATCH_ROWS);
  },
});
