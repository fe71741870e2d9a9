import type pg from 'pg';
import type {
  CheckoutRecord,
  CheckoutStore,
  EventVerdict,
  ReceiptRecord,
} from '../../core/billing/checkout-store.ts';
import type { PaymentEvent } from '../../core/billing/payment-event.ts';

/** The function of each kind of event, and what it takes beside the event's id, the checkout and the mode. */
function statementOf(event: PaymentEvent): { name: string; values: readonly unknown[] } {
  switch (event.kind) {
    case 'paid': {
      const { sessionId, paymentId, amountCents, currency } = event;
      return { name: 'settle_checkout', values: [sessionId, paymentId, amountCents, currency] };
    }
    case 'closed':
      return { name: 'close_checkout', values: [event.sessionId] };
    case 'receipt':
      return { name: 'note_receipt', values: [event.paymentId, event.url] };
    case 'refunded':
      return { name: 'refund_checkout', values: [event.paymentId] };
  }
}

/** {@link CheckoutStore} on Postgres. */
export const createCheckoutStore = (pool: pg.Pool): CheckoutStore => ({
  async begin({ accountId, product, waitlistId, live, amountCents, currency }) {
    const { rows } = await pool.query<CheckoutRecord>(
      `SELECT id, account_id AS "accountId", product, waitlist_id AS "waitlistId", amount_cents AS "amountCents",
              currency, session_id AS "sessionId"
       FROM begin_checkout($1, $2, $3, $4, $5, $6)`,
      [accountId, product, waitlistId, live, amountCents, currency],
    );
    const [row] = rows;
    if (!row) throw new Error('begin_checkout gave no row');
    return row;
  },

  async attach(id, sessionId) {
    await pool.query('UPDATE checkouts SET session_id = $2 WHERE id = $1 AND session_id IS NULL', [
      id,
      sessionId,
    ]);
  },

  async close(id) {
    await pool.query('UPDATE checkouts SET closed_at = now() WHERE id = $1 AND closed_at IS NULL', [id]);
  },

  async apply(event) {
    const { name, values } = statementOf(event);
    const all = [event.eventId, event.checkoutId, event.live, ...values];
    const { rows } = await pool.query<{ verdict: EventVerdict }>(
      `SELECT ${name}(${all.map((_, index) => `$${index + 1}`).join(', ')}) AS verdict`,
      all,
    );
    const [row] = rows;
    if (!row) throw new Error(`${name} gave no row`);
    return row.verdict;
  },

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
