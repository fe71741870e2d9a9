import { describe, expect, it } from '@jest/globals';
import { eventually } from '../../support/eventually.ts';
import { askOnHost } from '../../support/on-host.ts';
import { shareSession } from '../../support/session.ts';
import { verifies } from '../../support/verifies.ts';

const session = shareSession();
let lists = 0;

async function newList(more: Record<string, unknown> = {}): Promise<{ id: string; slug: string }> {
  const slug = `status-${++lists}`;
  const { body } = await session.api.post('/api/v1/waitlists', { name: `List <${lists}>`, slug, ...more });
  return { id: body.waitlist.id, slug };
}

/** Joins, and returns the 201 with the path of its place page. */
async function join(slug: string, email: string, more: Record<string, unknown> = {}) {
  const { status, body } = await session.join(slug, { email, ...more });
  expect(status).toBe(201);
  return { ...body, path: body.statusUrl.replace(session.url, '') as string };
}

const read = async (path: string) => (await session.visitor.get(`${path}.json`)).body;

describe('the link to a place', () => {
  it(`is in the 201, and nothing of it can be guessed${verifies('place.url-in-201', 'place.token-unguessable')}`, async () => {
    const { slug } = await newList();
    const first = await join(slug, 'ada@example.com');
    const second = await join(slug, 'bob@example.com');
    expect(first.statusUrl).toMatch(new RegExp(`^${session.url}/s/[\\w-]{43}$`));
    expect(first.statusUrl).not.toBe(second.statusUrl);
    expect(first.statusUrl).not.toContain(first.referralCode);
    // The id of one person with the proof of another.
    const mixed = Buffer.concat([
      Buffer.from(first.path.slice(3), 'base64url').subarray(0, 16),
      Buffer.from(second.path.slice(3), 'base64url').subarray(16),
    ]).toString('base64url');
    expect((await session.visitor.get(`/s/${mixed}.json`)).status).toBe(404);
    expect((await session.join(slug, { email: 'ada@example.com' })).body).not.toHaveProperty('statusUrl');
  });

  it('is not the link that stops email', async () => {
    const { slug } = await newList();
    const { path } = await join(slug, 'ada@example.com');
    expect((await session.visitor.get(path.replace('/s/', '/u/'))).status).toBe(404);
  });

  it(`survives a change of the slug${verifies('place.survives-slug-change')}`, async () => {
    const { slug } = await newList();
    const { path } = await join(slug, 'ada@example.com');
    await session.api.patch(`/api/v1/waitlists/${slug}`, { slug: `${slug}-moved` });
    const { waitlist } = await read(path);
    expect(waitlist).toMatchObject({ slug: `${slug}-moved`, url: `${session.url}/w/${slug}-moved` });
  });
});

describe('GET /s/{token}.json', () => {
  it(`tells the place to any origin${verifies('place.json', 'place.boost-null-when-off')}`, async () => {
    const { slug } = await newList();
    await session.license(slug);
    await session.api.patch(`/api/v1/waitlists/${slug}`, { referralEnabled: true, referralBoost: 2 });
    await join(slug, 'first@example.com');
    await join(slug, 'second@example.com');
    const ada = await join(slug, 'ada@example.com', { name: 'Ada Lovelace' });
    const { status, headers, body } = await session.visitor.request('GET', `${ada.path}.json`, {
      headers: { origin: 'https://elsewhere.example' },
    });
    expect([status, headers.get('access-control-allow-origin')]).toEqual([200, '*']);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(body).toEqual({
      waitlist: { name: `List <${lists}>`, slug, url: `${session.url}/w/${slug}` },
      position: 3,
      ahead: 2,
      signups: 3,
      referralCount: 0,
      referralCode: ada.referralCode,
      referralLink: ada.referralLink,
      referralBoost: 2,
      status: 'waiting',
      joinedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      expected: null,
    });

    await join(slug, 'friend@example.com', { referralCode: ada.referralCode });
    expect(await read(ada.path)).toMatchObject({ position: 1, ahead: 0, signups: 4, referralCount: 1 });
    await session.api.patch(`/api/v1/waitlists/${slug}`, { referralEnabled: false });
    expect((await read(ada.path)).referralBoost).toBeNull();
  });

  it(`answers HEAD as GET${verifies('place.head')}`, async () => {
    const { slug } = await newList();
    const { path } = await join(slug, 'ada@example.com');
    for (const suffix of ['', '.json']) {
      const [head, got] = await Promise.all(
        ['HEAD', 'GET'].map(method => session.visitor.request(method, path + suffix)),
      );
      expect([head?.status, head?.body]).toEqual([200, '']);
      expect(head?.headers.get('content-type')).toBe(got?.headers.get('content-type'));
    }
  });

  it(`is a 404 for a token nobody has, or nobody has anymore${verifies('place.unknown-404')}`, async () => {
    const { slug, id } = await newList();
    const { path } = await join(slug, 'ada@example.com');
    for (const wrong of ['/s/none', `${path}A`, path.slice(0, -1), '/s/%00', `/s/${'A'.repeat(43)}`]) {
      const page = await session.visitor.get(wrong);
      expect([wrong, page.status]).toEqual([wrong, 404]);
      expect(page.body).toContain('This link isn’t valid');
      const { status, headers, body } = await session.visitor.get(`${wrong}.json`);
      expect([status, body.code]).toEqual([404, 'not_found']);
      expect(headers.get('access-control-allow-origin')).toBe('*');
    }
    const [{ id: entryId }] = (await session.api.get(`/api/v1/waitlists/${id}/entries`)).body.entries;
    await session.sql('SELECT erase_entry($1, $2, $3)', [session.accountId, id, entryId]);
    expect((await session.visitor.get(path)).status).toBe(404);

    const other = await newList();
    const { path: gone } = await join(other.slug, 'ada@example.com');
    await session.api.delete(`/api/v1/waitlists/${other.slug}`);
    expect((await session.visitor.get(`${gone}.json`)).status).toBe(404);
  });
});

describe('GET /s/{token}', () => {
  it(`shows everything in the HTML as served${verifies('place.page-complete', 'place.refreshes')}`, async () => {
    const { slug } = await newList();
    for (let n = 1; n <= 11; n++) await join(slug, `v${n}@example.com`);
    const ada = await join(slug, 'ada@example.com');
    await join(slug, 'friend@example.com', { referralCode: ada.referralCode });
    const { status, headers, body } = await session.visitor.get(ada.path);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(body).toContain(`List &lt;${lists}&gt;`);
    expect(body).toMatch(/data-part="place"[^>]*>12</);
    expect(body).toContain('data-part="ahead">11 people ahead of you<');
    expect(body).toMatch(/data-part="signups"[^>]*>13</);
    expect(body).toMatch(/data-part="friends"[^>]*>1</);
    expect(body).toContain(`value="${ada.referralLink}"`);
    expect(body).toContain('<noscript><meta http-equiv="refresh" content="60"></noscript>');
    expect(headers.get('content-security-policy')).toMatch(/script-src 'self';/);
  });

  it(`tells nobody whose it is${verifies('place.page-private')}`, async () => {
    const { slug } = await newList();
    const { path } = await join(slug, 'ada.l@example.com', { name: 'Lovelace' });
    for (const each of [path, `${path}.json`]) {
      const { headers, body } = await session.visitor.get(each);
      expect(JSON.stringify(body)).not.toMatch(/ada\.l|Lovelace/i);
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('x-robots-tag')).toBe('noindex');
      expect(headers.get('cache-control')).toBe('no-store');
    }
    expect((await session.visitor.get(path)).body).toContain('<meta name="robots" content="noindex">');
  });

  it('says "Powered by Anteroom" unless the plan hides it', async () => {
    const { slug } = await newList();
    const { path } = await join(slug, 'ada@example.com');
    expect((await session.visitor.get(path)).body).not.toContain('Powered by');
    const free = await session.otherAccount('free');
    await free.post('/api/v1/waitlists', { name: 'Free', slug: 'status-free' });
    const { path: other } = await join('status-free', 'ada@example.com');
    expect((await session.visitor.get(other)).body).toContain('Powered by');
  });
});

describe('a custom domain', () => {
  it(`shows the places of its own waitlist, and base_url shows all${verifies('place.on-custom-domain', 'place.url-in-201')}`, async () => {
    const { slug } = await newList();
    const other = await newList();
    await session.api.post(`/api/v1/waitlists/${slug}/domain`, { domain: 'places.test' });
    await eventually(async () => expect((await askOnHost(session.url, 'places.test')).status).toBe(200));
    const onDomain = (path: string, method = 'GET') =>
      askOnHost(session.url, 'places.test', { path, method });

    const answer = await askOnHost(session.url, 'places.test', {
      method: 'POST',
      path: `/w/${slug}/signups`,
      body: { email: 'ada@example.com' },
    });
    const { port } = new URL(session.url);
    const { statusUrl } = JSON.parse(answer.text);
    expect(statusUrl).toMatch(new RegExp(`^http://places\\.test:${port}/s/[\\w-]{43}$`));
    const path = new URL(statusUrl).pathname;
    const shown = await onDomain(path);
    expect([shown.status, shown.headers['referrer-policy']]).toEqual([200, 'no-referrer']);
    expect(shown.headers['strict-transport-security']).not.toContain('includeSubDomains');
    expect(JSON.parse((await onDomain(`${path}.json`)).text)).toMatchObject({
      position: 1,
      waitlist: { url: `http://places.test:${port}/` },
      referralLink: expect.stringContaining(`http://places.test:${port}/?ref=`),
    });
    expect((await onDomain(path, 'HEAD')).status).toBe(200);
    expect((await session.visitor.get(path)).status).toBe(200);

    const { path: foreign } = await join(other.slug, 'bob@example.com');
    expect((await session.visitor.get(foreign)).status).toBe(200);
    for (const wrong of [foreign, `${foreign}.json`, '/s/none', '/s/', '/s', `${path}/x`]) {
      expect([wrong, await onDomain(wrong)]).toEqual([wrong, expect.objectContaining({ status: 404 })]);
    }
    expect((await onDomain(path, 'POST')).text).toBe('Not found\n');
  });
});

describe('a place where people are let in by a plan', () => {
  const PLAN = {
    count: 2,
    days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'],
    time: '09:00',
    timezone: 'Europe/Berlin',
  };
  const invitation = { inviteUrl: 'https://rocket.example/', invitationPlan: PLAN };

  it(`tells when it is likely the person’s turn${verifies('plans.expected')}`, async () => {
    const { slug } = await newList(invitation);
    for (const name of ['ada', 'bob']) await join(slug, `${name}@example.com`);
    const { path } = await join(slug, 'cai@example.com', { language: 'de' });
    const { expected } = await read(path);
    const day = (offset: number) => {
      const { invitationPlan: plan } = found;
      return new Date(Date.parse(plan.nextRunAt) + offset * 86_400_000).toISOString().slice(0, 10);
    };
    const found = (await session.api.get(`/api/v1/waitlists/${slug}`)).body.waitlist;
    // The second run if both before accept, the third if one of them does not.
    expect(expected).toEqual({ from: day(1), to: day(2) });
    const text = await (await fetch(`${session.url}${path}`)).text();
    expect(text).toContain('Your turn, most likely: ');
  });

  it(`does not while the plan is paused, or if it passes them over${verifies('plans.expected-unknown')}`, async () => {
    const { slug, id } = await newList(invitation);
    const { path } = await join(slug, 'ada@example.com');
    const expected = async () => (await read(path)).expected;
    expect(await expected()).not.toBeNull();
    const change = (invitationPlan: unknown) =>
      session.api.patch(`/api/v1/waitlists/${slug}`, { invitationPlan });
    await change({ ...PLAN, paused: true });
    expect(await expected()).toBeNull();
    await change({ ...PLAN, audience: { minReferrals: 1 } });
    expect(await expected()).toBeNull();
    await change(PLAN);
    expect(await expected()).not.toBeNull();
    await session.sql(`INSERT INTO passed_over (waitlist_id, seq, reason) VALUES ($1, 1, 'stopped')`, [id]);
    expect(await expected()).toBeNull();
    await session.sql('DELETE FROM passed_over WHERE waitlist_id = $1', [id]);
    await change(null);
    expect(await expected()).toBeNull();
  });

  it(`says nothing more once they are invited${verifies('plans.expected-unknown')}`, async () => {
    const { slug } = await newList(invitation);
    const { path } = await join(slug, 'ada@example.com');
    await session.api.post(`/api/v1/waitlists/${slug}/invitations`, { count: 1 });
    expect(await read(path)).toMatchObject({ status: 'invited', expected: null });
  });
});
