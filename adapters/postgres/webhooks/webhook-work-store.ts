import type pg from 'pg';
import { LONGEST_PAUSE_HOURS } from '../../../core/webhooks/receiver.ts';
import {
  type DisabledRecord,
  LOG_DAYS,
  type WebhookWorkStore,
} from '../../../core/webhooks/webhook-work-store.ts';
import { withWaitlistLock } from '../kernel/transaction.ts';
import { CONTENT, CONTENT_TABLES, type ContentRow, toContent } from './webhook-content.ts';

/** Longer than a batch takes, and a bit more than what is left of it may be after a worker died. */
const LEASE_SECONDS = 60;
/** Deleted in one sweep, of which there is one a minute. */
const SWEPT = 20_000;

interface HeldRow {
  readonly secrets: readonly Buffer[];
  readonly isActive: boolean;
}

const DUE = {
  name: 'webhook-due',
  text: `SELECT ${CONTENT} FROM (
           SELECT * FROM webhook_deliveries d
           WHERE d.webhook_id = $1 AND d.state = 'pending' AND d.next_attempt_at <= clock_timestamp()
           ORDER BY d.next_attempt_at LIMIT $2
         ) d ${CONTENT_TABLES} ORDER BY d.next_attempt_at`,
};

const HOLD = {
  name: 'webhook-hold',
  text: `UPDATE outbox o SET available_at = clock_timestamp() + make_interval(secs => $5), last_error = NULL
         FROM webhooks h
         WHERE o.id = $3 AND o.attempts = $4 AND o.parked_at IS NULL AND h.id = $2 AND h.waitlist_id = $1
         RETURNING h.state = 'active' AS "isActive", h.secret || ARRAY(
                     SELECT old.secret FROM (
                       SELECT h.old_secret AS secret, h.old_secret_until AS until
                       UNION ALL SELECT s.secret, s.until FROM webhook_secrets s WHERE s.webhook_id = h.id
                     ) old WHERE old.until > clock_timestamp() ORDER BY old.until DESC) AS secrets`,
};

const SETTLE = {
  name: 'webhook-settle',
  // A delivery that was disabled meanwhile is not pending again. The state is read from the row itself: where this waits for the
  // disabling, any other source would still have the state before it.
  text: `UPDATE webhook_deliveries d
         SET attempts = d.attempts + 1, response_status = $4, error = $5, response_body = $6,
             state = CASE WHEN $3 THEN 'delivered' WHEN $7::integer IS NULL THEN 'failed'
                          WHEN d.state = 'pending' THEN 'pending' ELSE 'failed' END,
             next_attempt_at = CASE WHEN NOT $3 AND d.state = 'pending'
                                    THEN clock_timestamp() + make_interval(secs => $7) END
         WHERE d.id = $1 AND d.replays = $2`,
};

const TALLY = {
  name: 'webhook-tally',
  text: `UPDATE webhooks
         SET failing_since = CASE
               WHEN NOT $2 THEN NULL
               WHEN last_failed_at > clock_timestamp() - make_interval(hours => $3)
                 THEN coalesce(failing_since, clock_timestamp())
               ELSE clock_timestamp() END,
             last_failed_at = CASE WHEN $2 THEN clock_timestamp() END
         WHERE id = $1 AND state = 'active' AND ($2 OR failing_since IS NOT NULL)
         RETURNING failing_since AS "failingSince"`,
};

const DISABLE = `WITH disabled AS (
   UPDATE webhooks h SET state = 'disabled' FROM waitlists w
   WHERE h.id = $2 AND h.waitlist_id = $1 AND h.state = 'active' AND w.id = h.waitlist_id
     -- Its owner may just have turned it off and on: earlier failures are forgotten.
     AND h.failing_since IS NOT NULL
   RETURNING w.account_id
 )
 INSERT INTO outbox (kind, turn, waitlist_id, payload)
 SELECT 'webhook_disabled', account_id, $1, jsonb_build_object('webhookId', $2::uuid, 'reason', $3::text)
 FROM disabled`;

/** {@link WebhookWorkStore} on Postgres. */
export function createWebhookWorkStore(pool: pg.Pool): WebhookWorkStore {
  return {
    async due({ waitlistId, webhookId }, { id, attempts }, limit) {
      const { rows } = await pool.query<ContentRow>({ ...DUE, values: [webhookId, limit] });
      // A synchronous commit: it also makes the events that were read before durable.
      const { rows: held } = await pool.query<HeldRow>({
        ...HOLD,
        values: [waitlistId, webhookId, id, attempts, LEASE_SECONDS],
      });
      if (!held[0]) return null;
      return { ...held[0], due: rows.map(toContent) };
    },

    async settle({ deliveryId, replays, isDelivered, responseStatus, error, responseBody, retrySeconds }) {
      await pool.query({
        ...SETTLE,
        values: [deliveryId, replays, isDelivered, responseStatus, error, responseBody, retrySeconds],
      });
    },

    async tally(webhookId, isFailing) {
      const { rows } = await pool.query<{ failingSince: Date | null }>({
        ...TALLY,
        values: [webhookId, isFailing, LONGEST_PAUSE_HOURS],
      });
      return rows[0]?.failingSince ?? null;
    },

    async postpone(deliveryIds, seconds) {
      if (deliveryIds.length === 0) return;
      await pool.query(
        `UPDATE webhook_deliveries SET next_attempt_at = clock_timestamp() + make_interval(secs => $2)
         WHERE id = ANY ($1) AND state = 'pending'`,
        [deliveryIds, seconds],
      );
    },

    async drop(deliveryIds) {
      if (deliveryIds.length === 0) return;
      await pool.query(
        `UPDATE webhook_deliveries SET state = 'failed', next_attempt_at = NULL WHERE id = ANY ($1)`,
        [deliveryIds],
      );
    },

    disable: ({ waitlistId, webhookId }, reason) =>
      withWaitlistLock(pool, waitlistId, async client => {
        const { rowCount } = await client.query(DISABLE, [waitlistId, webhookId, reason]);
        if (rowCount === 1) await client.query('SELECT fail_pending($1)', [webhookId]);
      }),

    async finish({ waitlistId, webhookId }, { id, attempts }) {
      const { rows } = await pool.query<{ next: Date | null }>({
        name: 'finish-webhook',
        text: 'SELECT finish_webhook($1, $2, $3, $4) AS next',
        values: [waitlistId, webhookId, id, attempts],
      });
      return rows[0]?.next ?? null;
    },

    async disabled(webhookId) {
      const { rows } = await pool.query<DisabledRecord>(
        `SELECT a.email, h.url, w.name AS "waitlistName"
         FROM webhooks h JOIN waitlists w ON w.id = h.waitlist_id JOIN accounts a ON a.id = w.account_id
         WHERE h.id = $1 AND h.state = 'disabled'`,
        [webhookId],
      );
      return rows[0] ?? null;
    },

    async sweep() {
      await pool.query(
        `DELETE FROM webhook_deliveries WHERE id IN (
           SELECT id FROM webhook_deliveries WHERE created_at <= now() - make_interval(days => $1) LIMIT $2)`,
        [LOG_DAYS, SWEPT],
      );
      await pool.query('DELETE FROM webhook_secrets WHERE until <= now()');
    },
  };
}
