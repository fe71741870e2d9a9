import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { csvHeader } from '../../../core/entries/csv.ts';
import { exportToken, readExportToken } from '../../../core/entries/export-link.ts';
import { eventually } from '../../support/eventually.ts';
import { shareSession } from '../../support/session.ts';
import { verifies } from '../../support/verifies.ts';

/** Without the byte order mark, which reading as text removes. */
const HEADER = csvHeader({ keys: [], consents: [] }).slice(1);

describe('exporting signups', () => {
  const session = shareSession();
  beforeEach(() => session.sql('TRUNCATE rate_windows'));

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

  const start = (slug: string, filter: Readonly<Record<string, unknown>> = {}) =>
    session.api.post(`/api/v1/waitlists/${slug}/exports`, { ...filter });

  /** The path of a link to an export. */
  async function linkTo(slug: string, filter?: Readonly<Record<string, unknown>>): Promise<string> {
    const { status, body } = await start(slug, filter);
    expect(status).toBe(201);
    return new URL(body.export.url).pathname;
  }

  async function exportAll(slug: string, filter?: Readonly<Record<string, unknown>>): Promise<string> {
    const { status, body } = await session.visitor.get(await linkTo(slug, filter));
    expect(status).toBe(200);
    return body;
  }

  const emailsOf = (csv: string) =>
    csv
      .split('\r\n')
      .slice(1, -1)
      .map(line => line.split(',')[1]);

  /** Follows a link as a browser does; the caller reads the body. */
  async function follow(slug: string, headers: Record<string, string> = {}): Promise<IncomingMessage> {
    const request = get(new URL(await linkTo(slug), session.url), { headers });
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
    const { entries } = (await session.api.get('/api/v1/waitlists/export-few/entries')).body;
    const [cid, bob, ada] = entries;
    const linkOf = (code: string) => `${session.url}/w/export-few?ref=${code}`;
    const lines = () => exportAll('export-few').then(csv => csv.split('\r\n'));
    expect(await lines()).toEqual([
      HEADER.trimEnd(),
      `${ada.id},ada@example.com,'=Ada,1,${referralCode},1,,${ada.createdAt},${linkOf(referralCode)},waiting,,,,,en`,
      `${bob.id},bob@example.com,,2,${bob.referralCode},0,${referralCode},${bob.createdAt},${linkOf(bob.referralCode)},waiting,,,,,en`,
      `${cid.id},cid@example.com,"Cid, ""the"" third",3,${cid.referralCode},0,,${cid.createdAt},${linkOf(cid.referralCode)},waiting,,,,,en`,
      '',
    ]);
    await session.api.delete(`/api/v1/waitlists/export-few/entries/${bob.id}`);
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
    const { entries } = (await session.api.get(`/api/v1/waitlists/${id}/entries`)).body;
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
    });
    expect(plain.headers).not.toHaveProperty('content-encoding');
    const refused = await follow('export-headers', { 'accept-encoding': 'gzip;q=0, br' });
    refused.resume();
    expect(refused.headers).not.toHaveProperty('content-encoding');
    const { headers, body } = await session.visitor.get(await linkTo('export-headers'));
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

  it(`has the people of the filters, in an order${verifies('people.export-filters')}`, async () => {
    await create('export-some');
    const { referralCode } = (await session.join('export-some', { email: 'ada@one.example' })).body;
    await session.join('export-some', { email: 'bob@two.example', referralCode });
    await session.join('export-some', { email: 'cid@two.example' });
    const emails = async (filter: Readonly<Record<string, unknown>>) =>
      emailsOf(await exportAll('export-some', filter)).map(email => email?.split('@')[0]);
    expect(await emails({ q: 'TWO' })).toEqual(['bob', 'cid']);
    expect(await emails({ q: 'two', sort: 'joined' })).toEqual(['cid', 'bob']);
    expect(await emails({ sort: 'referrals' })).toEqual(['ada', 'bob', 'cid']);
    expect(await emails({ source: 'friend', minReferrals: 0 })).toEqual(['bob']);
    expect(await emails({ email: 'CID@two.example' })).toEqual(['cid']);
    expect(await emails({ status: 'invited' })).toEqual([]);
  });

  it(`is as it is when it is read, without those who were erased since${verifies('people.export-as-read')}`, async () => {
    await create('export-later');
    await session.join('export-later', { email: 'ada@example.com' });
    const link = await linkTo('export-later');
    const { entries } = (await session.api.get('/api/v1/waitlists/export-later/entries')).body;
    await session.api.delete(`/api/v1/waitlists/export-later/entries/${entries[0].id}`);
    await session.join('export-later', { email: 'bob@example.com' });
    expect(emailsOf((await session.visitor.get(link)).body)).toEqual(['bob@example.com']);
  });

  it(`has a link that says nothing, and works for 15 minutes${verifies('people.export-link')}`, async () => {
    await create('export-link');
    const { body } = await start('export-link', { q: 'ada@example.com' });
    const { url, expiresAt } = body.export;
    const minutes = (Date.parse(expiresAt) - Date.now()) / 60_000;
    expect(minutes > 14 && minutes <= 15).toBe(true);
    const token = new URL(url).pathname.split('/').at(-1) ?? '';
    expect(Buffer.from(token, 'base64url').toString()).not.toContain('ada@');
    const key = Buffer.from(readFileSync(join(session.dataDir, 'digest-key'), 'utf8').trim(), 'base64');
    const sealed = readExportToken(key, token);
    expect(sealed?.filter).toEqual({ q: 'ada@example.com' });
    if (!sealed) return;
    const expired = exportToken(key, { ...sealed, expiresAt: Date.now() });
    const changed = `${token.startsWith('A') ? 'B' : 'A'}${token.slice(1)}`;
    for (const other of [expired, changed, `${token}=`, 'nonsense'])
      expect((await session.visitor.get(`/api/v1/exports/${other}`)).status).toBe(404);
    const opened = Array.from({ length: 11 }, () => session.visitor.get(`/api/v1/exports/${token}`));
    expect((await Promise.all(opened)).map(({ status }) => status).toSorted()).toEqual([
      ...Array.from({ length: 10 }, () => 200),
      429,
    ]);
  });

  it(`answers errors before its first byte like any other operation${verifies('people.scope')}`, async () => {
    const missing = await start('none-such');
    const stranger = await session.otherAccount();
    const foreign = await stranger.post('/api/v1/waitlists/export-few/exports', {});
    expect([missing.status, foreign.status]).toEqual([404, 404]);
    const writer = await session.withScopes(['entries:write']);
    const refused = await writer.post('/api/v1/waitlists/export-few/exports', {});
    expect([refused.status, refused.body.requiredScope]).toEqual([403, 'entries:read']);
    const wrong = await start('export-few', { status: 'gone' });
    expect([wrong.status, wrong.body.details[0].path]).toEqual([400, 'status']);
    const link = await linkTo('export-few');
    expect((await session.visitor.request('POST', link)).headers.get('allow')).toBe('GET, HEAD, OPTIONS');
    expect((await session.api.delete('/api/v1/waitlists/export-few')).status).toBe(200);
    expect((await session.visitor.get(link)).status).toBe(404);
  });
});
