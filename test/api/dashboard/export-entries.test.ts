import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CSV_HEADER } from '../../../core/entries/csv.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { type ApiSession, openSession } from '../../support/session.ts';
import { verifies } from '../../support/verifies.ts';

const pathOf = (slug: string, query = '') => `/api/v1/dashboard/waitlists/${slug}/export${query}`;

describe('exporting signups', () => {
  let session: ApiSession;
  let person: ApiClient;
  beforeAll(async () => {
    session = await openSession();
    person = await session.signIn();
  });
  afterAll(() => session.close());

  const create = async (slug: string): Promise<string> =>
    (await session.api.post('/api/v1/waitlists', { name: slug, slug })).body.waitlist.id;

  /** Every part, as the dashboard asks for them. */
  async function exportAll(slug: string): Promise<string[]> {
    const parts: string[] = [];
    for (let query = ''; ; ) {
      const { status, body } = await person.get(pathOf(slug, query));
      expect(status).toBe(200);
      parts.push(body.csv);
      if (body.next === null) return parts;
      query = `?${new URLSearchParams({ after: String(body.next.after), upTo: String(body.next.upTo) })}`;
    }
  }

  it('has but the column names for a list without signups', async () => {
    await create('export-none');
    expect(await exportAll('export-none')).toEqual([CSV_HEADER]);
  });

  it(`has who joined, in that order, and not who was erased${verifies('dashboard.csv-export')}`, async () => {
    await create('export-few');
    const { referralCode } = (await session.join('export-few', { email: 'ada@example.com', name: '=Ada' }))
      .body;
    await session.join('export-few', { email: 'bob@example.com', referralCode });
    await session.join('export-few', { email: 'cid@example.com', name: 'Cid, "the" third' });
    const { entries } = (await person.get('/api/v1/dashboard/waitlists/export-few/entries')).body;
    const [cid, bob, ada] = entries;
    const lines = () => exportAll('export-few').then(([csv = '']) => csv.split('\r\n'));
    expect(await lines()).toEqual([
      CSV_HEADER.trimEnd(),
      `${ada.id},ada@example.com,'=Ada,1,${referralCode},1,,${ada.createdAt}`,
      `${bob.id},bob@example.com,,2,${bob.referralCode},0,${referralCode},${bob.createdAt}`,
      `${cid.id},cid@example.com,"Cid, ""the"" third",3,${cid.referralCode},0,,${cid.createdAt}`,
      '',
    ]);
    await person.delete(`/api/v1/dashboard/waitlists/export-few/entries/${bob.id}`);
    expect((await lines()).map(line => line.split(',')[1])).toEqual([
      'email',
      'ada@example.com',
      'cid@example.com',
      undefined,
    ]);
  });

  it('gives a long list in parts that a function may answer with, each entry once', async () => {
    const id = await create('export-long');
    const count = 60_000;
    // Names that grow most on their way: each sign is seven bytes at last.
    await session.sql(
      `WITH made AS (
         INSERT INTO entries (waitlist_id, seq, id, email_digest, referral_code, created_at)
         SELECT $1, n, gen_random_uuid(), sha256(n::text::bytea), 'c' || n, now() FROM generate_series(1, $2::integer) n
         RETURNING seq)
       INSERT INTO contacts (waitlist_id, seq, email, name)
       SELECT $1, seq, 'p' || seq || '@example.com', CASE WHEN seq <= 3000 THEN repeat(chr(1), 100) END FROM made`,
      [id, count],
    );
    await session.sql('ANALYZE entries, contacts');
    const [first, ...others] = await exportAll('export-long');
    expect(first?.startsWith(CSV_HEADER)).toBe(true);
    expect(others.length).toBeGreaterThan(1);
    const emails = [first, ...others]
      .join('')
      .split('\r\n')
      .slice(1, -1)
      .map(line => line.split(',')[1]);
    expect(emails).toEqual(Array.from({ length: count }, (_, n) => `p${n + 1}@example.com`));
  }, 120_000);

  it('leaves out who joins after the first part', async () => {
    await create('export-growing');
    for (const name of ['a', 'b']) await session.join('export-growing', { email: `${name}@example.com` });
    const { body } = await person.get(pathOf('export-growing', '?after=0&upTo=1'));
    expect(body.csv.split('\r\n')).toHaveLength(3);
    expect(body.next).toBeNull();
  });

  it.each(['?after=-1', '?after=x', '?upTo=2147483648', '?after=1.5'])('refuses %s', async query => {
    expect((await person.get(pathOf('export-few', query))).status).toBe(400);
  });

  it("knows nothing of another account's waitlists", async () => {
    const stranger = await (await session.createAccount('pro')).signIn();
    const foreign = await stranger.get(pathOf('export-few'));
    const missing = await stranger.get(pathOf('none-such'));
    expect(foreign.status).toBe(404);
    expect({ ...foreign.body, requestId: '' }).toEqual({ ...missing.body, requestId: '' });
  });
});
