import { beforeEach, describe, expect, it } from '@jest/globals';
import { listRouteKeys } from '../../../lambdas/account/api-description.ts';
import { shareSession } from '../../support/session.ts';
import { verifies } from '../../support/verifies.ts';

const HTML = '<!doctype html><html><head><title>x</title></head><body><p>{{position}}</p></body></html>';

describe('resources over HTTP', () => {
  const session = shareSession();
  // Requests of one account are limited to 120 a minute.
  beforeEach(() => session.sql('TRUNCATE rate_windows'));

  const create = async (name: string) =>
    (await session.api.post('/api/v1/waitlists', { name })).body.waitlist as { id: string; slug: string };
  const patch = (path: string, body: Record<string, unknown>, ifMatch: string) =>
    session.api.request('PATCH', path, {
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', 'if-match': ifMatch },
    });
  const etagOf = async (path: string) => (await session.api.get(path)).headers.get('etag') ?? '';

  /** A waitlist, and a template. */
  const resources = async () => {
    const waitlist = await create('Versions');
    const made = await session.api.post('/api/v1/email-templates', { name: 'T', subject: 'S', html: HTML });
    return [`/api/v1/waitlists/${waitlist.id}`, `/api/v1/email-templates/${made.body.template.id}`];
  };

  it(`says where it put what it created${verifies('http.location')}`, async () => {
    const waitlist = await session.api.post('/api/v1/waitlists', {
      name: 'Located',
      inviteUrl: 'https://example.com/in',
    });
    const { id, slug } = waitlist.body.waitlist;
    expect(waitlist.headers.get('location')).toBe(`${session.url}/api/v1/waitlists/${id}`);
    const template = await session.api.post('/api/v1/email-templates', {
      name: 'T',
      subject: 'S',
      html: HTML,
    });
    const found = await session.api.get(new URL(template.headers.get('location') ?? '').pathname);
    expect(found.body.template).toEqual(template.body.template);

    const webhook = await session.api.post(`/api/v1/waitlists/${slug}/webhooks`, {
      url: `${session.url}/hook`,
      events: ['entry.joined'],
    });
    const webhookUrl = new URL(webhook.headers.get('location') ?? '');
    expect((await session.api.delete(webhookUrl.pathname)).status).toBe(200);

    const joined = await session.join(slug, { email: 'ann@example.com' });
    expect(joined.headers.get('location')).toBe(joined.body.statusUrl);
    const batch = await session.api.post(`/api/v1/waitlists/${id}/invitations`, { count: 1 });
    const shown = await session.api.get(new URL(batch.headers.get('location') ?? '').pathname);
    expect(shown.body.batch.id).toBe(batch.body.batch.id);
    const dry = await session.api.post(`/api/v1/waitlists/${id}/invitations`, { count: 1, dryRun: true });
    expect([dry.status, dry.headers.get('location')]).toEqual([200, null]);
  });

  it(`gives one waitlist and one template an ETag that changes with them${verifies('http.etag')}`, async () => {
    for (const path of await resources()) {
      const before = await etagOf(path);
      expect(before).toMatch(/^"[\w-]{27}"$/);
      expect(await etagOf(path)).toBe(before);
      await session.api.patch(path, { name: 'Renamed' });
      expect(await etagOf(path)).not.toBe(before);
    }
  });

  it('gives a waitlist another ETag when its page code changes', async () => {
    const path = `/api/v1/waitlists/${(await create('Code')).id}`;
    const tags = [await etagOf(path)];
    for (const text of ['One', 'Two']) {
      const reactCode = `function GeneratedWaitlist() { return React.createElement('p', null, '${text}'); }`;
      expect((await session.api.patch(path, { reactCode })).status).toBe(200);
      tags.push(await etagOf(path));
    }
    expect((await session.api.patch(path, { design: { template: 'minimal' } })).status).toBe(200);
    tags.push(await etagOf(path));
    expect(new Set(tags).size).toBe(4);
    expect((await patch(path, { name: 'New' }, tags[2] ?? '')).status).toBe(412);
    expect((await patch(path, { name: 'New' }, tags[3] ?? '')).status).toBe(200);
  });

  it(`refuses a change of what has changed since, and makes one of what has not${verifies('http.if-match')}`, async () => {
    for (const path of await resources()) {
      const old = await etagOf(path);
      const change = (name: string, tag: string) => patch(path, { name }, tag);
      expect((await change('First', old)).status).toBe(200);
      const current = await etagOf(path);
      for (const tag of [old, `W/${current}`, current.slice(1, -1), '']) {
        const refused = await change('Second', tag);
        expect([refused.status, refused.body.code]).toEqual([412, 'precondition_failed']);
        const kept = await session.api.request('DELETE', path, { headers: { 'if-match': tag } });
        expect([kept.status, kept.body.code]).toEqual([412, 'precondition_failed']);
      }
      const shown = await session.api.get(path);
      expect((shown.body.waitlist ?? shown.body.template).name).toBe('First');
      expect((await change('Third', `"other", ${current}`)).status).toBe(200);
      expect((await change('Fourth', '*')).status).toBe(200);
      const last = await session.api.request('DELETE', path, { headers: { 'if-match': await etagOf(path) } });
      expect(last.body).toEqual({ deleted: true });
      expect((await change('Fifth', '*')).status).toBe(404);
    }
  });

  it('takes the ETag of a waitlist read without its code', async () => {
    const { id } = await create('Without code');
    const path = `/api/v1/waitlists/${id}`;
    const short = await session.api.get(`${path}?includeCode=false`);
    expect(short.body.waitlist).not.toHaveProperty('reactCode');
    const tag = short.headers.get('etag') ?? '';
    expect((await patch(path, { name: 'New' }, tag)).status).toBe(200);
    expect((await patch(path, { name: 'Newer' }, tag)).status).toBe(412);
    expect((await session.api.get(`${path}?includeCode=yes`)).body.details).toEqual([
      { path: 'includeCode', message: 'must be a boolean' },
    ]);
  });

  it(`makes one of many changes that require the same version${verifies('http.if-match-concurrent')}`, async () => {
    for (const path of await resources()) {
      const tag = await etagOf(path);
      const all = await Promise.all(
        Array.from({ length: 12 }, (_, index) => patch(path, { name: `Change ${index}` }, tag)),
      );
      expect(all.map(({ status }) => status).sort()).toEqual([200, ...Array(11).fill(412)]);
      const made = all.findIndex(({ status }) => status === 200);
      const { body } = await session.api.get(path);
      expect((body.waitlist ?? body.template).name).toBe(`Change ${made}`);
    }
  });

  /** Paths with what exists; parameters of the others name nothing. */
  async function pathsThatAnswer(): Promise<string[]> {
    const { id, slug } = await create('Heads');
    const joined = await session.join(slug, { email: 'head@example.com' });
    const status = new URL(joined.body.statusUrl).pathname;
    return listRouteKeys()
      .filter(key => key.startsWith('GET '))
      .map(key =>
        key
          .slice(4)
          .replace('{slug}', slug)
          .replace('/s/{token}', status)
          .replace('/waitlists/{id}', `/waitlists/${id}`)
          .replace(/\{\w+\}/g, 'nothing'),
      );
  }

  it(`answers HEAD wherever it answers GET${verifies('http.head')}`, async () => {
    const paths = await pathsThatAnswer();
    expect(paths.length).toBeGreaterThan(40);
    const person = await (await session.createAccount('free')).signIn();
    // They differ between two answers of the same kind.
    const varying =
      /^(date|x-request-id|ratelimit|set-cookie|location|connection|keep-alive|transfer-encoding)$/;
    for (const path of paths) {
      const client = path.startsWith('/api/v1/dashboard') ? person : session.api;
      const [get, head] = [await client.request('GET', path), await client.request('HEAD', path)];
      expect([path, head.status, head.body]).toEqual([path, get.status, '']);
      const stable = ({ headers }: typeof get) => [...headers].filter(([name]) => !varying.test(name));
      expect([path, stable(head)]).toEqual([path, stable(get)]);
    }
  });

  it.each([
    ['/api/v1/waitlists', 'GET, HEAD, OPTIONS, POST'],
    ['/api/v1/waitlists/x', 'DELETE, GET, HEAD, OPTIONS, PATCH'],
    ['/api/v1/waitlists/x/entries', 'GET, HEAD, OPTIONS, POST'],
    ['/api/v1/assets', 'OPTIONS, POST'],
    ['/api/v1/waitlists/x/exports', 'OPTIONS, POST'],
    ['/api/v1/exports/x', 'GET, HEAD, OPTIONS'],
    ['/w/x', 'GET, HEAD, OPTIONS'],
    ['/w/x/signups', 'OPTIONS, POST'],
  ])(`names every method of %s${verifies('http.allow')}`, async (path, allow) => {
    const refused = await session.visitor.request('PUT', path);
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, allow]);
    const options = await session.visitor.request('OPTIONS', path);
    expect([options.status, options.headers.get('allow')]).toEqual([204, allow]);
  });

  it(`lists waitlists page by page, each once${verifies('http.list-pages', 'http.link')}`, async () => {
    const api = await session.otherAccount();
    for (let made = 0; made < 7; made++) await api.post('/api/v1/waitlists', { name: `List ${made}` });
    const all = await api.get('/api/v1/waitlists');
    expect(all.body).not.toHaveProperty('next');
    expect(all.headers.get('link')).toBeNull();
    const found: unknown[] = [];
    let path = '/api/v1/waitlists?limit=3';
    for (let page = 1; page <= 3; page++) {
      const { body, headers } = await api.get(path);
      found.push(...body.waitlists);
      const link = /^<(.+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1];
      if (page === 3) expect([body.next, link]).toEqual([null, undefined]);
      else path = link?.replace(session.url, '') ?? 'no link';
      expect(page === 3 || new URL(link ?? '').searchParams.get('after') === body.next).toBe(true);
    }
    expect(found).toEqual(all.body.waitlists);
    const after = (await api.get('/api/v1/waitlists?limit=6')).body.next;
    const rest = await api.get(`/api/v1/waitlists?after=${after}`);
    expect(rest.body).toEqual({ waitlists: all.body.waitlists.slice(6), next: null });
    expect((await api.get('/api/v1/waitlists?limit=7')).body.next).toBeNull();
  });

  it('goes on where a page ended, also after its last waitlist is deleted', async () => {
    const api = await session.otherAccount();
    for (let made = 0; made < 4; made++) await api.post('/api/v1/waitlists', { name: `List ${made}` });
    const { waitlists } = (await api.get('/api/v1/waitlists')).body;
    const { next } = (await api.get('/api/v1/waitlists?limit=2')).body;
    await api.delete(`/api/v1/waitlists/${waitlists[1].id}`);
    expect((await api.get(`/api/v1/waitlists?after=${next}&limit=2`)).body.waitlists).toEqual(
      waitlists.slice(2),
    );
  });

  it.each(['limit=0', 'limit=201', 'limit=x', 'after=', 'after=bm8', `after=${'a'.repeat(300)}`])(
    'refuses a page of waitlists with %s',
    async query => {
      const { status, body } = await session.api.get(`/api/v1/waitlists?${query}`);
      expect([status, body.code]).toEqual([400, 'validation_failed']);
    },
  );

  it(`links the pages of lists with an offset${verifies('http.link')}`, async () => {
    const { id, slug } = await create('Pages');
    for (let made = 0; made < 5; made++) await session.join(slug, { email: `p${made}@example.com` });
    const path = `/api/v1/waitlists/${id}/entries`;
    const { headers } = await session.api.get(`${path}?limit=2&offset=2&sort=position`);
    const query = (offset: number) => `limit=2&offset=${offset}&sort=position`;
    expect(headers.get('link')).toBe(
      `<${session.url}${path}?${query(4)}>; rel="next", <${session.url}${path}?${query(0)}>; rel="prev"`,
    );
    const linkOf = async (parameters: string) =>
      (await session.api.get(`${path}?${parameters}`)).headers.get('link');
    expect(await linkOf('limit=200')).toBeNull();
    // The last page, and no entry twice.
    expect(await linkOf('limit=2&offset=90')).toBe(`<${session.url}${path}?limit=2&offset=3>; rel="prev"`);
    expect(await linkOf('limit=4&offset=1')).toBe(`<${session.url}${path}?limit=1&offset=0>; rel="prev"`);
  });

  it(`lets pages of any origin send and read its headers${verifies('http.cors')}`, async () => {
    const preflight = await session.visitor.request('OPTIONS', '/api/v1/waitlists/x', {
      headers: { origin: 'https://app.example', 'access-control-request-method': 'PATCH' },
    });
    const named = (value: string | null) => (value ?? '').toLowerCase().split(', ');
    expect(named(preflight.headers.get('access-control-allow-headers'))).toEqual(
      expect.arrayContaining(['idempotency-key', 'if-match']),
    );
    const { headers } = await session.api.get('/api/v1/me');
    expect(named(headers.get('access-control-expose-headers'))).toEqual(
      expect.arrayContaining([
        'etag',
        'location',
        'idempotency-replayed',
        'ratelimit',
        'retry-after',
        'x-request-id',
      ]),
    );
  });
});
