import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createAccountStore } from '../../adapters/postgres/account-store.ts';
import { eventually } from '../support/eventually.ts';
import { type Engine, openEngine } from './engine-fixture.ts';

const AMOUNT = 4_900;

describe('deleting an account beside its payment', () => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await openEngine();
  });
  afterAll(() => engine.close());

  /** An account with a checkout of the plan, open to be paid. */
  async function accountWithCheckout(): Promise<{ accountId: string; checkoutId: string }> {
    const accountId = randomUUID();
    await engine.pool.query(`INSERT INTO accounts (id, email, plan) VALUES ($1, $2, 'free')`, [
      accountId,
      `${accountId}@x.test`,
    ]);
    const { rows } = await engine.pool.query(
      `SELECT id FROM begin_checkout($1, 'pro', NULL, true, $2, 'usd')`,
      [accountId, AMOUNT],
    );
    return { accountId, checkoutId: rows[0].id };
  }

  /** How many statements of this database wait for a lock. */
  const waiting = async (): Promise<number> => {
    const { rows } = await engine.pool.query(
      `SELECT count(*)::integer AS waiting FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    return rows[0].waiting;
  };

  it('is no deadlock, whichever locks the payment has by then', async () => {
    const { accountId, checkoutId } = await accountWithCheckout();
    const payment = await engine.pool.connect();
    await payment.query('BEGIN');
    // As far as the lock of the checkout, which every event of Stripe takes first.
    await payment.query('SELECT * FROM take_stripe_event($1, $2, true)', [randomUUID(), checkoutId]);
    const deletion = createAccountStore(engine.pool).deleteAccount(accountId);
    // Without a lock before any row, the deletion would hold the account by now and wait for the checkout.
    await eventually(async () => expect(await waiting()).toBe(1));
    // What giving the plan does next: it takes the row of the account.
    await payment.query(`UPDATE accounts SET plan = 'pro' WHERE id = $1`, [accountId]);
    await payment.query('COMMIT');
    payment.release();
    expect(await deletion).toBe(true);
    const { rows } = await engine.pool.query('SELECT FROM accounts WHERE id = $1', [accountId]);
    expect(rows).toEqual([]);
  });

  it('is told by a payment that comes meanwhile: it waits, and finds nothing to give', async () => {
    const { accountId, checkoutId } = await accountWithCheckout();
    const deletion = await engine.pool.connect();
    await deletion.query('BEGIN');
    await deletion.query('SELECT delete_account($1)', [accountId]);
    const paid = engine.pool.query(`SELECT settle_checkout($1, $2, true, 's', 'p', $3, 'usd') AS verdict`, [
      randomUUID(),
      checkoutId,
      AMOUNT,
    ]);
    await eventually(async () => expect(await waiting()).toBe(1));
    await deletion.query('COMMIT');
    deletion.release();
    expect((await paid).rows).toEqual([{ verdict: 'unknown' }]);
  });
});
