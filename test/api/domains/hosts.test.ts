import { beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../../support/eventually.ts';
import { askOnHost } from '../../support/on-host.ts';
import { shareSession } from '../../support/session.ts';
import { verifies } from '../../support/verifies.ts';

const session = shareSession();

const ask = (host: string, options?: Parameters<typeof askOnHost>[2]) =>
  askOnHost(session.url, host, options);
const PLAIN = { status: 404, text: 'Not found\n' };

beforeAll(async () => {
  await session.api.post('/api/v1/waitlists', { name: 'Shop', slug: 'shop' });
  await session.api.post('/api/v1/waitlists', { name: 'Neighbour', slug: 'neighbour' });
  const other = await session.otherAccount();
  await other.post('/api/v1/waitlists', { name: 'Other', slug: 'other' });
  await session.api.post('/api/v1/waitlists/shop/domain', { domain: 'shop.test' });
  await other.post('/api/v1/waitlists/other/domain', { domain: 'other.test' });
  await session.api.post('/api/v1/waitlists/neighbour/domain', { domain: 'never.example.com' });
  await eventually(async () => {
    const rows = await session.sql(`SELECT domain FROM custom_domains WHERE state = 'active' ORDER BY 1`);
    expect(rows.map(({ domain }) => domain)).toEqual(['other.test', 'shop.test']);
  });
});

const port = () => new URL(session.url).port;

describe('an active domain', () => {
  it(`shows the page of its waitlist at its root${verifies('domains.active-serves-page-at-root')}`, async () => {
    const { status, headers, text } = await ask(`shop.test:${port()}`);
    expect(status).toBe(200);
    expect(headers['content-type']).toMatch(/^text\/html/);
    expect(text).toContain('Join the waitlist for Shop.');
    expect(text).toContain(`<link rel="canonical" href="http://shop.test:${port()}/">`);
    expect(headers['strict-transport-security']).not.toContain('includeSubDomains');
    expect((await ask('shop.test', { method: 'HEAD' })).text).toBe('');
    expect((await ask('shop.test', { path: '/?ref=abc&utm=1' })).text).toContain('"referredBy":"abc"');
    expect((await ask('other.test')).text).toContain('Join the waitlist for Other.');
  });

  it.each(['SHOP.test', 'shop.test.', 'shop.test:8080', 'Shop.Test.:443'])(
    'is recognized as %s',
    async host => {
      expect((await ask(host)).text).toContain('waitlist for Shop');
    },
  );

  it('is the canonical URL of the page under the slug', async () => {
    const { body } = await session.visitor.get('/w/shop');
    expect(body).toContain(`<link rel="canonical" href="http://shop.test:${port()}/">`);
    expect((await session.api.get('/api/v1/waitlists/shop')).body.waitlist.url).toBe(`${session.url}/w/shop`);
  });

  it(`accepts signups, whose referral links use it, also in the email${verifies('domains.signup-on-domain')}`, async () => {
    const join = (email: string, more = {}) =>
      ask('shop.test', { method: 'POST', path: '/w/shop/signups', body: { email, ...more } });
    const { status, text } = await join('ada@example.com');
    const joined = JSON.parse(text);
    expect([status, joined.referralLink]).toEqual([
      201,
      `http://shop.test:${port()}/?ref=${joined.referralCode}`,
    ]);
    await join('grace@example.com', { referralCode: joined.referralCode });
    const { body } = await session.api.get('/api/v1/waitlists/shop/entries');
    expect(body.entries).toMatchObject([{ referredBy: joined.referralCode }, { referralCount: 1 }]);
    await eventually(async () => {
      const message = (await session.mail()).find(({ to }) => to === 'ada@example.com');
      expect(message?.html).toContain(joined.referralLink);
    });
    expect((await join('nonsense')).status).toBe(400);
  });

  it('serves the files of its page', async () => {
    const { text } = await ask('shop.test');
    const files = [...text.matchAll(/(?:href|src)="(\/_page\/[^"]+)"/g)].map(([, path]) => path ?? '');
    expect(files.length).toBeGreaterThanOrEqual(5);
    for (const path of new Set(files)) expect((await ask('shop.test', { path })).status).toBe(200);
  });

  it(`serves nothing else of ours or of other waitlists${verifies('domains.host-shows-page-only')}`, async () => {
    const authorization = `Bearer ${session.key}`;
    for (const [method, path, body] of [
      ['GET', '/api/v1'],
      ['GET', '/api/v1/me'],
      ['POST', '/api/v1/waitlists', { name: 'Through' }],
      ['GET', '/api/v1/openapi.json'],
      ['POST', '/api/mcp/mcp', {}],
      ['GET', '/docs'],
      ['GET', '/dashboard'],
      ['GET', '/_local/mail'],
      ['GET', '/_local/mail.json'],
      ['GET', '/w/shop'],
      ['GET', '/w/other'],
      ['GET', '/w/neighbour'],
      ['POST', '/w/other/signups', { email: 'a@example.com' }],
      ['POST', '/w/neighbour/signups', { email: 'a@example.com' }],
      ['POST', '/w/%73hop%2f..%2fother/signups', { email: 'a@example.com' }],
      ['POST', '/w/none-such/signups', { email: 'a@example.com' }],
      ['POST', '/', { email: 'a@example.com' }],
      ['OPTIONS', '/'],
      ['DELETE', '/api/v1/waitlists/shop'],
      ['GET', '//'],
      ['GET', '/?'.repeat(2)],
      ['GET', '/_page/none.js'],
    ] as const) {
      const answered = await ask('shop.test', { method, path, body, headers: { authorization } });
      if (path === '/?/?') expect(answered.status).toBe(200);
      else expect({ path, ...answered }).toMatchObject({ path, ...PLAIN });
    }
    const { body } = await session.api.get('/api/v1/waitlists/neighbour/entries');
    expect(body.total).toBe(0);
  });

  it('cannot be claimed with a request header', async () => {
    const { text } = await ask('other.test', { headers: { 'x-viewer-host': 'shop.test' } });
    expect(text).toContain('waitlist for Other');
    const own = await ask(new URL(session.url).host, { headers: { 'x-viewer-host': 'shop.test' } });
    expect(own.text).not.toContain('waitlist for Shop');
    const forwarded = await ask('unknown.test', { headers: { 'x-forwarded-host': 'shop.test' } });
    expect(forwarded).toMatchObject(PLAIN);
  });
});

describe('a host that shows no page', () => {
  it.each([
    'unknown.test',
    'never.example.com',
    'www.shop.test',
    'test',
    'shop.test.evil.example',
    'xn--80ak6aa92e.com',
  ])(`gets a plain 404 (%s)${verifies('domains.unknown-host-404')}`, async host => {
    for (const path of ['/', '/w/shop', '/api/v1', '/docs', '/_page/none.js']) {
      const { status, headers, text } = await ask(host, { path });
      expect({ status, text }).toEqual(PLAIN);
      expect(JSON.stringify(headers)).not.toMatch(/anteroom/i);
    }
    const { text: page } = await ask('shop.test');
    const script = /src="(\/_page\/shell[^"]+)"/.exec(page)?.[1] ?? '';
    expect(await ask(host, { path: script })).toMatchObject(PLAIN);
  });

  it('stops serving the page as soon as its domain is disconnected', async () => {
    await session.api.post('/api/v1/waitlists', { name: 'Brief', slug: 'brief' });
    await session.api.post('/api/v1/waitlists/brief/domain', { domain: 'brief.test' });
    await eventually(async () => expect((await ask('brief.test')).status).toBe(200));
    await session.api.delete('/api/v1/waitlists/brief/domain');
    expect(await ask('brief.test')).toMatchObject(PLAIN);
    expect(
      await ask('brief.test', { method: 'POST', path: '/w/brief/signups', body: { email: 'a@example.com' } }),
    ).toMatchObject(PLAIN);
    expect((await session.visitor.get('/w/brief')).status).toBe(200);
  });
});

it('our own host still has its own page at its root', async () => {
  const { status, body } = await session.visitor.get('/');
  expect(status).toBe(200);
  expect(body).toContain(`<link rel="canonical" href="${session.url}/">`);
  expect(body).not.toContain('waitlist for Shop');
});
