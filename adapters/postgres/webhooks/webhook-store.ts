import type pg from 'pg';
import {
  OLD_SECRET_HOURS,
  OLD_SECRETS_MAX,
  type WebhookRecord,
  type WebhookStore,
} from '../../../core/webhooks/webhook-store.ts';
import { withWaitlistLock } from '../kernel/transaction.ts';

const WEBHOOK = `h.id, h.url, h.events, h.format, h.state, h.failing_since AS "failingSince",
  h.created_at AS "createdAt"`;

/** {@link WebhookStore} on Postgres. */
export function createWebhookStore(pool: pg.Pool): WebhookStore {
  return {
    async list(waitlistId) {
      const { rows } = await pool.query<WebhookRecord>(
        `SELECT ${WEBHOOK} FROM webhooks h WHERE h.waitlist_id = $1 ORDER BY h.created_at, h.id`,
        [waitlistId],
      );
      return rows;
    },

    create: ({ waitlistId, webhookId, url, events, format, secret }, limit) =>
      withWaitlistLock(pool, waitlistId, async client => {
        const { rows: lists } = await client.query<{ isFull: boolean }>(
          `SELECT (SELECT count(*) FROM webhooks h WHERE h.waitlist_id = w.id AND h.id <> $3) >= $2 AS "isFull"
           FROM waitlists w WHERE w.id = $1`,
          [waitlistId, limit, webhookId],
        );
        if (!lists[0]) return null;
        if (lists[0].isFull) return 'limit_reached';
        const { rows } = await client.query<WebhookRecord>(
          `INSERT INTO webhooks AS h (id, waitlist_id, url, events, secret, format) VALUES ($1, $2, $3, $4, $5, $6)
           ON CONFLICT (id) DO UPDATE SET secret = excluded.secret
           RETURNING ${WEBHOOK}`,
          [webhookId, waitlistId, url, events, secret, format],
        );
        return rows[0] ?? null;
      }),

    update: ({ waitlistId, webhookId }, { url = null, events = null, format = null, state = null }) =>
      withWaitlistLock(pool, waitlistId, async client => {
        const { rows } = await client.query<WebhookRecord>(
          `UPDATE webhooks h
           SET url = coalesce($3, h.url), events = coalesce($4, h.events), state = coalesce($5, h.state),
               format = coalesce($6, h.format),
               failing_since = CASE WHEN $5 <> h.state THEN NULL ELSE h.failing_since END,
               last_failed_at = CASE WHEN $5 <> h.state THEN NULL ELSE h.last_failed_at END
           WHERE h.waitlist_id = $1 AND h.id = $2 RETURNING ${WEBHOOK}`,
          [waitlistId, webhookId, url, events, state, format],
        );
        if (rows[0] && state === 'disabled') await client.query('SELECT fail_pending($1)', [webhookId]);
        return rows[0] ?? null;
      }),

    async delete({ waitlistId, webhookId }) {
      const { rowCount } = await pool.query('DELETE FROM webhooks WHERE waitlist_id = $1 AND id = $2', [
        waitlistId,
        webhookId,
      ]);
      return rowCount === 1;
    },

    rotate: ({ waitlistId, webhookId }, rotationId, secret) =>
      withWaitlistLock(pool, waitlistId, async client => {
        const { rows } = await client.query<{ isRepeated: boolean; isFull: boolean }>(
          `SELECT h.rotation_id IS NOT DISTINCT FROM $3 AS "isRepeated",
                  (SELECT count(*) FROM webhook_secrets s WHERE s.webhook_id = h.id AND s.until > clock_timestamp())
                    >= $4 - 1 AS "isFull"
           FROM webhooks h WHERE h.waitlist_id = $1 AND h.id = $2`,
          [waitlistId, webhookId, rotationId, OLD_SECRETS_MAX],
        );
        if (!rows[0]) return null;
        if (!rows[0].isRepeated) {
          if (rows[0].isFull) return 'limit_reached';
          await client.query(
            `INSERT INTO webhook_secrets (webhook_id, secret, until)
             SELECT id, old_secret, old_secret_until FROM webhooks WHERE id = $1 AND old_secret_until > clock_timestamp()`,
            [webhookId],
          );
        }
        await client.query(
          `UPDATE webhooks SET old_secret = CASE WHEN rotation_id = $4 THEN old_secret ELSE secret END, secret = $2,
             old_secret_until = now() + make_interval(hours => $3), rotation_id = $4
           WHERE id = $1`,
          [webhookId, secret, OLD_SECRET_HOURS, rotationId],
        );
        return 'rotated';
      }),
  };
}
