import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SEARCHED_ENTRIES } from '../../../core/entries/entry-store.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { type ApiSession, openSession } from '../../support/session.ts';
import { verifies } from '../../support/verifies.ts';
import { newList } from '../invitations/invitation-fixture.ts';

const ENTRIES = '/api/v1/dashboard/waitlists/searched/entries';

describe('searching signups', () => {
  let session: ApiSession;
  let person: ApiClient;
  beforeAll(async () => {
    session = await openSession();
    person = await session.signIn();
    await session.api.post('/api/v1/waitlists', { name: 'Searched', slug: 'searched' });
    for (const email of ['Ann@example.com', 'anna@example.com', 'a_c+d@example.com', 'abc@example.com'])
      await session.join('searched', { email });
    await session.join('searched', { email: 'zoe@example.com', name: 'Ada Lovelace' });
  });
  afterAll(() => session.close());

  const emails = async (query: string) => {
    const { status, body } = await person.get(`${ENTRIES}?${query}`);
    expect(status).toBe(200);
    return { total: body.total, emails: body.entries.map(({ email }: { email: string }) => email) };
  };

  it.each<[string, string, string[]]>([
    ['a whole address', 'q=zoe%40example.com', ['zoe@example.com']],
    ['an address in any case and with spaces', 'q=%20ANN%40Example.com%20', ['Ann@example.com']],
    ['the start of an address, newest first', 'q=aNN', ['anna@example.com', 'Ann@example.com']],
    ['the middle of an address', 'q=nna%40', ['anna@example.com']],
    ['a part of a name, in any case', 'q=ADA%20l', ['zoe@example.com']],
    ['database wildcards literally', 'q=a_c%2B', ['a_c+d@example.com']],
    ['nothing for a wildcard', 'q=a%25', []],
    ['nothing for an unknown address', 'q=zzz', []],
  ])(`finds %s${verifies('dashboard.search-by-email')}`, async (_, query, expected) => {
    expect(await emails(query)).toEqual({ total: expected.length, emails: expected });
  });

  it('pages through the results, and lists all entries without an email', async () => {
    expect(await emails('q=ann&limit=1&offset=1')).toEqual({ total: 2, emails: ['Ann@example.com'] });
    expect(await emails('q=ann&limit=1&offset=2')).toEqual({ total: 2, emails: [] });
    expect((await emails('limit=3')).emails).toHaveLength(3);
    const all = await session.api.get('/api/v1/waitlists/searched/entries');
    expect((await person.get(`${ENTRIES}?sort=joined`)).body).toEqual(all.body);
  });

  it(`sorts by place, by referrals, and by date${verifies('dashboard.sort-signups')}`, async () => {
    const { id } = (await session.api.post('/api/v1/waitlists', { name: 'Sorted', slug: 'sorted' })).body
      .waitlist;
    await session.license(id);
    await session.api.patch(`/api/v1/waitlists/${id}`, { referralEnabled: true, referralBoost: 100 });
    const codes = new Map<string, string>();
    const join = async (name: string, referrer?: string) => {
      const { body } = await session.join('sorted', {
        email: `${name}@example.com`,
        referralCode: referrer && codes.get(referrer),
      });
      codes.set(name, body.referralCode);
    };
    for (let n = 1; n <= 140; n++) await join(`p${n}`);
    await join('last', 'p140');
    await join('later', 'p140');
    await join('latest', 'p130');
    const list = async (query: string) => {
      const { body } = await person.get(`/api/v1/dashboard/waitlists/sorted/entries?${query}`);
      return {
        total: body.total,
        names: body.entries.map(({ email }: { email: string }) => email.split('@')[0]),
        positions: body.entries.map(({ position }: { position: number }) => position),
      };
    };
    // Two friends moved p140 to the front; one moved p130 up 100 places.
    expect(await list('limit=2')).toEqual({ total: 143, names: ['p140', 'p1'], positions: [1, 2] });
    expect(await list('limit=2&offset=30')).toMatchObject({ names: ['p130', 'p30'], positions: [31, 32] });
    const across = await list('limit=20&offset=120');
    expect(across.positions).toEqual(Array.from({ length: 20 }, (_, n) => 121 + n));
    expect(await list('sort=referrals')).toMatchObject({ total: 2, names: ['p140', 'p130'] });
    expect((await list('sort=joined&limit=2')).names).toEqual(['latest', 'later']);
    expect((await list('limit=5&offset=143')).names).toEqual([]);

    // Erased people keep their place, and are on no page.
    for (const name of ['p1', 'p140', 'p2']) {
      const [{ id: entryId }] = (
        await person.get(`/api/v1/dashboard/waitlists/sorted/entries?q=${name}%40example.com`)
      ).body.entries;
      await person.delete(`/api/v1/dashboard/waitlists/sorted/entries/${entryId}`);
    }
    expect(await list('limit=2')).toEqual({ total: 140, names: ['p3', 'p4'], positions: [4, 5] });
    expect((await list('limit=10&offset=139')).names).toEqual(['latest']);
    expect(await list('sort=referrals')).toMatchObject({ total: 1, names: ['p130'] });
  });

  it(`lists the people with a status, by place or newest first${verifies('invitations.dashboard-search')}`, async () => {
    const list = await newList(session, ['Ada', 'Bea', 'Cai', 'Dot']);
    await list.invite({ entryIds: [await list.idOf('Ada'), await list.idOf('Cai')] });
    const names = async (query: string) => {
      const { body } = await person.get(`/api/v1/dashboard/waitlists/${list.id}/entries?${query}`);
      return [body.total, ...body.entries.map(({ name }: { name: string }) => name)];
    };
    expect(await names('status=invited')).toEqual([2, 'Ada', 'Cai']);
    expect(await names('status=waiting&sort=joined')).toEqual([2, 'Dot', 'Bea']);
    expect(await names('status=waiting&limit=1&offset=1')).toEqual([2, 'Dot']);
    expect(await names('status=accepted')).toEqual([0]);
    expect(await names('q=ada%40')).toEqual([1, 'Ada']);
  });

  it.each([
    'status=gone',
    'status=invited&sort=referrals',
    'q=%00',
    `q=${'x'.repeat(255)}`,
    'limit=0',
    'limit=201',
    'offset=-1',
    'sort=email',
  ])('refuses %s', async query => {
    expect((await person.get(`${ENTRIES}?${query}`)).status).toBe(400);
  });

  it('searches prefixes only as far back as documented, and whole addresses everywhere', async () => {
    const [{ id }] = await session.sql(`SELECT id FROM waitlists WHERE slug = 'searched'`);
    const [{ last }] = await session.sql('SELECT max(seq) AS last FROM entries WHERE waitlist_id = $1', [id]);
    await session.sql(
      `INSERT INTO entries (waitlist_id, seq, id, email_digest, referral_code, created_at)
       SELECT $1, n, gen_random_uuid(), sha256(n::text::bytea), 'c' || n, now()
       FROM generate_series($2::integer + 1, $2 + $3::integer - 1) AS n`,
      [id, last, SEARCHED_ENTRIES],
    );
    expect((await emails('q=zo')).emails).toEqual(['zoe@example.com']);
    expect((await emails('q=ann')).emails).toEqual([]);
    expect((await emails('q=ann%40example.com')).emails).toEqual(['Ann@example.com']);
  });

  it('answers 404 for another account’s waitlist', async () => {
    const stranger = await (await session.createAccount('pro')).signIn();
    const foreign = await stranger.get(`${ENTRIES}?q=ann`);
    const missing = await stranger.get('/api/v1/dashboard/waitlists/none-such/entries?q=ann');
    expect(foreign.status).toBe(404);
    expect({ ...foreign.body, requestId: '' }).toEqual({ ...missing.body, requestId: '' });
  });
});
