import type pg from 'pg';
import type { DeliveryLogStore, DeliveryRecord } from '../../../core/webhooks/delivery-log-store.ts';
import type { WebhookRef } from '../../../core/webhooks/webhook-store.ts';
import { withWaitlistLock } from '../kernel/transaction.ts';
import { CONTENT, CONTENT_TABLES, type ContentRow, DELIVERY, toContent } from './webhook-content.ts';

type PageRow = { readonly total: number } & (DeliveryRecord | { readonly id: null });

/** {@link DeliveryLogStore} on Postgres. */
export function createDeliveryLogStore(pool: pg.Pool): DeliveryLogStore {
  /** Runs a statement that queues a delivery, and the job that sends it. */
  const queue = ({ waitlistId, webhookId }: WebhookRef, text: string, values: readonly unknown[]) =>
    withWaitlistLock(pool, waitlistId, async client => {
      const { rows } = await client.query<DeliveryRecord>(text, [waitlistId, webhookId, ...values]);
      if (rows[0]) await client.query('SELECT queue_webhooks($1, ARRAY[$2::uuid])', [waitlistId, webhookId]);
      return rows[0] ?? null;
    });

  return {
    test: (ref, deliveryId) =>
      queue(
        ref,
        `INSERT INTO webhook_deliveries AS d (id, webhook_id, waitlist_id, type)
         SELECT $3, h.id, h.waitlist_id, 'webhook.test' FROM webhooks h WHERE h.waitlist_id = $1 AND h.id = $2
         ON CONFLICT (id) DO UPDATE SET id = d.id
         RETURNING ${DELIVERY}`,
        [deliveryId],
      ),

    replay: (ref, deliveryId) =>
      queue(
        ref,
        `UPDATE webhook_deliveries d
         SET state = 'pending', attempts = 0, replays = d.replays + 1, next_attempt_at = clock_timestamp()
         FROM webhooks h WHERE h.waitlist_id = $1 AND h.id = $2 AND d.webhook_id = h.id AND d.id = $3
         RETURNING ${DELIVERY}`,
        [deliveryId],
      ),

    async list({ waitlistId, webhookId, state, limit, offset }) {
      const { rows } = await pool.query<PageRow>(
        `SELECT (SELECT count(*)::integer FROM webhook_deliveries d
                 WHERE d.webhook_id = h.id AND ($3::text IS NULL OR d.state = $3)) AS total, page.*
         FROM webhooks h LEFT JOIN LATERAL (
           SELECT ${DELIVERY} FROM webhook_deliveries d
           WHERE d.webhook_id = h.id AND ($3::text IS NULL OR d.state = $3)
           ORDER BY d.created_at DESC, d.id LIMIT $4 OFFSET $5
         ) page ON true
         WHERE h.waitlist_id = $1 AND h.id = $2 ORDER BY page."createdAt" DESC, page.id`,
        [waitlistId, webhookId, state, limit, offset],
      );
      if (!rows[0]) return null;
      const { total } = rows[0];
      return {
        total,
        deliveries: rows.flatMap(({ total: _, ...delivery }) => (delivery.id === null ? [] : [delivery])),
      };
    },

    async content({ waitlistId, webhookId }, deliveryId) {
      const { rows } = await pool.query<ContentRow>(
        `SELECT ${CONTENT} FROM webhook_deliveries d ${CONTENT_TABLES}
         WHERE h.waitlist_id = $1 AND h.id = $2 AND d.id = $3`,
        [waitlistId, webhookId, deliveryId],
      );
      return rows[0] ? toContent(rows[0]) : null;
    },
  };
}
