import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import pg from 'pg';
import { createCheckoutStore } from '../../../adapters/postgres/billing/checkout-store.ts';
import { createWaitlistStore } from '../../../adapters/postgres/waitlists/waitlist-store.ts';
import type { CheckoutRecord, CheckoutRequest, CheckoutStore } from '../../../core/billing/checkout-store.ts';
import type { PaymentEvent } from '../../../core/billing/payment-event.ts';
import { callJoin, signupOf } from '../../engine/engine-fixture.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { eventually } from '../../support/eventually.ts';
import { verifies } from '../../support/verifies.ts';

let database: TestDatabase;
let pool: pg.Pool;
let checkouts: CheckoutStore;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = new pg.Pool({ connectionString: database.url, max: 8 });
  // Its connections may still be closing when the database is dropped under them.
  pool.on('error', () => {});
  checkouts = createCheckoutStore(pool);
});

afterAll(async () => {
  await pool.end();
  await database.drop();
});

let made = 0;

async function newAccount(): Promise<{ accountId: string; waitlistId: string }> {
  const name = `settlement-${++made}`;
  const { rows } = await pool.query(
    `WITH a AS (INSERT INTO accounts (email) VALUES ($1) RETURNING id)
     INSERT INTO waitlists (account_id, slug, name) SELECT id, $2, $2 FROM a RETURNING id, account_id`,
    [`${name}@example.com`, name],
  );
  return { accountId: rows[0].account_id, waitlistId: rows[0].id };
}

const license = (owner: { accountId: string; waitlistId: string }): CheckoutRequest => ({
  ...owner,
  product: 'license',
  live: false,
  amountCents: 4900,
  currency: 'usd',
});

const isLicensed = async (id: string): Promise<boolean> =>
  (await pool.query('SELECT licensed_at IS NOT NULL AS licensed FROM waitlists WHERE id = $1', [id])).rows[0]
    ?.licensed;

const planOf = async (id: string): Promise<string> =>
  (await pool.query('SELECT plan FROM accounts WHERE id = $1', [id])).rows[0]?.plan;

/** The events that Stripe sends for one checkout. */
function eventsOf({ id }: CheckoutRecord, live = false) {
  const [sessionId, paymentId] = [`cs_${id}`, `pi_${id}`];
  const common = { checkoutId: id, live };
  return {
    paid: {
      ...common,
      kind: 'paid',
      eventId: `evt_paid_${id}`,
      sessionId,
      paymentId,
      amountCents: 4900,
      currency: 'usd',
    },
    succeededLater: {
      ...common,
      kind: 'paid',
      eventId: `evt_later_${id}`,
      sessionId,
      paymentId,
      amountCents: 4900,
      currency: 'usd',
    },
    closed: { ...common, kind: 'closed', eventId: `evt_closed_${id}`, sessionId },
    receipt: {
      ...common,
      kind: 'receipt',
      eventId: `evt_receipt_${id}`,
      paymentId,
      url: 'https://pay.test/r',
    },
    refunded: { ...common, kind: 'refunded', eventId: `evt_refunded_${id}`, paymentId },
  } as const satisfies Record<string, PaymentEvent>;
}

describe('the events of a payment', () => {
  it(`have the same result in any order, repeated or not${verifies('billing.order-of-events', 'billing.event-once')}`, async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray(['paid', 'succeededLater', 'closed', 'receipt', 'refunded'] as const),
        fc.infiniteStream(fc.nat({ max: 4 })),
        async (kinds, repeats) => {
          const owner = await newAccount();
          const checkout = await checkouts.begin(license(owner));
          const events = eventsOf(checkout);
          const sent: PaymentEvent[] = kinds.map(kind => events[kind]);
          for (const kind of kinds) sent.splice(repeats.next().value, 0, events[kind]);
          for (const event of sent) await checkouts.apply(event);

          const isPaid = kinds.includes('paid') || kinds.includes('succeededLater');
          const isRefunded = kinds.includes('refunded');
          expect(await isLicensed(owner.waitlistId)).toBe(isPaid && !isRefunded);
          const receipts = await checkouts.receipts(owner.accountId, 10);
          expect(receipts).toHaveLength(isPaid ? 1 : 0);
          if (!isPaid) return;
          expect(receipts[0]?.refundedAt === null).toBe(!isRefunded);
          expect(receipts[0]?.url).toBe(kinds.includes('receipt') ? 'https://pay.test/r' : null);
        },
      ),
      { numRuns: 60 },
    );
  }, 120_000);

  it('grant once when they all arrive at the same time', async () => {
    const owner = await newAccount();
    const events = eventsOf(await checkouts.begin(license(owner)));
    const verdicts = await Promise.all([
      ...Array.from({ length: 6 }, () => checkouts.apply(events.paid)),
      checkouts.apply(events.succeededLater),
      checkouts.apply(events.receipt),
    ]);
    expect(verdicts.filter(verdict => verdict === 'granted')).toHaveLength(1);
    expect(verdicts.filter(verdict => verdict === 'repeated')).toHaveLength(5);
    expect(verdicts.filter(verdict => verdict === 'already_paid')).toHaveLength(1);
  });
});

describe('a payment that does not match its checkout', () => {
  it.each([
    ['wrong_amount', { amountCents: 100 }],
    ['wrong_amount', { amountCents: 490_000 }],
    ['wrong_amount', { currency: 'jpy' }],
    ['wrong_mode', { live: true }],
    ['unknown', { checkoutId: randomUUID() }],
  ] as const)(
    `is %s and grants nothing: %j${verifies('billing.wrong-payment-gives-nothing')}`,
    async (verdict, difference) => {
      const owner = await newAccount();
      const { paid } = eventsOf(await checkouts.begin(license(owner)));
      expect(await checkouts.apply({ ...paid, ...difference })).toBe(verdict);
      expect(await isLicensed(owner.waitlistId)).toBe(false);
      expect(await checkouts.receipts(owner.accountId, 10)).toEqual([]);
    },
  );

  it('is refused when it came from another checkout page', async () => {
    const owner = await newAccount();
    const checkout = await checkouts.begin(license(owner));
    await checkouts.attach(checkout.id, 'cs_ours');
    expect(await checkouts.apply(eventsOf(checkout).paid)).toBe('wrong_session');
    expect(await isLicensed(owner.waitlistId)).toBe(false);
  });

  it('does not refund another one', async () => {
    const owner = await newAccount();
    const { paid, refunded } = eventsOf(await checkouts.begin(license(owner)));
    await checkouts.apply(paid);
    expect(await checkouts.apply({ ...refunded, paymentId: 'pi_other' })).toBe('wrong_payment');
    expect(await checkouts.apply({ ...refunded, eventId: 'evt_live', live: true })).toBe('wrong_mode');
    expect(await isLicensed(owner.waitlistId)).toBe(true);
  });
});

describe('a payment that cannot be granted', () => {
  it('is reported: the waitlist was deleted', async () => {
    const owner = await newAccount();
    const { paid } = eventsOf(await checkouts.begin(license(owner)));
    await pool.query('DELETE FROM waitlists WHERE id = $1', [owner.waitlistId]);
    expect(await checkouts.apply(paid)).toBe('nothing_to_grant');
    expect(await checkouts.receipts(owner.accountId, 10)).toHaveLength(1);
  });

  it('is reported: the account was deleted', async () => {
    const owner = await newAccount();
    const { paid } = eventsOf(await checkouts.begin(license(owner)));
    await pool.query('DELETE FROM waitlists WHERE id = $1', [owner.waitlistId]);
    await pool.query('DELETE FROM accounts WHERE id = $1', [owner.accountId]);
    expect(await checkouts.apply(paid)).toBe('unknown');
  });

  it(`is reported: it was paid twice, and refunding one keeps the license${verifies('billing.refund-of-one-of-two')}`, async () => {
    const owner = await newAccount();
    const first = eventsOf(await checkouts.begin(license(owner)));
    await checkouts.apply(first.closed);
    const second = eventsOf(await checkouts.begin(license(owner)));
    expect(await checkouts.apply(first.paid)).toBe('granted');
    expect(await checkouts.apply(second.paid)).toBe('nothing_to_grant');
    expect(await checkouts.apply(first.refunded)).toBe('kept');
    expect(await isLicensed(owner.waitlistId)).toBe(true);
    expect(await checkouts.apply(second.refunded)).toBe('taken_back');
    expect(await isLicensed(owner.waitlistId)).toBe(false);
  });
});

describe('a refund', () => {
  it(`takes back what the payment granted, but nothing granted in another way${verifies('billing.refund-takes-back')}`, async () => {
    const owner = await newAccount();
    const pro = await checkouts.begin({ ...license(owner), product: 'pro', waitlistId: null });
    await checkouts.apply(eventsOf(pro).paid);
    expect(await planOf(owner.accountId)).toBe('pro');
    await checkouts.apply(eventsOf(pro).refunded);
    expect(await planOf(owner.accountId)).toBe('free');

    const other = await newAccount();
    const { paid, refunded } = eventsOf(await checkouts.begin(license(other)));
    await pool.query('UPDATE waitlists SET licensed_at = now() WHERE id = $1', [other.waitlistId]);
    expect(await checkouts.apply(paid)).toBe('nothing_to_grant');
    expect(await checkouts.apply(refunded)).toBe('noted');
    expect(await isLicensed(other.waitlistId)).toBe(true);
  });
});

describe('a refund of a license', () => {
  it(`turns referrals off, so that nobody is moved up any more, and a new license turns nothing on${verifies('referrals.no-boost-without-license')}`, async () => {
    const owner = await newAccount();
    const { paid, refunded } = eventsOf(await checkouts.begin(license(owner)));
    await checkouts.apply(paid);
    const waitlists = createWaitlistStore(pool);
    const enable = () => waitlists.update(owner.accountId, owner.waitlistId, { referralEnabled: true });
    expect(await enable()).toMatchObject({ licensed: true, referralEnabled: true });

    const [ada, friend] = ['ada', 'friend'].map(name => signupOf(`${name}@x.test`));
    if (!ada || !friend) throw new Error('Two people were asked for');
    await callJoin(pool, owner.waitlistId, [signupOf('first@x.test'), ada]);
    await checkouts.apply(refunded);
    const found = () => waitlists.find(owner.accountId, { id: owner.waitlistId });
    expect(await found()).toMatchObject({ licensed: false, referralEnabled: false });
    // An owner who saw the license before the refund.
    expect(await enable()).toMatchObject({ licensed: false, referralEnabled: false });
    await callJoin(pool, owner.waitlistId, [{ ...friend, referrerCode: ada.referralCode }]);
    const { rows } = await pool.query(
      'SELECT position, referral_count FROM queue WHERE waitlist_id = $1 AND id = $2',
      [owner.waitlistId, ada.entryId],
    );
    expect(rows).toEqual([{ position: 2, referral_count: 1 }]);

    await checkouts.apply(eventsOf(await checkouts.begin(license(owner))).paid);
    expect(await found()).toMatchObject({ licensed: true, referralEnabled: false });
  });
});

describe('a refund when there are other payments', () => {
  it('takes the product back unless another payment covers it', async () => {
    const [owner, other] = [await newAccount(), await newAccount()];
    const [second] = (
      await pool.query(
        `INSERT INTO waitlists (account_id, slug, name) VALUES ($1, gen_random_uuid()::text, 'Second') RETURNING id`,
        [owner.accountId],
      )
    ).rows;
    const pay = async (request: CheckoutRequest) => {
      const events = eventsOf(await checkouts.begin(request));
      expect(await checkouts.apply(events.paid)).toBe('granted');
      return events;
    };
    const pro = { product: 'pro', waitlistId: null } as const;
    const first = await pay(license(owner));
    await pay({ ...license(owner), waitlistId: second.id });
    const plan = await pay({ ...license(owner), ...pro });
    await pay({ ...license(other), ...pro });

    expect(await checkouts.apply(first.refunded)).toBe('taken_back');
    expect(await isLicensed(owner.waitlistId)).toBe(false);
    expect(await isLicensed(second.id)).toBe(true);
    expect(await checkouts.apply(plan.refunded)).toBe('taken_back');
    expect([await planOf(owner.accountId), await planOf(other.accountId)]).toEqual(['free', 'pro']);
  });
});

describe('a payment waits for', () => {
  /** Applies an event while a statement is not committed yet. */
  async function applyDuring(statement: string, id: string, event: PaymentEvent) {
    const client = await pool.connect();
    try {
      await client.query('BEGIN');
      await client.query(statement, [id]);
      const applied = checkouts.apply(event);
      await eventually(async () => {
        const { rows } = await pool.query(
          `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        );
        expect(rows).toHaveLength(1);
      });
      await client.query('COMMIT');
      return await applied;
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
  }

  it('the recording of its checkout page', async () => {
    const checkout = await checkouts.begin(license(await newAccount()));
    const note = `UPDATE checkouts SET session_id = 'cs_noted' WHERE id = $1`;
    expect(await applyDuring(note, checkout.id, eventsOf(checkout).paid)).toBe('wrong_session');
  });

  it('a license granted by an operator', async () => {
    const owner = await newAccount();
    const { paid } = eventsOf(await checkouts.begin(license(owner)));
    const grant = 'UPDATE waitlists SET licensed_at = now() WHERE id = $1';
    expect(await applyDuring(grant, owner.waitlistId, paid)).toBe('nothing_to_grant');
  });

  it('a plan set by an operator', async () => {
    const owner = await newAccount();
    const request = { ...license(owner), product: 'pro', waitlistId: null } as const;
    const { paid } = eventsOf(await checkouts.begin(request));
    const upgrade = `UPDATE accounts SET plan = 'pro' WHERE id = $1`;
    expect(await applyDuring(upgrade, owner.accountId, paid)).toBe('nothing_to_grant');
  });
});

describe('starting a checkout', () => {
  it(`twice, even concurrently, returns the same checkout${verifies('billing.one-open-checkout')}`, async () => {
    const request = license(await newAccount());
    const begun = await Promise.all(Array.from({ length: 8 }, () => checkouts.begin(request)));
    expect(new Set(begun.map(({ id }) => id)).size).toBe(1);
    await checkouts.attach(begun[0]?.id ?? '', 'cs_a');
    await checkouts.attach(begun[0]?.id ?? '', 'cs_b');
    expect((await checkouts.begin(request)).sessionId).toBe('cs_a');
  });

  it('creates a new one for another price, mode or product, after the last was closed or paid, and shortly before its page expires', async () => {
    const owner = await newAccount();
    const request = license(owner);
    const ids = [(await checkouts.begin(request)).id];
    ids.push((await checkouts.begin({ ...request, amountCents: 5900 })).id);
    ids.push((await checkouts.begin({ ...request, amountCents: 5900, live: true })).id);
    ids.push((await checkouts.begin({ ...request, product: 'pro', waitlistId: null })).id);
    const again = await checkouts.begin(request);
    ids.push(again.id);
    await checkouts.close(again.id);
    const last = await checkouts.begin(request);
    ids.push(last.id);
    await pool.query(`UPDATE checkouts SET created_at = now() - interval '23 hours' WHERE id = $1`, [
      last.id,
    ]);
    ids.push((await checkouts.begin(request)).id);
    expect(new Set(ids).size).toBe(ids.length);
  });
});
