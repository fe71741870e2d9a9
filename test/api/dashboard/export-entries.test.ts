import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { CSV_HEADER } from '../../../core/entries/csv.ts';
import { generateSecret, hashSecret } from '../../../core/sessions/secret.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { eventually } from '../../support/eventually.ts';
import { type ApiSession, openSession } from '../../support/session.ts';
import { verifies } from '../../support/verifies.ts';

/** Without the byte order mark, which reading as text removes. */
const HEADER = CSV_HEADER.slice(1);

const pathOf = (slug: string) => `/api/v1/dashboard/waitlists/${slug}/export`;

describe('exporting signups', () => {
  let session: ApiSession;
  let person: ApiClient;
  /** A session, as its cookie. */
  let cookie: string;
  beforeAll(async () => {
    session = await openSession();
    person = await session.signIn();
    const secret = generateSecret();
    await session.sql(
      `INSERT INTO sessions (account_id, secret_hash, expires_at) VALUES ($1, $2, now() + interval '1 hour')`,
      [session.accountId, hashSecret(secret)],
    );
    cookie = `anteroom=${secret}`;
  });
  beforeEach(() => session.sql('TRUNCATE rate_windows'));
  afterAll(() => session.close());

  const create = async (slug: string): Promise<string> =>
    (await session.api.post('/api/v1/waitlists', { name: slug, slug })).body.waitlist.id;

  async function fill(id: string, count: number): Promise<void> {
    await session.sql(
      `WITH made AS (
         INSERT INTO entries (waitlist_id, seq, id, email_digest, referral_code, created_at)
         SELECT $1, n, gen_random_uuid(), sha256(n::text::bytea), 'c' || n, now() FROM generate_series(1, $2::integer) n
         RETURNING seq)
       INSERT INTO contacts (waitlist_id, seq, email, name)
       SELECT $1, seq, 'p' || seq || '@example.com', repeat(md5(seq::text), 3) FROM made`,
      [id, count],
    );
    await session.sql('ANALYZE entries, contacts');
  }

  async function exportAll(slug: string): Promise<string> {
    const { status, body } = await person.get(pathOf(slug));
    expect(status).toBe(200);
    return body;
  }

  const emailsOf = (csv: string) =>
    csv
      .split('\r\n')
      .slice(1, -1)
      .map(line => line.split(',')[1]);

  /** Follows the link as a browser does; the caller reads the body. */
  async function follow(slug: string, headers: Record<string, string> = {}): Promise<IncomingMessage> {
    const request = get(new URL(pathOf(slug), session.url), {
      headers: { cookie, 'sec-fetch-site': 'same-origin', ...headers },
    });
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    return response;
  }

  it('has only the header for a list without signups', async () => {
    await create('export-none');
    expect(await exportAll('export-none')).toBe(HEADER);
  });

  it(`has all signups by place, without erased ones${verifies('dashboard.csv-export')}`, async () => {
    await create('export-few');
    const { referralCode } = (await session.join('export-few', { email: 'ada@example.com', name: '=Ada' }))
      .body;
    await session.join('export-few', { email: 'bob@example.com', referralCode });
    await session.join('export-few', { email: 'cid@example.com', name: 'Cid, "the" third' });
    const { entries } = (await person.get('/api/v1/dashboard/waitlists/export-few/entries?sort=joined')).body;
    const [cid, bob, ada] = entries;
    const linkOf = (code: string) => `${session.url}/w/export-few?ref=${code}`;
    const lines = () => exportAll('export-few').then(csv => csv.split('\r\n'));
    expect(await lines()).toEqual([
      HEADER.trimEnd(),
      `${ada.id},ada@example.com,'=Ada,1,${referralCode},1,,${ada.createdAt},${linkOf(referralCode)},waiting`,
      `${bob.id},bob@example.com,,2,${bob.referralCode},0,${referralCode},${bob.createdAt},${linkOf(bob.referralCode)},waiting`,
      `${cid.id},cid@example.com,"Cid, ""the"" third",3,${cid.referralCode},0,,${cid.createdAt},${linkOf(cid.referralCode)},waiting`,
      '',
    ]);
    await person.delete(`/api/v1/dashboard/waitlists/export-few/entries/${bob.id}`);
    expect(emailsOf(await exportAll('export-few'))).toEqual(['ada@example.com', 'cid@example.com']);
  });

  it(`follows moves up the line, and gives each place once${verifies('dashboard.csv-export')}`, async () => {
    const id = await create('export-moved');
    await session.license('export-moved');
    await session.api.request('PATCH', '/api/v1/waitlists/export-moved', {
      body: JSON.stringify({ referralEnabled: true, referralBoost: 100 }),
      headers: { 'content-type': 'application/json' },
    });
    const codes: string[] = [];
    for (let n = 1; n <= 5; n++) {
      const { body } = await session.join('export-moved', { email: `m${n}@example.com` });
      codes.push(body.referralCode);
    }
    await session.join('export-moved', { email: 'friend@example.com', referralCode: codes[3] });
    const csv = await exportAll('export-moved');
    expect(emailsOf(csv)).toEqual([
      'm4@example.com',
      'm1@example.com',
      'm2@example.com',
      'm3@example.com',
      'm5@example.com',
      'friend@example.com',
    ]);
    const places = csv
      .split('\r\n')
      .slice(1, -1)
      .map(line => line.split(',')[3]);
    expect(places).toEqual(['1', '2', '3', '4', '5', '6']);
    const { entries } = (await person.get(`/api/v1/dashboard/waitlists/${id}/entries`)).body;
    const shown = entries.map(({ email, position }: { email: string; position: number }) => [
      email,
      position,
    ]);
    const exported = emailsOf(csv).map((email, index) => [email, index + 1]);
    expect(new Map(exported as [string, number][])).toEqual(new Map(shown));
  });

  it('is an uncached download, compressed when the client accepts it', async () => {
    await create('export-headers');
    const plain = await follow('export-headers');
    plain.resume();
    expect(plain.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': expect.stringMatching(
        /^attachment; filename="export-headers-\d{4}-\d\d-\d\d\.csv"$/,
      ),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-request-id': expect.any(String),
      ratelimit: expect.any(String),
    });
    expect(plain.headers).not.toHaveProperty('content-encoding');
    const refused = await follow('export-headers', { 'accept-encoding': 'gzip;q=0, br' });
    refused.resume();
    expect(refused.headers).not.toHaveProperty('content-encoding');
    const { headers, body } = await person.get(pathOf('export-headers'));
    expect(headers.get('content-encoding')).toBe('gzip');
    expect(body).toBe(HEADER);
  });

  describe('of a long list', () => {
    // More than the socket buffers can hold.
    const COUNT = 80_000;
    let id: string;
    beforeAll(async () => {
      id = await create('export-long');
      await fill(id, COUNT);
    }, 120_000);

    /** An export whose reader took the first bytes and then paused. */
    async function begin(): Promise<IncomingMessage> {
      const response = await follow('export-long');
      await once(response, 'readable');
      return response;
    }

    async function rest(response: IncomingMessage): Promise<string> {
      let csv = '';
      for await (const chunk of response) csv += chunk;
      return csv;
    }

    /** Makes the statement that reads the next part fail. */
    async function failNextPart(): Promise<void> {
      const client = new pg.Client({ connectionString: session.databaseUrl });
      await client.connect();
      await client.query('BEGIN');
      await client.query('LOCK TABLE contacts');
      await eventually(async () => {
        const { rows } = await client.query(
          `SELECT pg_cancel_backend(pid) AS failed FROM pg_stat_activity
           WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        );
        expect(rows).toEqual([{ failed: true }]);
      });
      await client.end();
    }

    it(`reads no further ahead than its reader, and has each entry once, without later signups${verifies('dashboard.csv-streams')}`, async () => {
      const response = await begin();
      await session.join('export-long', { email: 'late@example.com' });
      // A slow reader sees later changes: nothing was read ahead.
      await session.sql(`UPDATE contacts SET email = 'new@example.com' WHERE waitlist_id = $1 AND seq = $2`, [
        id,
        COUNT,
      ]);
      const expected = Array.from({ length: COUNT }, (_, n) => `p${n + 1}@example.com`);
      expect(emailsOf(await rest(response))).toEqual([...expected.slice(0, -1), 'new@example.com']);
    });

    it(`is cut off when the database fails${verifies('dashboard.csv-broken-off')}`, async () => {
      const response = await begin();
      const [failed] = await Promise.allSettled([rest(response), failNextPart()]);
      expect(failed).toMatchObject({ status: 'rejected', reason: { message: 'aborted' } });
      expect(response.complete).toBe(false);
    });

    it('is cut off when the waitlist is deleted meanwhile', async () => {
      const response = await begin();
      expect((await session.api.delete('/api/v1/waitlists/export-long')).status).toBe(200);
      await expect(rest(response)).rejects.toThrow('aborted');
    });
  });

  it('answers errors before its first byte like any other operation', async () => {
    const stranger = await (await session.createAccount('pro')).signIn();
    const foreign = await stranger.get(pathOf('export-few'));
    const missing = await stranger.get(pathOf('none-such'));
    expect(foreign.status).toBe(404);
    expect({ ...foreign.body, requestId: '' }).toEqual({ ...missing.body, requestId: '' });
    const check = await stranger.get(`${pathOf('none-such')}-check`);
    expect({ ...check.body, requestId: '' }).toEqual({ ...missing.body, requestId: '' });
    expect((await session.visitor.get(pathOf('export-few'))).status).toBe(401);
    expect((await session.api.get(pathOf('export-few'))).status).toBe(403);
    expect((await person.request('POST', pathOf('export-few'))).headers.get('allow')).toBe(
      'GET, HEAD, OPTIONS',
    );
  });

  it('counts toward the rate limit', async () => {
    await Promise.all(Array.from({ length: 120 }, () => person.get('/api/v1/me')));
    const { status, headers } = await person.get(pathOf('export-few'));
    expect(status).toBe(429);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  });

  it.each<[string, Record<string, string>, number]>([
    ['one of our links', { 'sec-fetch-site': 'same-origin' }, 200],
    ['a link on another site', { 'sec-fetch-site': 'cross-site' }, 403],
    ['a link on another host of the same site', { 'sec-fetch-site': 'same-site' }, 403],
    ['the address bar', { 'sec-fetch-site': 'none' }, 403],
  ])(
    `answers a request from %s: %j, %i${verifies('sessions.forgery-refused')}`,
    async (_, headers, status) => {
      const { status: given } = await session.visitor.request('GET', pathOf('export-few'), {
        headers: { cookie, ...headers },
      });
      expect(given).toBe(status);
    },
  );

  it('is given to a browser that sends only a referrer', async () => {
    const from = async (referer?: string) =>
      (
        await session.visitor.request('GET', pathOf('export-few'), {
          headers: { cookie, ...(referer !== undefined && { referer }) },
        })
      ).status;
    expect(await from(`${session.url}/dashboard`)).toBe(200);
    expect(await from('https://evil.example/')).toBe(403);
    expect(await from(`https://evil.example/?${session.url}/dashboard`)).toBe(403);
    expect(await from()).toBe(403);
  });
});
