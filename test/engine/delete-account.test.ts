import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { createAccountStore } from '../../adapters/postgres/account/account-store.ts';
import { createCheckoutStore } from '../../adapters/postgres/billing/checkout-store.ts';
import { createSessionStore } from '../../adapters/postgres/sessions/session-store.ts';
import type { PaymentEvent } from '../../core/billing/payment-event.ts';
import { eventually } from '../support/eventually.ts';
import { shareEngine } from './engine-fixture.ts';

const AMOUNT = 4_900;

describe('deleting an account', () => {
  const engine = shareEngine();

  /** An account with a waitlist and an open checkout for the Pro plan, and the event that pays for it. */
  async function accountWithCheckout(): Promise<{
    accountId: string;
    waitlistId: string;
    paid: PaymentEvent;
  }> {
    const accountId = randomUUID();
    await engine.pool.query(`INSERT INTO accounts (id, email, plan) VALUES ($1, $2, 'free')`, [
      accountId,
      `${accountId}@x.test`,
    ]);
    const waitlistId = randomUUID();
    await engine.pool.query(
      `INSERT INTO waitlists (id, account_id, slug, name) VALUES ($1, $2, $3, 'List')`,
      [waitlistId, accountId, waitlistId],
    );
    const { id } = await createCheckoutStore(engine.pool).begin({
      accountId,
      product: 'pro',
      waitlistId: null,
      live: true,
      amountCents: AMOUNT,
      currency: 'usd',
    });
    const paid = {
      kind: 'paid',
      eventId: randomUUID(),
      checkoutId: id,
      live: true,
      sessionId: 's',
      paymentId: 'p',
      amountCents: AMOUNT,
      currency: 'usd',
    } as const;
    return { accountId, waitlistId, paid };
  }

  /** Waits until exactly this many statements are waiting for a lock. */
  const waiting = (count: number): Promise<void> =>
    eventually(async () => {
      const { rows } = await engine.pool.query(
        `SELECT count(*)::integer AS waiting FROM pg_stat_activity
         WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      expect(rows[0].waiting).toBe(count);
    });

  /** Holds locks while other calls are started. */
  async function holding<Result>(
    statement: string,
    id: string | Buffer,
    start: () => Promise<Result>,
  ): Promise<Result> {
    const holder = await engine.pool.connect();
    await holder.query('BEGIN');
    await holder.query(statement, [id]);
    try {
      return await start();
    } finally {
      await holder.query('COMMIT');
      holder.release();
    }
  }

  it('does not deadlock with a payment that has already locked the checkout', async () => {
    const { accountId, paid } = await accountWithCheckout();
    const [payment, deletion] = await holding(
      'SELECT FROM accounts WHERE id = $1 FOR UPDATE',
      accountId,
      async () => {
        const started = [createCheckoutStore(engine.pool).apply(paid)] as const;
        // The payment locks its checkout and waits for the account's row.
        await waiting(1);
        const deleted = createAccountStore(engine.pool).deleteAccount(accountId);
        await waiting(2);
        return [started[0], deleted] as const;
      },
    );
    expect(await Promise.all([payment, deletion])).toEqual(['granted', true]);
    expect((await engine.pool.query('SELECT FROM accounts WHERE id = $1', [accountId])).rows).toEqual([]);
  });

  it('makes a concurrent payment wait and then find nothing to grant', async () => {
    const { accountId, waitlistId, paid } = await accountWithCheckout();
    const [deletion, payment] = await holding(
      'SELECT pg_advisory_xact_lock(waitlist_lock_key($1))',
      waitlistId,
      async () => {
        // The deletion locks the account and waits for its waitlist.
        const deleted = createAccountStore(engine.pool).deleteAccount(accountId);
        await waiting(1);
        const applied = createCheckoutStore(engine.pool).apply(paid);
        await waiting(2);
        return [deleted, applied] as const;
      },
    );
    expect(await Promise.all([deletion, payment])).toEqual([true, 'unknown']);
  });

  it('waits for a waitlist that is being created, and deletes it too', async () => {
    const { accountId } = await accountWithCheckout();
    const deletion = await holding(
      `INSERT INTO waitlists (account_id, slug, name) VALUES ($1, gen_random_uuid()::text, 'Late')`,
      accountId,
      async () => {
        const deleted = createAccountStore(engine.pool).deleteAccount(accountId);
        await waiting(1);
        return [deleted] as const;
      },
    );
    expect(await Promise.all(deletion)).toEqual([true]);
  });

  it('does not deadlock with a sign-in that has already locked its attempt', async () => {
    const { accountId } = await accountWithCheckout();
    const sessions = createSessionStore(engine.pool);
    const [linkHash, digest] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
    await sessions.begin({
      id: randomUUID(),
      email: `${accountId}@x.test`,
      mailboxDigest: digest,
      networks: { near: digest, wide: null },
      codeDigest: digest,
      linkHash,
      browserHash: digest,
      returnTo: '/',
    });
    const previous = { previousHash: Buffer.alloc(32, 3) };
    await engine.pool.query(
      `INSERT INTO sessions (account_id, secret_hash, expires_at) VALUES ($1, $2, now() + interval '1 day')`,
      [accountId, previous.previousHash],
    );
    const [signIn, deletion] = await holding(
      'SELECT FROM sessions WHERE secret_hash = $1 FOR UPDATE',
      previous.previousHash,
      async () => {
        const signedIn = sessions.signInByLink(linkHash, { secretHash: Buffer.alloc(32, 4), ...previous });
        // The sign-in locks its attempt and waits for the browser's previous session.
        await waiting(1);
        const deleted = createAccountStore(engine.pool).deleteAccount(accountId);
        await waiting(2);
        return [signedIn, deleted] as const;
      },
    );
    expect(await Promise.all([signIn, deletion])).toEqual([{ outcome: 'signed_in', returnTo: '/' }, true]);
  });
});
