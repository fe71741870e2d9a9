import { describe, expect, it } from '@jest/globals';
import { ALL_SCOPES } from '../../../core/kernel/scopes.ts';
import { dayWithRoom } from '../../support/midnight.ts';
import { shareSession } from '../../support/session.ts';
import { verifies } from '../../support/verifies.ts';

describe('GET /api/v1/me', () => {
  const session = shareSession();

  it(`shows account, plan, billing, capabilities, usage and key${verifies('account.get-200', 'account.member-account', 'account.member-plan', 'account.member-billing', 'account.member-capabilities', 'account.usage-waitlists', 'account.usage-licensed-waitlists', 'account.usage-entries', 'account.member-key', 'licenses.price-setting', 'plans.pro-capabilities', 'keys.shown-once')}`, async () => {
    for (const slug of ['one', 'two', 'three'])
      await session.api.post('/api/v1/waitlists', { name: slug, slug: `list-${slug}` });
    await session.license('list-two');
    for (const slug of ['one', 'two']) {
      await session.join(`list-${slug}`, { email: 'a@example.com' });
      await session.join(`list-${slug}`, { email: 'b@example.com' });
    }
    const { status, body } = await session.api.get('/api/v1/me');
    expect(status).toBe(200);
    expect(body).toEqual({
      account: {
        id: session.accountId,
        email: expect.stringContaining('@'),
        createdAt: expect.stringMatching(/\.\d{3}Z$/),
        replyTo: false,
      },
      plan: { id: 'pro', name: 'Pro' },
      billing: { model: 'one_time_per_waitlist', priceUsd: 49, currency: 'usd' },
      capabilities: { customDomain: true, database: true, whiteLabel: true },
      usage: {
        waitlists: 3,
        licensedWaitlists: 1,
        entries: 4,
        imageBytes: 0,
        domains: 0,
        aiGenerations: { limit: 100, used: 0, remaining: 100 },
      },
      limits: expect.any(Object),
      key: { id: expect.stringMatching(/^[0-9a-f-]{36}$/), name: expect.any(String), scopes: ALL_SCOPES },
    });
    expect(JSON.stringify(body)).not.toContain(session.key.slice(12));
  });

  it(`shows the free plan without capabilities${verifies('plans.free-capabilities', 'keys.on-free-plan')}`, async () => {
    const free = await session.otherAccount('free');
    const { body } = await free.get('/api/v1/me');
    expect(body.plan).toEqual({ id: 'free', name: 'Free' });
    expect(body.capabilities).toEqual({ customDomain: false, database: false, whiteLabel: false });
    expect(body.usage).toMatchObject({ waitlists: 0, licensedWaitlists: 0, entries: 0 });
  });

  it(`counts the AI generations of this month, until none are left${verifies('account.usage-ai-generations')}`, async () => {
    await dayWithRoom();
    const { accountId, withScopes } = await session.createAccount('free');
    const api = await withScopes(['account:read']);
    const generate = (count: number, at: string) =>
      session.sql(
        `INSERT INTO ai_generations (account_id, created_at) SELECT $1, ${at} FROM generate_series(1, $2)`,
        [accountId, count],
      );
    const quota = async () => (await api.get('/api/v1/me')).body.usage.aiGenerations;

    expect(await quota()).toEqual({ limit: 3, used: 0, remaining: 3 });
    await generate(5, "date_trunc('month', now(), 'UTC') - interval '1 millisecond'");
    expect(await quota()).toEqual({ limit: 3, used: 0, remaining: 3 });
    await generate(1, "date_trunc('month', now(), 'UTC')");
    await generate(1, 'now()');
    expect(await quota()).toEqual({ limit: 3, used: 2, remaining: 1 });
    await generate(1, 'now()');
    expect(await quota()).toEqual({ limit: 3, used: 3, remaining: 0 });
    await generate(1, 'now()');
    expect(await quota()).toEqual({ limit: 3, used: 4, remaining: 0 });
    const { body } = await session.api.get('/api/v1/me');
    expect(body.usage.aiGenerations).toEqual({ limit: 100, used: 0, remaining: 100 });
  });
});
