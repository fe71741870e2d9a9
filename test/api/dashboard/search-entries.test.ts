import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SEARCHED_ENTRIES } from '../../../core/entries/entry-store.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { type ApiSession, openSession } from '../../support/session.ts';
import { verifies } from '../../support/verifies.ts';

const ENTRIES = '/api/v1/dashboard/waitlists/searched/entries';

describe('searching signups by email', () => {
  let session: ApiSession;
  let person: ApiClient;
  beforeAll(async () => {
    session = await openSession();
    person = await session.signIn();
    await session.api.post('/api/v1/waitlists', { name: 'Searched', slug: 'searched' });
    for (const email of [
      'Ann@example.com',
      'anna@example.com',
      'a_c+d@example.com',
      'abc@example.com',
      'zoe@example.com',
    ])
      await session.join('searched', { email });
  });
  afterAll(() => session.close());

  const emails = async (query: string) => {
    const { status, body } = await person.get(`${ENTRIES}?${query}`);
    expect(status).toBe(200);
    return { total: body.total, emails: body.entries.map(({ email }: { email: string }) => email) };
  };

  it.each<[string, string, string[]]>([
    ['a whole address', 'email=zoe%40example.com', ['zoe@example.com']],
    ['an address in any case and with spaces', 'email=%20ANN%40Example.com%20', ['Ann@example.com']],
    ['a prefix, newest first', 'email=aNN', ['anna@example.com', 'Ann@example.com']],
    ['database wildcards literally', 'email=a_c%2B', ['a_c+d@example.com']],
    ['nothing for a wildcard', 'email=a%25', []],
    ['nothing for the middle of an address', 'email=example', []],
    ['nothing for an unknown address', 'email=zzz', []],
  ])(`finds %s${verifies('dashboard.search-by-email')}`, async (_, query, expected) => {
    expect(await emails(query)).toEqual({ total: expected.length, emails: expected });
  });

  it('pages through the results, and lists all entries without an email', async () => {
    expect(await emails('email=ann&limit=1&offset=1')).toEqual({ total: 2, emails: ['Ann@example.com'] });
    expect(await emails('email=ann&limit=1&offset=2')).toEqual({ total: 2, emails: [] });
    expect((await emails('limit=3')).emails).toHaveLength(3);
    const all = await session.api.get('/api/v1/waitlists/searched/entries');
    expect((await person.get(ENTRIES)).body).toEqual(all.body);
  });

  it.each(['email=%00', `email=${'x'.repeat(255)}`, 'limit=0', 'limit=201', 'offset=-1'])(
    'refuses %s',
    async query => {
      expect((await person.get(`${ENTRIES}?${query}`)).status).toBe(400);
    },
  );

  it('searches prefixes only as far back as documented, and whole addresses everywhere', async () => {
    const [{ id }] = await session.sql(`SELECT id FROM waitlists WHERE slug = 'searched'`);
    const [{ last }] = await session.sql('SELECT max(seq) AS last FROM entries WHERE waitlist_id = $1', [id]);
    await session.sql(
      `INSERT INTO entries (waitlist_id, seq, id, email_digest, referral_code, created_at)
       SELECT $1, n, gen_random_uuid(), sha256(n::text::bytea), 'c' || n, now()
       FROM generate_series($2::integer + 1, $2 + $3::integer - 1) AS n`,
      [id, last, SEARCHED_ENTRIES],
    );
    expect((await emails('email=zo')).emails).toEqual(['zoe@example.com']);
    expect((await emails('email=ann')).emails).toEqual([]);
    expect((await emails('email=ann%40example.com')).emails).toEqual(['Ann@example.com']);
  });

  it('answers 404 for another account’s waitlist', async () => {
    const stranger = await (await session.createAccount('pro')).signIn();
    const foreign = await stranger.get(`${ENTRIES}?email=ann`);
    const missing = await stranger.get('/api/v1/dashboard/waitlists/none-such/entries?email=ann');
    expect(foreign.status).toBe(404);
    expect({ ...foreign.body, requestId: '' }).toEqual({ ...missing.body, requestId: '' });
  });
});
