import { beforeAll, describe, expect, it } from '@jest/globals';
import { createCheckout } from '../../../core/billing/create-checkout.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { startFailingStripe } from '../../support/failing-stripe.ts';
import { openSession, shareSession, type TestAccount } from '../../support/session.ts';
import { verifies } from '../../support/verifies.ts';

const PATH = '/api/v1/dashboard/checkouts';

describe('POST /api/v1/dashboard/checkouts', () => {
  const session = shareSession({ plan: 'free', environment: { PRO_PRICE_USD: '149.5' } });

  async function newWaitlist(): Promise<string> {
    return (await session.api.post('/api/v1/waitlists', { name: 'To be <licensed> & "paid"' })).body.waitlist
      .id;
  }
  const begin = (person: ApiClient, waitlistId: string) =>
    person.post(PATH, { product: 'license', waitlistId });
  const page = (url: string) => session.visitor.get(url);
  const press = (url: string, action: string, origin = session.url) =>
    session.visitor.request('POST', '/_local/checkout', {
      body: new URLSearchParams({
        session: new URL(url).searchParams.get('session') ?? '',
        action,
      }).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin },
    });
  const waitlist = async (id: string) => (await session.api.get(`/api/v1/waitlists/${id}`)).body.waitlist;

  it(`opens the local test checkout, which takes no money${verifies('billing.test-page-in-local-run', 'billing.license-by-payment')}`, async () => {
    const [person, id] = [await session.signIn(), await newWaitlist()];
    const { status, body } = await begin(person, id);
    expect({ status, body }).toEqual({
      status: 201,
      body: { url: expect.stringContaining('/_local/checkout?') },
    });

    const shown = await page(body.url);
    expect(shown.status).toBe(200);
    expect(shown.body).toContain('Test checkout');
    expect(shown.body).toContain('$49.00');
    expect(shown.body).toContain('To be &lt;licensed&gt; &amp;');
    expect(shown.headers.get('content-security-policy')).toContain("default-src 'none'");

    const paid = await press(body.url, 'pay');
    expect(paid.status).toBe(303);
    expect(paid.headers.get('location')).toBe(
      `${session.url}/dashboard/waitlists/${id}/license?checkout=paid`,
    );
    expect((await waitlist(id)).licensed).toBe(true);
    const [receipt] = (await person.get('/api/v1/dashboard/receipts')).body.receipts;
    expect(receipt).toMatchObject({
      product: 'license',
      waitlistId: id,
      amountUsd: 49,
      test: true,
      url: body.url,
    });
    expect((await page(receipt.url)).body).toContain('Test receipt');
    expect((await press(body.url, 'pay')).status).toBe(404);
  });

  it('buys nothing when canceled, and can be resumed', async () => {
    const [person, id] = [await session.signIn(), await newWaitlist()];
    const { body } = await begin(person, id);
    const left = await press(body.url, 'cancel');
    expect(left.headers.get('location')).toBe(
      `${session.url}/dashboard/waitlists/${id}/license?checkout=canceled`,
    );
    expect((await waitlist(id)).licensed).toBe(false);
    expect((await begin(person, id)).body).toEqual(body);
  });

  it('refuses a payment form posted from another site', async () => {
    const [person, id] = [await session.signIn(), await newWaitlist()];
    const { body } = await begin(person, id);
    expect((await press(body.url, 'pay', 'https://evil.example')).status).toBe(400);
    const silent = await session.visitor.request('POST', '/_local/checkout', { body: 'action=pay' });
    expect(silent.status).toBe(400);
    expect((await waitlist(id)).licensed).toBe(false);
    expect((await page('/_local/checkout?session=cs_test_none')).status).toBe(404);
  });

  it(`returns the same page when started twice, even concurrently${verifies('billing.one-open-checkout')}`, async () => {
    const [person, id] = [await session.signIn(), await newWaitlist()];
    const answers = await Promise.all(Array.from({ length: 5 }, () => begin(person, id)));
    expect(new Set(answers.map(({ body }) => body.url)).size).toBe(1);
    const slug = (await waitlist(id)).slug;
    expect((await begin(person, slug)).body).toEqual(answers[0]?.body);
  });

  it('returns a new page when the previous one no longer exists', async () => {
    const [person, id] = [await session.signIn(), await newWaitlist()];
    await begin(person, id);
    await session.sql(`UPDATE checkouts SET session_id = 'cs_test_forgotten' WHERE waitlist_id = $1`, [id]);
    const { status, body } = await begin(person, id);
    expect(status).toBe(201);
    expect((await page(body.url)).status).toBe(200);
  });

  it('returns a new page after the waitlist was renamed', async () => {
    const [person, id] = [await session.signIn(), await newWaitlist()];
    await begin(person, id);
    // As after a crash between creating the page and recording it.
    await session.sql('UPDATE checkouts SET session_id = NULL WHERE waitlist_id = $1', [id]);
    await session.api.patch(`/api/v1/waitlists/${id}`, { name: 'Renamed' });
    const { body } = await begin(person, id);
    expect((await page(body.url)).body).toContain('Renamed');
  });

  it(`finds a payment whose event was lost${verifies('billing.lost-event')}`, async () => {
    const [person, id] = [await session.signIn(), await newWaitlist()];
    const { body } = await begin(person, id);
    await press(body.url, 'pay');
    // As if the event was lost.
    await session.sql(
      'UPDATE checkouts SET paid_at = NULL, granted = false, payment_id = NULL WHERE waitlist_id = $1',
      [id],
    );
    await session.sql('UPDATE waitlists SET licensed_at = NULL WHERE id = $1', [id]);
    expect(await begin(person, id)).toMatchObject({
      status: 400,
      body: { details: [{ path: 'waitlistId', message: 'is already licensed' }] },
    });
    expect((await waitlist(id)).licensed).toBe(true);
  });

  describe('of pro', () => {
    let account: TestAccount;
    let person: ApiClient;
    beforeAll(async () => {
      account = await session.createAccount('free');
      person = await account.signIn();
    });

    it(`charges the configured price, which the 402 quotes too${verifies('billing.own-prices')}`, async () => {
      const key = await account.withScopes(['waitlists:write', 'domains:write']);
      const { waitlist: made } = (await key.post('/api/v1/waitlists', { name: 'Domain' })).body;
      const refused = await key.post(`/api/v1/waitlists/${made.id}/domain`, { domain: 'a-b-c.test' });
      expect(refused).toMatchObject({
        status: 402,
        body: { priceUsd: 149.5, upgradeUrl: `${session.url}/dashboard/billing` },
      });
      const { body } = await person.post(PATH, { product: 'pro' });
      expect((await page(body.url)).body).toContain('$149.50');
    });

    it(`moves the account to the plan${verifies('billing.pro-by-payment')}`, async () => {
      const { body } = await person.post(PATH, { product: 'pro' });
      const paid = await press(body.url, 'pay');
      expect(paid.headers.get('location')).toBe(`${session.url}/dashboard/billing?checkout=paid`);
      expect((await person.get('/api/v1/me')).body.plan.id).toBe('pro');
      expect((await person.get('/api/v1/dashboard/receipts')).body.receipts).toEqual([
        expect.objectContaining({ product: 'pro', waitlistId: null, amountUsd: 149.5 }),
      ]);
      expect(await person.post(PATH, { product: 'pro' })).toMatchObject({
        status: 400,
        body: { details: [{ path: 'product', message: 'the account is already on the Pro plan' }] },
      });
    });
  });

  describe('400', () => {
    it.each([
      [{}, 'product'],
      [{ product: 'gold' }, 'product'],
      [{ product: 'license' }, 'waitlistId'],
      [{ product: 'license', waitlistId: 7 }, 'waitlistId'],
    ])('for %j', async (body, path) => {
      const person = await session.signIn();
      expect(await person.post(PATH, body)).toMatchObject({ status: 400, body: { details: [{ path }] } });
    });

    it('for a waitlist that is licensed without a payment', async () => {
      const [person, id] = [await session.signIn(), await newWaitlist()];
      await session.license(id);
      expect(await begin(person, id)).toMatchObject({
        status: 400,
        body: { details: [{ path: 'waitlistId', message: 'is already licensed' }] },
      });
      expect(await session.sql('SELECT id FROM checkouts WHERE waitlist_id = $1', [id])).toEqual([]);
    });
  });

  it(`403: for keys and tokens${verifies('billing.people-only')}`, async () => {
    const id = await newWaitlist();
    expect(await begin(session.api, id)).toMatchObject({ status: 403 });
    expect(await session.api.get('/api/v1/dashboard/receipts')).toMatchObject({ status: 403 });
    expect(await begin(session.visitor, id)).toMatchObject({ status: 401 });
  });

  it('404: for an unknown waitlist or another account’s', async () => {
    const stranger = await (await session.createAccount('pro')).signIn();
    const none = await begin(stranger, '3f1f0d8e-0000-4000-8000-000000000000');
    const foreign = await begin(stranger, await newWaitlist());
    for (const { status, body } of [none, foreign]) {
      expect({ status, error: body.error }).toEqual({ status: 404, error: 'No such waitlist' });
    }
    expect((await stranger.get('/api/v1/dashboard/receipts')).body.receipts).toEqual([]);
  });

  it(`503: without Stripe keys${verifies('billing.none-without-keys')}`, async () => {
    const services = { payments: null, waitlists: { find: async () => ({ id: 'x', licensed: false }) } };
    const context = { caller: { account: { plan: 'free' } }, services, site: {} };
    for (const input of [{ product: 'pro' }, { product: 'license', waitlistId: 'hello' }]) {
      await expect(createCheckout.run(context as never, input as never)).rejects.toMatchObject({
        code: 'payments_unavailable',
        status: 503,
        message: expect.stringContaining('Stripe is not configured'),
      });
    }
  });
});

describe('while Stripe', () => {
  it.each([
    ['refuses our key', { status: 401, type: 'invalid_request_error' }, 'sk_test_secret'],
    ['is unreachable', 'breaks', 'sk_test_secret'],
    ['fails', { status: 500, type: 'api_error' }, 'sk_test_secret'],
    ['is rate limiting us', { status: 429, type: 'rate_limit_error' }, 'sk_test_secret'],
    ['would take real money with a live-mode key', { status: 200, type: 'none' }, 'sk_live_secret'],
    ['gets something that is not a secret key', { status: 200, type: 'none' }, 'pk_test_public'],
  ] as const)(
    '%s: 503, nothing is charged, and no key is shown',
    async (_, answer, key) => {
      const stripe = await startFailingStripe(answer);
      const session = await openSession({
        plan: 'free',
        environment: {
          STRIPE_API_URL: stripe.url,
          STRIPE_SECRET_KEY: key,
          STRIPE_WEBHOOK_SECRET: 'whsec_x',
          LOG_LEVEL: 'SILENT',
        },
      });
      try {
        const { waitlist } = (await session.api.post('/api/v1/waitlists', { name: 'Away' })).body;
        const answered = await (await session.signIn()).post(PATH, {
          product: 'license',
          waitlistId: waitlist.id,
        });
        expect(answered).toMatchObject({ status: 503, body: { code: 'payments_unavailable' } });
        expect(JSON.stringify(answered.body)).not.toContain('secret');
        if (key !== 'sk_test_secret') expect(stripe.asked()).toBe(0);
      } finally {
        await session.close();
        await stripe.stop();
      }
    },
    90_000,
  );
});
