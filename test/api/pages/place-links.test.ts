import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openPostgresDatabase } from '../../connector/customer-database.ts';
import { eventually } from '../../support/eventually.ts';
import { askOnHost } from '../../support/on-host.ts';
import { type ApiSession, openSession, shareSession } from '../../support/session.ts';
import { verifies } from '../../support/verifies.ts';

const session = shareSession({ environment: { EMAILS_PER_RECIPIENT_PER_DAY: '1000' } });
let lists = 0;

async function newList(more: Record<string, unknown> = {}): Promise<{ id: string; slug: string }> {
  const slug = `links-${++lists}`;
  const { body } = await session.api.post('/api/v1/waitlists', { name: `List ${slug}.`, slug, ...more });
  return { id: body.waitlist.id, slug };
}

const ask = (slug: string, email: string) => session.visitor.post(`/w/${slug}/status-links`, { email });

/** The emails with the link to a place on a waitlist, oldest first, once all work is done. */
async function links(slug: string) {
  await eventually(async () => expect(await session.sql('SELECT kind FROM outbox')).toEqual([]));
  const sent = await session.mail();
  return sent.filter(({ subject }) => subject === `Your place in line for List ${slug}.`).reverse();
}

const forget15Minutes = () =>
  session.sql(`UPDATE status_links SET claimed_at = claimed_at - interval '15 minutes'`);

describe('POST /w/{slug}/status-links', () => {
  it(`mails the link to an address on the list, and answers the same for any${verifies('place.link-202', 'place.link-mailed')}`, async () => {
    const { slug } = await newList();
    await session.join(slug, { email: 'first@example.com' });
    const { body: joined } = await session.join(slug, { email: 'ada@example.com', name: 'Ada L' });
    const known = await ask(slug, ' ADA@example.com ');
    const unknown = await ask(slug, 'nobody@example.com');
    expect([known.status, known.body]).toEqual([202, { message: expect.any(String) }]);
    expect([unknown.status, unknown.body]).toEqual([known.status, known.body]);

    const [message, ...more] = await links(slug);
    expect([message?.to, more]).toEqual(['ADA@example.com', []]);
    expect(message?.from).toContain('via Anteroom');
    // They asked for it, so it is not a mailing to stop.
    expect(message?.headers).not.toHaveProperty('List-Unsubscribe');
    for (const form of [message?.html, message?.text]) {
      expect(form).toContain(joined.statusUrl);
      expect(form).toContain(joined.referralLink);
      expect(form).toContain('#2');
      expect(form).not.toContain('Ada L');
    }
    expect((await session.visitor.get(joined.statusUrl)).status).toBe(200);
  });

  it(`does not look the address up before it answers${verifies('place.link-202')}`, async () => {
    const { slug } = await newList();
    await session.sql('ALTER TABLE entries RENAME TO entries_away');
    try {
      expect((await ask(slug, 'ada@example.com')).status).toBe(202);
    } finally {
      await session.sql('ALTER TABLE entries_away RENAME TO entries');
      await session.sql(`UPDATE outbox SET available_at = now()`);
    }
    expect(await links(slug)).toEqual([]);
  });

  it(`mails it once in 15 minutes for a waitlist and mailbox${verifies('place.link-15-minutes')}`, async () => {
    const [one, other] = [await newList(), await newList()];
    for (const { slug } of [one, other]) {
      await session.join(slug, { email: 'ada@example.com' });
      await session.join(slug, { email: 'ada+news@example.com' });
    }
    // Right after the confirmation.
    await Promise.all([
      ...Array.from({ length: 5 }, () => ask(one.slug, 'ada@example.com')),
      ask(one.slug, 'ada+news@example.com'),
      ask(other.slug, 'ada+news@example.com'),
    ]);
    expect(await links(one.slug)).toHaveLength(1);
    expect(await links(other.slug)).toHaveLength(1);
    await forget15Minutes();
    await ask(one.slug, 'ada+news@example.com');
    expect(await links(one.slug)).toHaveLength(2);
    const kept = await session.sql('SELECT s::text AS text FROM status_links s');
    expect(JSON.stringify(kept)).not.toContain('ada');
  });

  it(`is done by joining again, whose answer stays as it is${verifies('place.link-by-joining-again')}`, async () => {
    const { slug } = await newList();
    const { body: joined } = await session.join(slug, { email: 'ada@example.com' });
    expect(await links(slug)).toEqual([]);
    const { status, body } = await session.join(slug, { email: 'Ada@example.com' });
    expect([status, body]).toEqual([
      200,
      { alreadyJoined: true, message: 'This email is already on the list.' },
    ]);
    const sent = await links(slug);
    expect(sent.map(({ to }) => to)).toEqual(['Ada@example.com']);
    expect(sent[0]?.html).toContain(joined.statusUrl);
  });

  it('is mailed to someone who stopped the email and asks for it, and not to someone who was erased', async () => {
    const { slug, id } = await newList();
    await session.join(slug, { email: 'A.d.a+x@gmail.com' });
    await ask(slug, 'a.d.a+x@gmail.com');
    const [message] = await links(slug);
    const stop = /http\S+\/u\/\S+/.exec(message?.text ?? '')?.[0] ?? '';
    expect((await session.visitor.request('POST', stop)).status).toBe(200);
    await forget15Minutes();
    await ask(slug, 'a.d.a+x@gmail.com');
    expect(await links(slug)).toHaveLength(2);

    await session.join(slug, { email: 'gone@example.com' });
    const { entries } = (await session.api.get(`/api/v1/waitlists/${id}/entries`)).body;
    await session.sql('SELECT erase_entry($1, $2, $3)', [session.accountId, id, entries[0].id]);
    await session.sql(`DELETE FROM outbox WHERE kind = 'forget_referrer'`);
    await ask(slug, 'gone@example.com');
    expect(await links(slug)).toHaveLength(2);
  });

  it('is linked to the custom domain, which takes the request too', async () => {
    const [own, foreign] = [await newList(), await newList()];
    await session.join(own.slug, { email: 'ada@example.com' });
    await session.join(foreign.slug, { email: 'ada@example.com' });
    await session.api.post(`/api/v1/waitlists/${own.slug}/domain`, { domain: 'links.test' });
    await eventually(async () => expect((await askOnHost(session.url, 'links.test')).status).toBe(200));
    await session.sql(`DELETE FROM outbox WHERE kind = 'reconcile_domain'`);
    const post = (slug: string) =>
      askOnHost(session.url, 'links.test', {
        method: 'POST',
        path: `/w/${slug}/status-links`,
        body: { email: 'ada@example.com' },
      });
    expect((await post(own.slug)).status).toBe(202);
    expect(await post(foreign.slug)).toMatchObject({ status: 404, text: 'Not found\n' });
    const [message] = await links(own.slug);
    expect(message?.text).toContain(`http://links.test:${new URL(session.url).port}/s/`);
    expect(await links(foreign.slug)).toEqual([]);
  });

  it('works where the personal data is in the account’s database', async () => {
    const database = await openPostgresDatabase();
    try {
      const { slug } = await newList();
      const { status } = await session.api.post(`/api/v1/waitlists/${slug}/database`, {
        dbType: database.dbType,
        connectionString: database.url,
      });
      expect(status).toBe(200);
      const { body: joined } = await session.join(slug, { email: 'ada@example.com' });
      await eventually(async () =>
        expect(
          await session.sql(
            'SELECT FROM contacts c JOIN waitlists w ON w.id = c.waitlist_id WHERE w.slug = $1',
            [slug],
          ),
        ).toEqual([]),
      );
      await ask(slug, 'ada@example.com');
      const [message] = await links(slug);
      expect(message?.to).toBe('ada@example.com');
      expect(message?.html).toContain(joined.statusUrl);
    } finally {
      await database.drop();
    }
  });

  it(`mails a link that erases the person, once they confirm${verifies('place.leave')}`, async () => {
    const { slug, id } = await newList();
    const { body: joined } = await session.join(slug, { email: 'ada@example.com' });
    const statusPage = await session.visitor.get(joined.statusUrl);
    expect(statusPage.body).toContain(`<form method="post" action="/w/${slug}/status-links">`);
    expect(statusPage.body).toContain('<input type="hidden" name="purpose" value="leave">');

    // Asking for a place just before uses up nothing.
    await ask(slug, 'ada@example.com');
    const leave = (email: string) =>
      session.visitor.request('POST', `/w/${slug}/status-links`, {
        body: new URLSearchParams({ purpose: 'leave', email }).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'null' },
      });
    const answers = [await leave('ada@example.com'), await leave('nobody@example.com')];
    for (const { status, body } of answers) {
      expect(status).toBe(202);
      expect(body).toContain('<h1>Check your inbox</h1>');
      expect(body).toBe(answers[0]?.body);
    }
    await leave('ada@example.com');
    await links(slug);
    const sent = (await session.mail()).filter(({ subject }) => subject === `Leave List ${slug}.?`);
    expect(sent.map(({ to }) => to)).toEqual(['ada@example.com']);
    const link = /http\S+\/u\/\S+/.exec(sent[0]?.text ?? '')?.[0] ?? '';
    expect(sent[0]?.html).toContain(`href="${link}"`);
    expect(sent[0]?.headers['List-Unsubscribe']).toBe(`<${link.split('?')[0]}>`);

    const count = async () => (await session.api.get(`/api/v1/waitlists/${id}/entries`)).body.entries.length;
    const asked = await session.visitor.get(link);
    expect(asked.body).toContain('name="leave" value="yes"');
    expect(await count()).toBe(1);
    const left = await session.visitor.request('POST', link, {
      body: 'leave=yes',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(left.body).toContain('You left');
    expect(await count()).toBe(0);
    expect((await session.visitor.get(joined.statusUrl)).status).toBe(404);
  });

  it('shows what is wrong with a form on a page', async () => {
    const { slug } = await newList();
    const answer = await session.visitor.request('POST', `/w/${slug}/status-links`, {
      body: 'purpose=leave&email=nonsense',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([400, 'text/html; charset=utf-8']);
  });

  it.each([{}, { email: 'nonsense' }, { email: 7 }])('is a 400 for %j', async body => {
    const { slug } = await newList();
    const answer = await session.visitor.post(`/w/${slug}/status-links`, body);
    expect([answer.status, answer.body.details[0].path]).toEqual([400, 'email']);
  });

  it.each(['none-such', 'NOT-A-SLUG', 'a%00b'])('is a 404 for %s', async slug => {
    expect((await ask(slug, 'ada@example.com')).status).toBe(404);
  });
});

describe('POST /w/{slug}/status-links, limited', () => {
  let limited: ApiSession;
  beforeAll(async () => {
    limited = await openSession({
      environment: {
        SIGNUPS_PER_MINUTE_PER_IP: '10',
        TURNSTILE_SITE_KEY: '1x00000000000000000000AA',
        TURNSTILE_SECRET_KEY: '1x0000000000000000000000000000000AA',
      },
    });
  });
  afterAll(() => limited.close());

  it(`counts as an attempt to join, and needs no challenge${verifies('place.link-counts-as-attempt', 'place.link-no-challenge')}`, async () => {
    for (const slug of ['first-list', 'second-list'])
      await limited.api.post('/api/v1/waitlists', { name: slug, slug });
    const attempt = (path: string, email: string, address: string) =>
      limited.visitor.request('POST', path, {
        body: JSON.stringify({ email }),
        headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
      });
    const statuses: number[] = [];
    for (let index = 0; index < 10; index++) {
      const [path, email] =
        index % 3 === 0
          ? ['/w/first-list/signups', `v${index}@example.com`]
          : ['/w/first-list/status-links', index % 3 === 1 ? 'ada@example.com' : 'nonsense'];
      statuses.push((await attempt(path, email, '203.0.113.7')).status);
    }
    expect(statuses).toEqual([403, 202, 400, 403, 202, 400, 403, 202, 400, 403]);
    for (const path of ['/w/first-list/status-links', '/w/first-list/signups']) {
      const refused = await attempt(path, 'ada@example.com', '203.0.113.7');
      expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited']);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect((await attempt('/w/second-list/status-links', 'ada@example.com', '203.0.113.7')).status).toBe(202);
    // One customer of a provider has many networks of the near kind.
    const wide: number[] = [];
    for (let index = 0; index < 101; index++) {
      const address = `2001:db8:1:${index.toString(16)}::1`;
      wide.push((await attempt('/w/second-list/status-links', 'ada@example.com', address)).status);
    }
    expect(wide.slice(99)).toEqual([202, 429]);
  });
});
