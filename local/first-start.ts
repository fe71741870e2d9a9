import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { createAccountStore } from '../adapters/postgres/account/account-store.ts';
import { createApiKeyStore } from '../adapters/postgres/account/api-key-store.ts';
import { inTransaction } from '../adapters/postgres/kernel/transaction.ts';
import { createWaitlistStore } from '../adapters/postgres/waitlists/waitlist-store.ts';
import { createAccount } from '../core/account/create-account.ts';
import { createApiKey } from '../core/account/create-api-key.ts';
import { PLANS } from '../core/kernel/plans.ts';
import { ALL_SCOPES } from '../core/kernel/scopes.ts';
import type { NewWaitlist } from '../core/waitlists/waitlist-store.ts';
import { waitForStarts } from './database-keys.ts';
import { LocalRunError } from './local-run-error.ts';
import { discardDraft, draftSecret, keepDraft } from './secret-file.ts';

/** The account that the first start creates (contract section 1). */
export const OWNER_EMAIL = 'owner@anteroom.test';

/** A sample, to show new users what a page looks like. */
export const SAMPLE: NewWaitlist = {
  slug: 'hello',
  name: 'Hello, Anteroom',
  seoDescription: 'A sample waitlist. Join it, then look at the email it sends.',
};

/** @returns the key */
async function makeOwner(client: pg.ClientBase): Promise<string> {
  const accounts = createAccountStore(client);
  const owner = await createAccount(accounts, { email: OWNER_EMAIL, plan: 'pro' });
  const { key } = await createApiKey(createApiKeyStore(client), owner.id, {
    name: 'First key',
    scopes: ALL_SCOPES,
  });
  const sample = await createWaitlistStore(client).insert(
    owner.id,
    randomUUID(),
    SAMPLE,
    PLANS.pro.limits.waitlists,
  );
  if (sample === 'slug_taken') {
    throw new LocalRunError(
      `The database has no owner, and another account has a waitlist "${SAMPLE.slug}". Create the owner first: npm run -s admin -- account create --email ${OWNER_EMAIL} --plan pro`,
    );
  }
  return key;
}

/**
 * Creates the owner, a key with every scope, and the sample waitlist, unless the database has an owner. All or nothing: if
 * it is killed halfway, the next start is a first start again. The key is written before the commit and moved into place
 * after it.
 * @returns whether this was the first start
 */
export async function firstStart(pool: pg.Pool, keyFile: string): Promise<boolean> {
  const made = await inTransaction(pool, async client => {
    await waitForStarts(client);
    if (await createAccountStore(client).findAccount(OWNER_EMAIL)) return false;
    await draftSecret(keyFile, await makeOwner(client));
    return true;
  }).catch(async (error: unknown) => {
    await discardDraft(keyFile);
    throw error;
  });
  // Also covers a start that was killed right after its commit.
  await keepDraft(keyFile);
  return made;
}
