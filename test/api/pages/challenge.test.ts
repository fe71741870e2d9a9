import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import {
  answering,
  breaking,
  type FakeSiteverify,
  startFakeSiteverify,
  verdict,
} from '../../support/fake-siteverify.ts';
import { type ApiSession, openSession, shareSession } from '../../support/session.ts';
import { verifies } from '../../support/verifies.ts';

const dummy = (digit: string) => ({
  siteKey: `${digit}x00000000000000000000AA`,
  secretKey: `${digit}x0000000000000000000000000000000AA`,
});

const setKeys = (session: ApiSession, slug: string, keys: unknown) =>
  session.api.request('PUT', `/api/v1/waitlists/${slug}/turnstile`, {
    body: JSON.stringify(keys),
    headers: { 'content-type': 'application/json' },
  });

const create = (session: ApiSession, slug: string) =>
  session.api.post('/api/v1/waitlists', { name: slug, slug });

const totalOf = async (session: ApiSession, slug: string): Promise<number> =>
  (await session.api.get(`/api/v1/waitlists/${slug}/entries`)).body.total;

describe('POST /w/{slug}/signups with custom bot-challenge keys', () => {
  const session = shareSession();

  it(`accepts a signup that passes the challenge${verifies('challenge.own-keys-first', 'challenge.local-dummy-pass')}`, async () => {
    await create(session, 'passes');
    await setKeys(session, 'passes', dummy('1'));
    const { status, body } = await session.join('passes', {
      email: 'a@example.com',
      turnstileToken: 'token',
    });
    expect([status, body.position]).toEqual([201, 1]);
    const again = await session.join('passes', { email: 'A@example.com', turnstileToken: 'token' });
    expect([again.status, again.body.alreadyJoined]).toEqual([200, true]);
  });

  it.each([
    [
      `fails the challenge${verifies('challenge.failed-403', 'challenge.local-dummy-fail')}`,
      '2',
      'could not verify',
    ],
    [`sends a used token${verifies('challenge.local-dummy-spent')}`, '3', 'already used'],
  ])('refuses a signup that %s', async (_, digit, sentence) => {
    const slug = `refuses-${digit}`;
    await create(session, slug);
    await setKeys(session, slug, dummy(digit));
    const { status, body, headers } = await session.join(slug, {
      email: 'a@example.com',
      turnstileToken: 'token',
    });
    expect(status).toBe(403);
    expect(body).toEqual({
      error: expect.stringContaining(sentence),
      code: 'challenge_failed',
      resolution: expect.any(String),
      requestId: headers.get('x-request-id'),
    });
    expect(await totalOf(session, slug)).toBe(0);
  });

  it(`refuses a signup without a token${verifies('challenge.missing-token-403')}`, async () => {
    await create(session, 'tokenless');
    await setKeys(session, 'tokenless', dummy('1'));
    for (const turnstileToken of [undefined, null, '', 7, {}, ['token'], 't'.repeat(2049)]) {
      const { status, body } = await session.join('tokenless', { email: 'a@example.com', turnstileToken });
      expect([status, body.code]).toEqual([403, 'challenge_failed']);
    }
    const longest = { email: 'a@example.com', turnstileToken: 't'.repeat(2048) };
    expect((await session.join('tokenless', longest)).status).toBe(201);
  });

  it('does not reveal known emails when the challenge fails', async () => {
    await create(session, 'quiet');
    await session.join('quiet', { email: 'a@example.com' });
    await setKeys(session, 'quiet', dummy('2'));
    const answers = await Promise.all(
      ['a@example.com', 'b@example.com'].map(email =>
        session.join('quiet', { email, turnstileToken: 'token' }),
      ),
    );
    expect(answers.map(({ status, body }) => [status, body.error])).toEqual(
      Array.from({ length: 2 }, () => [403, answers[0]?.body.error]),
    );
  });

  it('validates the input first, and verifies no token for invalid input', async () => {
    await create(session, 'input-first');
    await setKeys(session, 'input-first', dummy('2'));
    expect((await session.join('input-first', { email: 'nonsense', turnstileToken: 't' })).status).toBe(400);
    expect((await session.join('none-such-list', { email: 'a@example.com' })).status).toBe(404);
  });

  it('asks for no token when the waitlist has no keys or only one of them', async () => {
    await create(session, 'free-entry');
    expect((await session.join('free-entry', { email: 'a@example.com' })).status).toBe(201);
    await setKeys(session, 'free-entry', { siteKey: dummy('1').siteKey });
    expect((await session.join('free-entry', { email: 'b@example.com', turnstileToken: 'x' })).status).toBe(
      201,
    );
    await setKeys(session, 'free-entry', dummy('1'));
    expect((await session.join('free-entry', { email: 'c@example.com' })).status).toBe(403);
    await setKeys(session, 'free-entry', { secretKey: null });
    expect((await session.join('free-entry', { email: 'c@example.com' })).status).toBe(201);
  });

  it('uses a rotated secret immediately', async () => {
    await create(session, 'rotated');
    await setKeys(session, 'rotated', dummy('2'));
    const join = (email: string) => session.join('rotated', { email, turnstileToken: 'token' });
    expect((await join('a@example.com')).status).toBe(403);
    await setKeys(session, 'rotated', { secretKey: dummy('1').secretKey });
    expect((await join('a@example.com')).status).toBe(201);
    await setKeys(session, 'rotated', { secretKey: dummy('2').secretKey });
    expect((await join('b@example.com')).status).toBe(403);
  });

  it('does not open a sealed secret that was moved to another waitlist', async () => {
    await create(session, 'donor');
    await create(session, 'thief');
    await setKeys(session, 'donor', dummy('1'));
    await setKeys(session, 'thief', dummy('2'));
    await session.sql(
      `UPDATE waitlists SET turnstile_secret = (SELECT turnstile_secret FROM waitlists WHERE slug = 'donor') WHERE slug = 'thief'`,
    );
    const { status } = await session.join('thief', { email: 'a@example.com', turnstileToken: 'token' });
    expect(status).toBe(500);
    expect(await totalOf(session, 'thief')).toBe(0);
  });

  it('puts the site key on the page and allows the script there, and not on other pages', async () => {
    await create(session, 'shown');
    const plain = await session.visitor.get('/w/shown');
    expect(plain.body).not.toContain('id="challenge"');
    expect(plain.headers.get('content-security-policy')).toContain("script-src 'self';");
    await setKeys(session, 'shown', dummy('1'));
    const { body, headers } = await session.visitor.get('/w/shown');
    expect(body).toContain('id="challenge"');
    expect(body).toContain(`"siteKey":"${dummy('1').siteKey}"`);
    const policy = headers.get('content-security-policy');
    expect(policy).toContain(`script-src 'self' ${session.url};`);
    expect(policy).toContain(`frame-src 'self' ${session.url};`);
    const [, script = ''] = /"scriptUrl":"([^"]+)"/.exec(body) ?? [];
    const loaded = await fetch(script);
    expect([loaded.status, loaded.headers.get('content-type')]).toEqual([
      200,
      'text/javascript; charset=utf-8',
    ]);
  });
});

describe('POST /w/{slug}/signups with a verifier', () => {
  let siteverify: FakeSiteverify;
  let session: ApiSession;
  beforeAll(async () => {
    siteverify = await startFakeSiteverify();
    session = await openSession({
      environment: {
        TURNSTILE_SITE_KEY: 'shared-site-key',
        TURNSTILE_SECRET_KEY: 'shared-secret-key',
        TURNSTILE_VERIFY_URL: siteverify.url,
        SIGNUPS_PER_MINUTE_PER_IP: '10',
      },
    });
  });
  afterEach(() => siteverify.react(verdict()));
  afterAll(async () => {
    await session.close();
    await siteverify.stop();
  });

  const join = (
    slug: string,
    email: string,
    address: string,
    token: string | null = 'a-token',
    answers?: Record<string, unknown>,
  ) =>
    session.visitor.request('POST', `/w/${slug}/signups`, {
      body: JSON.stringify({ email, turnstileToken: token, answers }),
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    });

  it(`sends the shared secret, the token and the visitor's address${verifies('challenge.shared-keys-next', 'challenge.verify-url')}`, async () => {
    await create(session, 'shared');
    expect((await session.visitor.get('/w/shared')).body).toContain('shared-site-key');
    expect((await join('shared', 'a@example.com', '203.0.113.7')).status).toBe(201);
    expect(siteverify.requests).toEqual([
      {
        secret: 'shared-secret-key',
        response: 'a-token',
        remoteip: '203.0.113.7',
        idempotency_key: expect.any(String),
      },
    ]);
  });

  it(`sends the waitlist’s custom secret${verifies('challenge.own-keys-first')}`, async () => {
    await create(session, 'own-secret');
    await setKeys(session, 'own-secret', { siteKey: 'own-site-key', secretKey: 'own-secret-key' });
    expect((await session.visitor.get('/w/own-secret')).body).toContain('own-site-key');
    expect((await join('own-secret', 'a@example.com', '203.0.113.7')).status).toBe(201);
    expect(siteverify.requests.at(-1)).toMatchObject({ secret: 'own-secret-key' });
  });

  it('retries once after a fault, and joins once', async () => {
    await create(session, 'faulty');
    siteverify.react(breaking, verdict());
    expect((await join('faulty', 'a@example.com', '203.0.113.8')).status).toBe(201);
    expect(siteverify.requests).toHaveLength(2);
    expect(await totalOf(session, 'faulty')).toBe(1);
  });

  it(`refuses signups when it cannot be reached, and says what to do${verifies('challenge.unreachable-refused')}`, async () => {
    await create(session, 'unreachable');
    for (const fault of [breaking, answering({}, 503), answering('<html>')]) {
      siteverify.react(fault);
      const { status, body } = await join('unreachable', 'a@example.com', '203.0.113.9');
      expect([status, body.code]).toEqual([403, 'challenge_failed']);
      expect(body.error).toContain('unavailable right now');
      expect(body.resolution).toBe('Wait a moment and try again.');
    }
    expect(await totalOf(session, 'unreachable')).toBe(0);
    siteverify.react(verdict());
    expect((await join('unreachable', 'a@example.com', '203.0.113.9')).status).toBe(201);
  });

  it('refuses signups when the secret is wrong, without revealing why', async () => {
    await create(session, 'wrong-secret');
    siteverify.react(verdict('invalid-input-secret'));
    const { status, body } = await join('wrong-secret', 'a@example.com', '203.0.113.9');
    expect([status, body.code]).toEqual([403, 'challenge_failed']);
    expect(JSON.stringify(body)).not.toContain('secret');
    expect(await totalOf(session, 'wrong-secret')).toBe(0);
  });

  it(`allows ten failed attempts, and those who pass ten times as many${verifies('signups.passed-challenge-tenfold')}`, async () => {
    await create(session, 'limited');
    siteverify.react(verdict('invalid-input-response'));
    const statuses: number[] = [];
    for (let index = 0; index < 10; index += 1) {
      const token = index % 2 ? null : 'a-token';
      statuses.push((await join('limited', `v${index}@example.com`, '203.0.113.10', token)).status);
    }
    expect(new Set(statuses)).toEqual(new Set([403]));
    expect(siteverify.requests).toHaveLength(5);
    expect((await join('limited', 'x@example.com', '203.0.113.10')).status).toBe(429);
    expect((await join('limited', 'not an address', '203.0.113.10')).status).toBe(429);

    // Others behind the same address are not refused for it. Twelve attempts were counted.
    siteverify.react(verdict());
    const people = Array.from({ length: 88 }, (_, index) =>
      join('limited', `p${index}@example.com`, '203.0.113.10'),
    );
    expect(new Set((await Promise.all(people)).map(({ status }) => status))).toEqual(new Set([201]));
    const asked = siteverify.requests.length;
    const refused = await join('limited', 'late@example.com', '203.0.113.10');
    expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited']);
    expect(siteverify.requests).toHaveLength(asked);
    expect(await totalOf(session, 'limited')).toBe(88);
  });

  it(`is not asked about wrong answers, which count as failures${verifies('answers.after-checks')}`, async () => {
    await session.api.post('/api/v1/waitlists', {
      name: 'Asks',
      slug: 'asks',
      questions: [{ key: 'terms', label: 'I accept the terms', type: 'checkbox', required: true }],
    });
    const asked = siteverify.requests.length;
    for (let attempt = 0; attempt < 10; attempt++) {
      const { status, body } = await join('asks', 'a@example.com', '203.0.113.77');
      expect([status, body.details[0].path]).toEqual([400, 'answers.terms']);
    }
    expect((await join('asks', 'a@example.com', '203.0.113.77')).status).toBe(429);
    expect(siteverify.requests).toHaveLength(asked);
    const right = await join('asks', 'a@example.com', '203.0.113.78', 'a-token', { terms: true });
    expect([right.status, siteverify.requests.length]).toEqual([201, asked + 1]);
  });
});
