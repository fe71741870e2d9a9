import { chmod, writeFile } from 'node:fs/promises';
import pg from 'pg';
import { createAccountStore } from '../adapters/postgres/account-store.ts';
import { createWaitlistStore } from '../adapters/postgres/waitlist-store.ts';
import { createAccount } from '../core/account/create-account.ts';
import { createApiKey } from '../core/account/create-api-key.ts';
import { ALL_SCOPES } from '../core/scopes.ts';
import { DEFAULT_REFERRAL_BOOST } from '../core/waitlists/create-waitlist.ts';
import type { WaitlistFields } from '../core/waitlists/waitlist-store.ts';

/** The account that the first start makes (contract section 1). */
export const OWNER_EMAIL = 'owner@anteroom.test';

/** The waitlist that shows a new user what a page looks like. */
export const SAMPLE: WaitlistFields = {
  slug: 'hello',
  name: 'Hello, Anteroom',
  description: 'A sample waitlist. Join it, then look at the email it sends.',
  pageCode: null,
  seoTitle: null,
  seoDescription: null,
  seoKeywords: null,
  ogImage: null,
  referralEnabled: false,
  referralBoost: DEFAULT_REFERRAL_BOOST,
  referralMessage: null,
};

async function makeOwner(pool: pg.Pool, keyFile: string): Promise<void> {
  const accounts = createAccountStore(pool);
  const owner = await createAccount(accounts, { email: OWNER_EMAIL, plan: 'pro' });
  const { key } = await createApiKey(accounts, owner.id, { name: 'First key', scopes: ALL_SCOPES });
  await createWaitlistStore(pool).insert(owner.id, SAMPLE);
  await writeFile(keyFile, `${key}\n`, { mode: 0o600 });
  // The mode counts for new files only.
  await chmod(keyFile, 0o600);
}

/**
 * Makes the owner, a key with every scope and the sample waitlist, if the database has no owner yet. All or nothing: a
 * start that is killed half-way is a first start again.
 * @returns whether this was the first start
 */
export async function firstStart(databaseUrl: string, keyFile: string): Promise<boolean> {
  // A pool of one connection, so that stores made for a pool take part in one transaction.
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1, idleTimeoutMillis: 0 });
  try {
    if (await createAccountStore(pool).findAccount(OWNER_EMAIL)) return false;
    await pool.query('BEGIN');
    await makeOwner(pool, keyFile);
    await pool.query('COMMIT');
    return true;
  } finally {
    await pool.end();
  }
}
