import type pg from 'pg';
import type { CheckoutRecord, EventVerdict } from '../../../core/billing/checkout-store.ts';
import {
  type CheckoutProgress,
  decidePayment,
  type PaymentDecision,
  type PaymentState,
} from '../../../core/billing/decide-payment.ts';
import type { PaymentEvent } from '../../../core/billing/payment-event.ts';
import { lockKey } from '../kernel/advisory-lock.ts';

/** Stripe stops repeating an event long before that. */
const EVENT_DAYS = 60;

/** The columns of a {@link CheckoutRecord}. */
export const RECORD = `c.id, c.account_id AS "accountId", c.product, c.waitlist_id AS "waitlistId",
  c.amount_cents AS "amountCents", c.currency, c.session_id AS "sessionId"`;

const COLUMN = {
  sessionId: 'session_id',
  paymentId: 'payment_id',
  receiptUrl: 'receipt_url',
  closedAt: 'closed_at',
  paidAt: 'paid_at',
  refundedAt: 'refunded_at',
  granted: 'granted',
} as const satisfies Record<keyof CheckoutProgress, string>;

const PROGRESS = Object.entries(COLUMN)
  .map(([member, column]) => `c.${column} AS "${member}"`)
  .join(', ');

export type CheckoutRow = PaymentState['checkout'] & CheckoutRecord;

const isFirstTime = async (client: pg.ClientBase, eventId: string): Promise<boolean> => {
  await client.query('DELETE FROM stripe_events WHERE received_at < now() - make_interval(days => $1)', [
    EVENT_DAYS,
  ]);
  // If another transaction is applying the same event, this waits for it to end.
  const { rowCount } = await client.query(
    'INSERT INTO stripe_events (id) VALUES ($1) ON CONFLICT DO NOTHING',
    [eventId],
  );
  return rowCount === 1;
};

/** The checkout, locked together with every payment of its account. */
async function lockCheckout(client: pg.ClientBase, id: string) {
  const { rows: owners } = await client.query<{ accountId: string }>(
    'SELECT account_id AS "accountId" FROM checkouts WHERE id = $1',
    [id],
  );
  if (!owners[0]) return null;
  // Before any row: deleting the account takes the same lock first, so the two cannot deadlock.
  await lockKey(client, 'payments', owners[0].accountId);
  const { rows } = await client.query<CheckoutRow & { now: Date }>(
    `SELECT ${RECORD}, c.live, ${PROGRESS}, now() AS now FROM checkouts c WHERE c.id = $1 FOR UPDATE`,
    [id],
  );
  return rows[0] ?? null;
}

/** Locks what the checkout sells, and tells whether the account still lacks it. */
async function lockProduct(
  client: pg.ClientBase,
  { product, accountId, waitlistId }: CheckoutRow,
): Promise<boolean> {
  const { rowCount } =
    product === 'license'
      ? await client.query(
          `SELECT FROM waitlists WHERE id = $1 AND account_id = $2 AND licensed_at IS NULL FOR NO KEY UPDATE`,
          [waitlistId, accountId],
        )
      : await client.query(`SELECT FROM accounts WHERE id = $1 AND plan <> 'pro' FOR NO KEY UPDATE`, [
          accountId,
        ]);
  return rowCount === 1;
}

async function findOtherPaid(client: pg.ClientBase, checkout: CheckoutRow): Promise<string | null> {
  const { rows } = await client.query<{ id: string }>(
    `SELECT id FROM checkouts
     WHERE account_id = $1 AND product = $2 AND waitlist_id IS NOT DISTINCT FROM $3 AND id <> $4
       AND paid_at IS NOT NULL AND refunded_at IS NULL ORDER BY paid_at LIMIT 1`,
    [checkout.accountId, checkout.product, checkout.waitlistId, checkout.id],
  );
  return rows[0]?.id ?? null;
}

async function setProduct(client: pg.ClientBase, checkout: CheckoutRow, owned: boolean): Promise<void> {
  const { product, accountId, waitlistId } = checkout;
  if (product === 'license') {
    // Everything that boosts, or promises a boost, asks referral_enabled: without a license it is off.
    await client.query(
      `UPDATE waitlists SET licensed_at = CASE WHEN $3 THEN now() END, referral_enabled = referral_enabled AND $3
       WHERE id = $1 AND account_id = $2`,
      [waitlistId, accountId, owned],
    );
  } else {
    await client.query('UPDATE accounts SET plan = $2 WHERE id = $1', [accountId, owned ? 'pro' : 'free']);
  }
}

async function store(
  client: pg.ClientBase,
  checkout: CheckoutRow,
  { progress, product, regrantBy }: PaymentDecision,
): Promise<void> {
  if (progress) {
    const members = Object.keys(progress) as (keyof CheckoutProgress)[];
    const assignments = members.map((member, index) => `${COLUMN[member]} = $${index + 2}`);
    await client.query(`UPDATE checkouts SET ${assignments.join(', ')} WHERE id = $1`, [
      checkout.id,
      ...members.map(member => progress[member]),
    ]);
  }
  if (regrantBy) await client.query('UPDATE checkouts SET granted = true WHERE id = $1', [regrantBy]);
  if (product) await setProduct(client, checkout, product === 'grant');
}

/** Applies an event of Stripe once, in the caller's transaction. */
export async function applyPayment(client: pg.ClientBase, event: PaymentEvent): Promise<EventVerdict> {
  if (!(await isFirstTime(client, event.eventId))) return 'repeated';
  const checkout = await lockCheckout(client, event.checkoutId);
  const decision = decidePayment(
    checkout && {
      checkout,
      grantable: await lockProduct(client, checkout),
      otherPaidCheckout: await findOtherPaid(client, checkout),
      now: checkout.now,
    },
    event,
  );
  if (checkout) await store(client, checkout, decision);
  return decision.verdict;
}
