import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../../support/eventually.ts';
import { type ApiSession, openSession } from '../../support/session.ts';
import { verifies } from '../../support/verifies.ts';

const SITE = 'https://rocket.example';
const THANKS = `${SITE}/thanks?from=waitlist`;

describe('POST /w/{slug}/signups with a form', () => {
  let session: ApiSession;
  beforeAll(async () => {
    session = await openSession();
    await session.api.post('/api/v1/waitlists', { name: 'Forms', slug: 'forms', allowedOrigins: [SITE] });
    await session.api.post('/api/v1/waitlists', { name: 'Plain', slug: 'plain' });
  });
  afterAll(() => session.close());

  const post = (slug: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
    session.visitor.request('POST', `/w/${slug}/signups`, {
      body: new URLSearchParams(fields).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    });
  const entriesOf = async (slug: string) => (await session.api.get(`/api/v1/waitlists/${slug}/entries`)).body;

  it(`joins with the same fields, and leads to the status page${verifies('own-site.form', 'own-site.form-to-status')}`, async () => {
    const { body: friend } = await session.join('plain', { email: 'friend@example.com' });
    const { status, headers, body } = await post(
      'plain',
      { email: 'ada@example.com', name: 'Ada', referralCode: friend.referralCode },
      { origin: session.url },
    );
    expect([status, body]).toEqual([303, '']);
    const place = headers.get('location') ?? '';
    expect(place.startsWith(`${session.url}/s/`)).toBe(true);
    expect((await session.visitor.get(new URL(place).pathname)).body).toContain('Plain');
    const { entries } = await entriesOf('plain');
    expect(entries[0]).toMatchObject({
      email: 'ada@example.com',
      name: 'Ada',
      referredBy: friend.referralCode,
    });
  });

  it(`takes an empty name and code for none${verifies('own-site.form')}`, async () => {
    const fields = { email: 'bare@example.com', name: '', referralCode: '', turnstileToken: '' };
    expect((await post('plain', fields)).status).toBe(303);
    expect((await entriesOf('plain')).entries[0]).toMatchObject({ name: null, referredBy: null });
  });

  it(`leads to redirectUrl, for a new email and a known one alike${verifies('own-site.form-to-redirect-url')}`, async () => {
    const fields = { email: 'bob@example.com', redirectUrl: THANKS };
    for (const headers of [{ origin: SITE }, { origin: SITE }, {}]) {
      const answer = await post('forms', fields, headers as Record<string, string>);
      expect([answer.status, answer.headers.get('location'), answer.body]).toEqual([303, THANKS, '']);
    }
    expect((await entriesOf('forms')).total).toBe(1);
  });

  it.each([
    'https://elsewhere.example/thanks',
    'https://rocket.example.evil.example/',
    'https://rocket.example@evil.example/',
    '//evil.example',
    '/thanks',
    'javascript:alert(1)',
    `${SITE}:8443/`,
    'http://rocket.example/',
    '',
  ])(
    `refuses to redirect to %j, and joins nobody${verifies('own-site.form-to-redirect-url')}`,
    async redirectUrl => {
      const { total } = await entriesOf('forms');
      const email = `r${Math.random()}@example.com`;
      const { status, headers, body } = await post('forms', { email, redirectUrl }, { origin: SITE });
      expect([status, headers.get('location')]).toEqual([400, null]);
      expect(body).toContain('This form isn’t set up correctly');
      expect((await entriesOf('forms')).total).toBe(total);
    },
  );

  it('redirects to the URL it checked, if a field is sent twice', async () => {
    for (const urls of [
      [THANKS, 'https://evil.example/'],
      ['https://evil.example/', THANKS],
    ]) {
      const fields = new URLSearchParams({ email: 'twice@example.com' });
      for (const url of urls) fields.append('redirectUrl', url);
      const { headers } = await session.visitor.request('POST', '/w/forms/signups', {
        body: fields.toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
      expect([null, THANKS]).toContain(headers.get('location'));
    }
  });

  it('sends no line break of redirectUrl in the header', async () => {
    const redirectUrl = `${SITE}/a\r\nset-cookie: x=1`;
    const { status, headers } = await post(
      'forms',
      { email: 'crlf@example.com', redirectUrl },
      { origin: SITE },
    );
    expect([status, headers.get('set-cookie')]).toEqual([400, null]);
  });

  it(`ignores redirectUrl in JSON, as any unknown member${verifies('own-site.form')}`, async () => {
    const signup = { email: 'json@example.com', redirectUrl: 'https://elsewhere.example/' };
    expect((await session.join('forms', signup)).status).toBe(201);
  });

  it(`tells a known email so on a page, and mails its link${verifies('own-site.form-known-email')}`, async () => {
    const { body: joined } = await session.join('plain', { email: 'known@example.com' });
    const { status, headers, body } = await post('plain', { email: 'KNOWN@example.com' });
    expect([status, headers.get('location')]).toEqual([200, null]);
    expect(headers.get('content-type')).toContain('text/html');
    expect(body).toContain('already on the list');
    expect(body).not.toContain(joined.statusUrl);
    await eventually(async () => {
      const mail = (await session.mail()).filter(({ to }) => to.toLowerCase() === 'known@example.com');
      expect(mail).toHaveLength(2);
    });
  });

  it.each<[string, number, Record<string, string>, string]>([
    ['plain', 400, { email: 'nonsense' }, 'That email address doesn’t look right'],
    ['plain', 400, {}, 'That email address doesn’t look right'],
    ['plain', 400, { email: 'a@example.com', name: 'n'.repeat(101) }, 'That name is too long'],
    ['none-such', 404, { email: 'a@example.com' }, 'Waitlist not found'],
  ])(
    `says on a page what is wrong (%s, %d)${verifies('own-site.form-errors')}`,
    async (slug, expected, fields, says) => {
      for (const headers of [{}, { accept: 'text/html' }]) {
        const { status, headers: sent, body } = await post(slug, fields, headers as Record<string, string>);
        expect([status, sent.get('content-type')]).toEqual([expected, 'text/html; charset=utf-8']);
        expect(sent.get('content-security-policy')).toContain("default-src 'none'");
        expect(body).toContain(says);
      }
    },
  );

  it(`refuses a site that is not allowed, and joins nobody${verifies('own-site.form-errors', 'own-site.origin-refused')}`, async () => {
    const { total } = await entriesOf('plain');
    for (const origin of [SITE, 'null']) {
      const { status, body } = await post('plain', { email: 'eve@example.com' }, { origin });
      expect([status, body]).toEqual([
        403,
        expect.stringContaining('This site can’t add you to the waitlist'),
      ]);
    }
    expect((await entriesOf('plain')).total).toBe(total);
  });

  it('is refused when it is not UTF-8', async () => {
    const { status } = await session.visitor.request('POST', '/w/plain/signups', {
      body: Buffer.from('email=a%FF@example.com'),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(status).toBe(400);
  });
});

describe('POST /w/{slug}/signups with a form, with a challenge', () => {
  let session: ApiSession;
  beforeAll(async () => {
    session = await openSession({
      environment: {
        TURNSTILE_SITE_KEY: '1x00000000000000000000AA',
        TURNSTILE_SECRET_KEY: '1x0000000000000000000000000000000AA',
      },
    });
    await session.api.post('/api/v1/waitlists', { name: 'Checked', slug: 'checked', allowedOrigins: [SITE] });
  });
  afterAll(() => session.close());

  it(`needs a token, and checks redirectUrl and the origin too${verifies('own-site.form', 'own-site.form-errors')}`, async () => {
    const post = (fields: Record<string, string>, origin = SITE) =>
      session.visitor.request('POST', '/w/checked/signups', {
        body: new URLSearchParams({ email: 'ada@example.com', ...fields }).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded', origin },
      });
    const turnstileToken = 'XXXX.DUMMY.TOKEN.XXXX';
    const answers = [
      await post({}),
      await post({ turnstileToken, redirectUrl: 'https://evil.example/' }),
      await post({ turnstileToken }, 'https://evil.example'),
      await post({ turnstileToken, redirectUrl: THANKS }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([403, 400, 403, 303]);
    expect(answers[0]?.body).toContain('We couldn’t verify that you’re human');
    expect(answers[3]?.headers.get('location')).toBe(THANKS);
  });
});
