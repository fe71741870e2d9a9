import { randomBytes } from 'node:crypto';
import { afterAll, describe, expect, it } from '@jest/globals';
import { createApiClient } from '../../support/api-client.ts';
import { type RunningServer, startServer } from '../../support/local-process.ts';
import { shareSession } from '../../support/session.ts';
import { verifies } from '../../support/verifies.ts';

/** Servers on one database must share one key. */
const DIGEST_KEY = randomBytes(32).toString('base64');
const SEAL_KEY = randomBytes(32).toString('base64');

describe('the rate limit', () => {
  const session = shareSession({ environment: { DIGEST_KEY, SEAL_KEY } });

  /** Moves the accepted requests of all accounts `seconds` into the past, instead of waiting. */
  const letTimePass = (seconds: number) =>
    session.sql(`UPDATE rate_windows SET hits = ARRAY(
      SELECT hit - ${seconds * 1000} FROM unnest(hits) WITH ORDINALITY AS t (hit, place) ORDER BY place)`);

  it(`is in the headers of every authenticated response${verifies('rate.policy-header', 'rate.limit-header')}`, async () => {
    const account = await session.otherAccount();
    const first = await account.get('/api/v1/me');
    expect(first.headers.get('ratelimit-policy')).toBe('"account";q=120;w=60');
    expect(first.headers.get('ratelimit')).toBe('"account";r=119;t=60');
    for (const [path, left] of [
      ['/api/v1/waitlists/none-such', 118],
      ['/api/v1/waitlists/x/entries?limit=0', 117],
    ] as const) {
      const { headers } = await account.get(path);
      expect(headers.get('ratelimit')).toMatch(new RegExp(`^"account";r=${left};t=\\d+$`));
    }
    expect((await session.visitor.get('/api/v1')).headers.get('ratelimit')).toBeNull();
  });

  it(`allows 120, refuses the next, and allows it after Retry-After${verifies('rate.120-per-minute', 'errors.429-rate-limit', 'errors.code-rate-limited', 'rate.retry-after', 'rate.success-after-retry-after', 'rate.shared-by-keys', 'rate.per-account', 'order.rate-limit-before-scope', 'order.key-before-rate-limit')}`, async () => {
    const account = await session.createAccount('pro');
    const [one, two] = [
      await account.withScopes(['account:read']),
      await account.withScopes(['account:read']),
    ];
    const revoked = await account.createKey(['account:read']);
    await session.revokeKey(revoked.id);
    const begun = performance.now();
    const answers = await Promise.all(
      Array.from({ length: 130 }, (_, index) => (index % 2 ? one : two).get('/api/v1/me')),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(120);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(10);
    for (const { headers, body } of refused) {
      expect(body).toMatchObject({ code: 'rate_limited', resolution: expect.stringContaining('Wait') });
      expect(headers.get('ratelimit')).toMatch(/^"account";r=0;t=\d+$/);
    }
    // 429 comes before a missing scope, but after a revoked key (401).
    expect((await one.get('/api/v1/waitlists')).status).toBe(429);
    expect((await createApiClient(session.url, revoked.key).get('/api/v1/me')).status).toBe(401);
    expect((await session.api.get('/api/v1/me')).status).toBe(200);

    const wait = Number((await one.get('/api/v1/me')).headers.get('retry-after'));
    expect(wait).toBeGreaterThanOrEqual(60 - (performance.now() - begun) / 1000);
    expect(wait).toBeLessThanOrEqual(60);
    await letTimePass(wait);
    expect((await one.get('/api/v1/me')).status).toBe(200);
  });

  it(`is a sliding window: each request makes room again after a minute${verifies('rate.any-60s-window')}`, async () => {
    const account = await session.otherAccount();
    const burst = async (count: number) => {
      const answers = await Promise.all(Array.from({ length: count }, () => account.get('/api/v1/me')));
      return answers.filter(({ status }) => status === 200).length;
    };
    expect(await burst(40)).toBe(40);
    await letTimePass(30);
    expect(await burst(90)).toBe(80);
    await letTimePass(31);
    expect(await burst(60)).toBe(40);
    await letTimePass(30);
    expect(await burst(130)).toBe(80);
  });

  describe('across processes', () => {
    const processes: RunningServer[] = [];
    afterAll(() => Promise.all(processes.map(each => each.stop())));

    it(`is one limit for all servers on one database${verifies('rate.120-per-60s-any-process')}`, async () => {
      for (let index = 0; index < 3; index++)
        processes.push(
          await startServer({ variables: { DATABASE_URL: session.databaseUrl, DIGEST_KEY, SEAL_KEY } }),
        );
      const { key } = await (await session.createAccount('pro')).createKey(['account:read']);
      const clients = processes.map(({ url }) => createApiClient(url, key));
      const answers = await Promise.all(
        Array.from({ length: 400 }, (_, index) => clients[index % 3]?.get('/api/v1/me')),
      );
      const statuses = answers.map(answer => answer?.status);
      expect(statuses.filter(status => status === 200)).toHaveLength(120);
      expect(statuses.filter(status => status === 429)).toHaveLength(280);
    });
  });
});
