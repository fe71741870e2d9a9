import type pg from 'pg';
import type {
  CheckoutRecord,
  CheckoutRequest,
  CheckoutStore,
  ReceiptRecord,
} from '../../../core/billing/checkout-store.ts';
import { canReuse } from '../../../core/billing/reuse-checkout.ts';
import { lockKey } from '../kernel/advisory-lock.ts';
import { inTransaction } from '../kernel/transaction.ts';
import { applyPayment, type CheckoutRow, RECORD } from './apply-payment.ts';

async function insertCheckout(client: pg.ClientBase, request: CheckoutRequest): Promise<CheckoutRecord> {
  const { accountId, product, waitlistId, live, amountCents, currency } = request;
  const { rows } = await client.query<CheckoutRecord>(
    `INSERT INTO checkouts AS c (account_id, product, waitlist_id, live, amount_cents, currency)
     VALUES ($1, $2, $3, $4, $5, $6) RETURNING ${RECORD}`,
    [accountId, product, waitlistId, live, amountCents, currency],
  );
  const [row] = rows;
  if (!row) throw new Error('INSERT returned no row');
  return row;
}

/** {@link CheckoutStore} on Postgres. */
export const createCheckoutStore = (pool: pg.Pool): CheckoutStore => ({
  begin: request =>
    inTransaction(pool, async client => {
      await lockKey(client, 'payments', request.accountId);
      const { rows } = await client.query<CheckoutRow & { createdAt: Date; now: Date }>(
        `SELECT ${RECORD}, c.live, c.created_at AS "createdAt", now() AS now FROM checkouts c
         WHERE account_id = $1 AND product = $2 AND waitlist_id IS NOT DISTINCT FROM $3
           AND closed_at IS NULL AND paid_at IS NULL AND refunded_at IS NULL`,
        [request.accountId, request.product, request.waitlistId],
      );
      const [open] = rows;
      if (open && canReuse(open, request, open.now)) return open;
      if (open) await client.query('UPDATE checkouts SET closed_at = now() WHERE id = $1', [open.id]);
      return insertCheckout(client, request);
    }),

  async attach(id, sessionId) {
    await pool.query('UPDATE checkouts SET session_id = $2 WHERE id = $1 AND session_id IS NULL', [
      id,
      sessionId,
    ]);
  },

  async close(id) {
    await pool.query('UPDATE checkouts SET closed_at = now() WHERE id = $1 AND closed_at IS NULL', [id]);
  },

  apply: event => inTransaction(pool, client => applyPayment(client, event)),

  async receipts(accountId, limit) {
    const { rows } = await pool.query<ReceiptRecord>(
      `SELECT id, product, waitlist_id AS "waitlistId", amount_cents AS "amountCents", currency, live,
              paid_at AS "paidAt", refunded_at AS "refundedAt", receipt_url AS url
       FROM checkouts WHERE account_id = $1 AND paid_at IS NOT NULL ORDER BY paid_at DESC, id LIMIT $2`,
      [accountId, limit],
    );
    return rows;
  },
});
