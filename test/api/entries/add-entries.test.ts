import { describe, expect, it } from '@jest/globals';
import { eventually } from '../../support/eventually.ts';
import { shareSession } from '../../support/session.ts';
import { verifies } from '../../support/verifies.ts';

interface Result {
  readonly email: string | null;
  readonly outcome: string;
  readonly entry: { readonly id: string; readonly position: number; readonly name: string | null } | null;
  readonly referralLink: string | null;
  readonly statusUrl: string | null;
  readonly reason: string | null;
}

describe('POST /api/v1/waitlists/{id}/entries', () => {
  const session = shareSession();

  let lists = 0;
  async function newList(members: Record<string, unknown> = {}) {
    const slug = `adding-${++lists}`;
    const { body } = await session.api.post('/api/v1/waitlists', { name: slug, slug, ...members });
    await session.sql('TRUNCATE rate_windows');
    const path = `/api/v1/waitlists/${slug}`;
    const add = async (people: readonly unknown[], options: Record<string, unknown> = {}) => {
      const answer = await session.api.post(`${path}/entries`, { people, ...options });
      expect(answer.status).toBe(200);
      return answer.body.results as Result[];
    };
    return {
      slug,
      path,
      id: body.waitlist.id as string,
      add,
      listed: async () => (await session.api.get(`${path}/entries?sort=position&limit=200`)).body,
    };
  }
  const outcomes = (results: readonly Result[]) => results.map(({ outcome }) => outcome);
  const mailTo = async (email: string) =>
    (await session.mail()).filter(({ to }) => to === email).map(({ subject }) => subject);
  const noMoreJobs = (id: string) =>
    eventually(async () =>
      expect(await session.sql('SELECT kind FROM outbox WHERE waitlist_id = $1', [id])).toEqual([]),
    );

  it(`adds people at the end, in their order, and tells where each stands${verifies('people.add-entries', 'people.add-order')}`, async () => {
    const list = await newList();
    await session.join(list.slug, { email: 'first@example.com' });
    const results = await list.add([
      { email: ' Ada@Example.com ', name: ' Ada ' },
      { email: 'bob@example.com', name: null },
    ]);
    const { entries, total } = await list.listed();
    expect(total).toBe(3);
    expect(entries.map(({ email }: { email: string }) => email)).toEqual([
      'first@example.com',
      'Ada@Example.com',
      'bob@example.com',
    ]);
    expect(results[0]).toEqual({
      email: 'Ada@Example.com',
      outcome: 'added',
      entry: entries[1],
      referralLink: `${session.url}/w/${list.slug}?ref=${entries[1].referralCode}`,
      statusUrl: expect.stringContaining('/s/'),
      reason: null,
    });
    expect(entries[1]).toMatchObject({ name: 'Ada', position: 2 });
    const place = await (await fetch(`${results[1]?.statusUrl}.json`)).json();
    expect(place).toMatchObject({ position: 3 });
  });

  it(`adds 500 in one transaction${verifies('people.add-order', 'people.add-at-once')}`, async () => {
    const list = await newList();
    const people = Array.from({ length: 500 }, (_, index) => ({ email: `p${index}@example.com` }));
    const results = await list.add(people);
    expect(results.map(({ email, entry }) => [email, entry?.position])).toEqual(
      people.map(({ email }, index) => [email, index + 1]),
    );
    const written = await session.sql('SELECT DISTINCT xmin FROM entries WHERE waitlist_id = $1', [list.id]);
    expect(written).toHaveLength(1);
  });

  it(`emails nobody unless it is told to${verifies('people.add-notify')}`, async () => {
    const list = await newList();
    await list.add([{ email: 'quiet@example.com' }]);
    await list.add([{ email: 'told@example.com' }], { notify: true });
    await noMoreJobs(list.id);
    expect(await mailTo('told@example.com')).toHaveLength(1);
    expect(await mailTo('quiet@example.com')).toEqual([]);
  });

  it(`leaves people who are on the list as they are${verifies('people.add-known', 'people.add-no-double')}`, async () => {
    const list = await newList();
    const joined = (await session.join(list.slug, { email: 'ada@example.com', name: 'Ada' })).body;
    const people = [{ email: 'ADA@example.com', name: 'Other' }, { email: 'bob@example.com' }];
    const first = await list.add([...people, { email: 'Bob@Example.com' }]);
    expect(outcomes(first)).toEqual(['already_joined', 'added', 'already_joined']);
    expect(first[0]).toMatchObject({
      entry: { name: 'Ada', position: 1 },
      referralLink: joined.referralLink,
      statusUrl: joined.statusUrl,
    });
    expect(first[2]?.entry).toEqual(first[1]?.entry);
    const again = await list.add(people);
    expect(outcomes(again)).toEqual(['already_joined', 'already_joined']);
    expect(again[1]?.entry).toEqual(first[1]?.entry);
    expect((await list.listed()).total).toBe(2);
  });

  it(`refuses those who are wrong, with the reason, and adds the others${verifies('people.add-refused')}`, async () => {
    const list = await newList();
    const wrong: [unknown, string][] = [
      [null, 'must be an object'],
      [42, 'must be an object'],
      [['ada@example.com'], 'must be an object'],
      [{}, 'email is required'],
      [{ email: 7 }, 'email must be a string'],
      [{ email: 'nonsense' }, 'email must be an email address, like name@example.com'],
      [{ email: 'a@example.com', name: 'x'.repeat(101) }, 'name must be at most 100 characters'],
      [{ email: 'a@example.com', clientIP: 'x' }, 'clientIP is unknown: did you mean clientIp?'],
      [{ email: 'a@example.com', clientIp: 'here' }, 'clientIp must be an IP address'],
      [
        { email: 'a@example.com', referralCode: 5, name: {} },
        'name must be a string; referralCode must be a string',
      ],
    ];
    const results = await list.add([
      ...wrong.map(([person]) => person),
      { email: 'ok@example.com', referralCode: 'unknown' },
    ]);
    expect(results.map(({ outcome, reason }) => [outcome, reason])).toEqual([
      ...wrong.map(([, reason]) => ['refused', reason]),
      ['added', null],
    ]);
    expect(results.slice(3, 6).map(({ email }) => email)).toEqual([null, null, 'nonsense']);
    expect(results[0]).toMatchObject({ entry: null, referralLink: null, statusUrl: null });
    const { entries } = await list.listed();
    expect(entries).toHaveLength(1);
    // What was read can be sent elsewhere.
    expect(outcomes(await (await newList()).add(entries))).toEqual(['added']);
  });

  it.each([
    [{}, 'people'],
    [{ people: [] }, 'people'],
    [{ people: 'ada@example.com' }, 'people'],
    [{ people: Array.from({ length: 501 }, () => ({})) }, 'people'],
    [{ people: [{}], confirmation: 'maybe' }, 'confirmation'],
    [{ people: [{}], notify: 'yes' }, 'notify'],
    [{ people: [{}], silent: true }, 'silent'],
  ])(`is a 400 for a call that is wrong (%#)${verifies('people.add-refused')}`, async (body, field) => {
    const list = await newList();
    const answer = await session.api.post(`${list.path}/entries`, body);
    expect([answer.status, answer.body.details?.[0].path]).toEqual([400, field]);
  });

  it(`mails a link first where addresses are confirmed${verifies('people.add-confirmation', 'people.add-notify')}`, async () => {
    const list = await newList({ confirmation: 'required' });
    await list.add([{ email: 'in@example.com' }], { confirmation: 'none' });
    const people = [{ email: 'in@example.com' }, { email: 'sam@example.com', name: 'Sam' }];
    const results = await list.add(people);
    expect(outcomes(results)).toEqual(['already_joined', 'pending']);
    expect(results[1]).toEqual({
      email: 'sam@example.com',
      outcome: 'pending',
      entry: null,
      referralLink: null,
      statusUrl: null,
      reason: null,
    });
    await list.add([{ email: 'tim@example.com' }], { notify: true });
    expect((await list.listed()).total).toBe(1);
    const confirm = (email: string) =>
      eventually(async () => {
        const [mail] = (await session.mail()).filter(({ to }) => to === email);
        const link = /https?:\S+\/c\/[\w-]+/.exec(mail?.text ?? '')?.[0];
        if (link === undefined) throw new Error('No email came');
        const { status } = await fetch(link, { method: 'POST', redirect: 'manual' });
        expect(status).toBe(303);
      });
    for (const email of ['sam@example.com', 'tim@example.com']) await confirm(email);
    await noMoreJobs(list.id);
    expect((await list.listed()).entries).toMatchObject([
      { email: 'in@example.com' },
      { email: 'sam@example.com', name: 'Sam', position: 2 },
      { email: 'tim@example.com', position: 3 },
    ]);
    expect(await mailTo('sam@example.com')).toHaveLength(1);
    expect(await mailTo('tim@example.com')).toHaveLength(2);
  });

  it(`refuses more text than one answer can have, before anybody joins${verifies('people.add-refused')}`, async () => {
    const questions = Array.from({ length: 10 }, (_, n) => ({ key: `q${n}`, label: 'Say', type: 'text' }));
    const list = await newList({ questions });
    const said = Object.fromEntries(questions.map(({ key }) => [key, 'a'.repeat(500)]));
    const people = Array.from({ length: 500 }, (_, n) => ({ email: `p${n}@example.com`, answers: said }));
    const refused = await session.api.post(`${list.path}/entries`, { people });
    expect([refused.status, refused.body.details]).toEqual([
      400,
      [{ path: 'people', message: 'have too much text for one response: send fewer people at once' }],
    ]);
    expect((await list.listed()).total).toBe(0);
    const fewer = await list.add(people.slice(0, 300));
    expect(fewer.map(({ outcome }: { outcome: string }) => outcome)).toEqual(Array(300).fill('added'));
    // What is on the list already counts too, whatever is sent.
    const emails = people.map(({ email }) => ({ email }));
    await list.add(people.slice(300));
    expect((await session.api.post(`${list.path}/entries`, { people: emails })).status).toBe(400);
  });

  it(`mails the link also where the waitlist asks for none${verifies('people.add-confirmation')}`, async () => {
    const list = await newList();
    expect(outcomes(await list.add([{ email: 'una@example.com' }], { confirmation: 'required' }))).toEqual([
      'pending',
    ]);
    expect((await list.listed()).total).toBe(0);
  });

  it(`judges the network by clientIp alone${verifies('people.add-network')}`, async () => {
    const list = await newList();
    await session.license(list.slug);
    await session.api.patch(list.path, { referralEnabled: true });
    const { referralCode } = (await session.join(list.slug, { email: 'ada@example.com' })).body;
    const friends = (from: number, clientIp?: string) =>
      Array.from({ length: 4 }, (_, index) => ({
        email: `f${from + index}@example.com`,
        referralCode,
        ...(clientIp !== undefined && { clientIp }),
      }));
    await list.add(friends(1));
    const held = async () => (await session.api.get(`${list.path}/referrals?state=held`)).body.referrals;
    expect(await held()).toEqual([]);
    await list.add(friends(5, '203.0.113.7'));
    await list.add(friends(9, '10.0.0.7'));
    expect(await held()).toMatchObject([{ email: 'f8@example.com', reasons: ['same_network'] }]);
  });

  it(`takes answers and a source, also what visitors are never asked${verifies('people.add-answers')}`, async () => {
    const questions = [
      { key: 'team', label: 'Your team', type: 'choice', options: ['Small', 'Large'], required: true },
      { key: 'tag', label: 'Tag', type: 'text', ask: 'never' },
      { key: 'terms', label: 'I agree', type: 'checkbox', required: true },
    ];
    const list = await newList({ questions });
    const source = { utmSource: 'Import', utmMedium: null, utmCampaign: 'x'.repeat(120), referrerHost: null };
    const results = await list.add([
      { email: 'ada@example.com', answers: { team: 'Large', tag: 'vip' }, source },
      { email: 'bob@example.com' },
      { email: 'cid@example.com', answers: { team: 'Huge', terms: 'yes' } },
      { email: 'dee@example.com', answers: { taem: 'Large' } },
      { email: 'eve@example.com', answers: 'Large', source: 7 },
    ]);
    expect(results.map(({ outcome, reason }) => [outcome, reason])).toEqual([
      ['added', null],
      ['added', null],
      [
        'refused',
        'answers.team must be one of the options: Small, Large; answers.terms must be true or false',
      ],
      ['refused', 'answers.taem is unknown: this takes team, tag, terms'],
      ['refused', 'answers must be an object; source must be an object'],
    ]);
    const { entries } = await list.listed();
    expect(entries).toMatchObject([
      { answers: { team: 'Large', tag: 'vip' }, source: { ...source, utmCampaign: 'x'.repeat(100) } },
      { answers: {}, source: { utmSource: null } },
    ]);
    expect(results[0]?.entry).toEqual(entries[0]);
  });

  it(`takes more from one address than the page does, and tells webhooks${verifies('people.add-entries')}`, async () => {
    const list = await newList();
    const hook = { url: 'https://example.com/hook', events: ['entry.joined'] };
    expect((await session.api.post(`${list.path}/webhooks`, hook)).status).toBe(201);
    for (let call = 0; call < 12; call++) await list.add([{ email: `n${call}@example.com` }]);
    const recorded = await session.sql(
      'SELECT seq FROM webhook_deliveries WHERE waitlist_id = $1 ORDER BY seq',
      [list.id],
    );
    expect(recorded).toHaveLength(12);
  });

  it(`answers the same key the same, and adds nobody again who was erased${verifies('people.add-idempotent', 'idempotency.personal')}`, async () => {
    const list = await newList();
    const send = async () => {
      const { status, headers, body } = await session.api.request('POST', `${list.path}/entries`, {
        body: JSON.stringify({ people: [{ email: 'vic@example.com' }, { email: 'wes@example.com' }, 7] }),
        headers: { 'content-type': 'application/json', 'idempotency-key': `key ${list.slug}` },
      });
      expect(status).toBe(200);
      return { results: body.results as Result[], replayed: headers.get('idempotency-replayed') };
    };
    const first = await send();
    expect(outcomes(first.results)).toEqual(['added', 'added', 'refused']);
    expect(await send()).toEqual({ ...first, replayed: 'true' });
    const kept = await session.sql('SELECT k::text AS row FROM idempotency_keys k');
    expect(JSON.stringify(kept)).not.toContain('vic@');
    // The process ended before it could keep that it had answered.
    await session.sql('UPDATE idempotency_keys SET answer = NULL, running_until = now()');
    expect(await send()).toEqual({ ...first, replayed: null });
    await session.api.delete(`${list.path}/entries/${first.results[0]?.entry?.id}`);
    const { results } = await send();
    expect(outcomes(results)).toEqual(['refused', 'added', 'refused']);
    expect(results[0]?.reason).toContain('erased');
    expect((await list.listed()).total).toBe(1);
  });

  it(`needs entries:write, and a waitlist of the account${verifies('people.scope')}`, async () => {
    const list = await newList();
    const body = { people: [{ email: 'x@example.com' }] };
    const reader = await session.withScopes(['entries:read', 'waitlists:write', 'invitations:write']);
    const refused = await reader.post(`${list.path}/entries`, body);
    expect([refused.status, refused.body.requiredScope]).toEqual([403, 'entries:write']);
    expect((await (await session.otherAccount()).post(`${list.path}/entries`, body)).status).toBe(404);
    expect((await list.listed()).total).toBe(0);
  });
});
