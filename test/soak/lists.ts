import pg from 'pg';
import { createAccountStore } from '../../adapters/postgres/account/account-store.ts';
import { createApiKeyStore } from '../../adapters/postgres/account/api-key-store.ts';
import { createAccount } from '../../core/account/create-account.ts';
import { createApiKey } from '../../core/account/create-api-key.ts';
import { ALL_SCOPES } from '../../core/kernel/scopes.ts';
import { generateSecret, hashSecret } from '../../core/sessions/secret.ts';
import { licenseWaitlist } from '../../core/waitlists/license-waitlist.ts';
import { EVENT_TYPES } from '../../core/webhooks/schemas.ts';
import { createLicenseStore } from '../../local/admin/license-store.ts';
import { type ApiClient, createApiClient } from '../support/api-client.ts';
import { attachment } from './detaching.ts';
import { QUESTIONS } from './ledger.ts';
import type { Receiver } from './receiver.ts';
import type { CustomerServer, Stage } from './stage.ts';

/** Where invitations lead. Nobody goes there. */
const INVITE_URL = 'https://invited.test/welcome?plan=early';

/** A waitlist of the load, each of its own account. */
export interface SoakList {
  readonly id: string;
  readonly slug: string;
  /** Its part of the signups, next to those of the others. */
  readonly share: number;
  /** Places that a referral gains. 0: referrals only count. */
  readonly boost: number;
  /** Whether people must confirm their address. */
  readonly confirms: boolean;
  readonly hasWebhook: boolean;
  /** Of the account: for the API, and for the dashboard. */
  readonly key: string;
  readonly session: string;
  readonly customer: CustomerServer | null;
}

export interface Plan {
  readonly slug: string;
  readonly share: number;
  readonly boost: number;
  readonly confirms?: boolean;
  readonly hasWebhook?: boolean;
  readonly customer?: CustomerServer;
}

/** One hot list, one for each customer's database, one that confirms addresses, and two small ones beside them. */
const plansOf = (customers: readonly CustomerServer[]): Plan[] => [
  { slug: 'hot', share: 12, boost: 5, hasWebhook: true },
  ...customers.map(customer => ({
    slug: `own-${customer.dbType}`,
    share: 3,
    boost: 20,
    customer,
    hasWebhook: customer.dbType === 'postgres',
  })),
  // Nobody moves there, so the place that people are led to after a confirmation is their number.
  { slug: 'confirmed', share: 3, boost: 0, confirms: true, hasWebhook: true },
  { slug: 'small-one', share: 1, boost: 1 },
  { slug: 'small-two', share: 1, boost: 100 },
];

function expectStatus(status: number, wanted: number, what: string): void {
  if (status !== wanted) throw new Error(`${what} answered ${status} instead of ${wanted}`);
}

async function createWebhook({ urlOf, trust }: Receiver, api: ApiClient, slug: string): Promise<void> {
  const hook = { url: urlOf(slug), events: EVENT_TYPES };
  const created = await api.post(`/api/v1/waitlists/${slug}/webhooks`, hook);
  expectStatus(created.status, 201, 'creating a webhook');
  trust(slug, created.body.secret);
}

async function createList(stage: Stage, pool: pg.Pool, plan: Plan): Promise<SoakList> {
  const { slug, share, boost, confirms = false, hasWebhook = false, customer = null } = plan;
  const accounts = createAccountStore(pool);
  const { id: accountId } = await createAccount(accounts, { email: `${slug}@owner.test`, plan: 'pro' });
  const { key } = await createApiKey(createApiKeyStore(pool), accountId, {
    name: 'soak',
    scopes: ALL_SCOPES,
  });
  const session = generateSecret();
  await pool.query(
    `INSERT INTO sessions (account_id, secret_hash, expires_at) VALUES ($1, $2, now() + interval '1 day')`,
    [accountId, hashSecret(session)],
  );
  const api = createApiClient(stage.url, key);
  const created = await api.post('/api/v1/waitlists', { name: slug, slug, inviteUrl: INVITE_URL });
  expectStatus(created.status, 201, 'creating a waitlist');
  await licenseWaitlist(createLicenseStore(pool), slug);
  const edited = await api.patch(`/api/v1/waitlists/${slug}`, {
    referralEnabled: boost > 0,
    ...(boost > 0 && { referralBoost: boost }),
    confirmation: confirms ? 'required' : 'none',
    questions: QUESTIONS,
  });
  expectStatus(edited.status, 200, 'setting up a waitlist');
  if (hasWebhook) await createWebhook(stage.receiver, api, slug);
  if (customer) {
    const attached = await api.post(`/api/v1/waitlists/${slug}/database`, attachment(customer));
    expectStatus(attached.status, 200, 'attaching a database');
  }
  return { id: created.body.waitlist.id, slug, share, boost, confirms, hasWebhook, key, session, customer };
}

/** Creates waitlists, each with its account; by default those of the load. */
export async function createLists(
  stage: Stage,
  plans: readonly Plan[] = plansOf(stage.customers),
): Promise<SoakList[]> {
  const pool = new pg.Pool({ connectionString: stage.databaseUrl, max: 2 });
  pool.on('error', () => {});
  try {
    const lists = [];
    for (const plan of plans) lists.push(await createList(stage, pool, plan));
    return lists;
  } finally {
    await pool.end();
  }
}
