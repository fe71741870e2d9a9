import { describe, expect, it } from '@jest/globals';
import { eventually } from '../../support/eventually.ts';
import { shareSession } from '../../support/session.ts';
import { verifies } from '../../support/verifies.ts';

const SITE = 'https://rocket.example';

const session = shareSession({ environment: { EMAILS_PER_RECIPIENT_PER_DAY: '1000' } });
let lists = 0;

const hoursFromNow = (hours: number) => new Date(Date.now() + hours * 3600_000).toISOString();

async function create(members: object = {}): Promise<string> {
  const slug = `shut-${++lists}`;
  await session.api.post('/api/v1/waitlists', { name: `Rockets ${slug}.`, slug, ...members });
  return slug;
}
const change = (slug: string, members: Record<string, string | number | null>) =>
  session.api.patch(`/api/v1/waitlists/${slug}`, members);
const totalOf = async (slug: string) =>
  (await session.api.get(`/api/v1/waitlists/${slug}/entries`)).body.total;

const post = (slug: string, fields: Record<string, string>, origin?: string) =>
  session.visitor.request('POST', `/w/${slug}/signups`, {
    body: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...(origin && { origin }) },
  });

describe('a signup at a door that is not open', () => {
  it.each([
    ['not_yet', { opensAt: hoursFromNow(1) }, 'This waitlist isn’t open yet.'],
    ['closed', { closesAt: hoursFromNow(-1) }, 'This waitlist is closed.'],
    ['full', { capacity: 1 }, 'This waitlist is full.'],
  ])(
    `is a 403, the same for an address on the list: %s${verifies('door.closed-403', 'door.same-for-known')}`,
    async (_, shut, sentence) => {
      const slug = await create();
      expect((await session.join(slug, { email: 'ada@example.com' })).status).toBe(201);
      await change(slug, shut);
      for (const [message, error] of [
        [null, sentence],
        ['Come back in spring!', 'Come back in spring!'],
        [' ', sentence],
      ] as const) {
        await change(slug, { closedMessage: message });
        const answers = await Promise.all(
          ['ada@example.com', 'bob@example.com'].map(email => session.join(slug, { email })),
        );
        for (const { status, body } of answers) {
          expect([status, body.code, body.error]).toEqual([403, 'waitlist_closed', error]);
          expect(body.resolution).not.toBe('');
        }
        expect({ ...answers[0]?.body, requestId: '' }).toEqual({ ...answers[1]?.body, requestId: '' });
      }
      // Once the address was validated.
      const wrong = await session.join(slug, { email: 'ada@' });
      expect([wrong.status, wrong.body.details[0].path]).toEqual([400, 'email']);
      expect(await totalOf(slug)).toBe(1);
    },
  );

  it(`comes before a link to confirm and a bot challenge, and after what is wrong with the site${verifies('door.closed-403')}`, async () => {
    const slug = await create({ confirmation: 'required', closesAt: hoursFromNow(-1) });
    expect((await session.join(slug, { email: 'ada@example.com' })).body.code).toBe('waitlist_closed');
    expect(await session.sql('SELECT FROM pending_signups')).toEqual([]);
    await session.sql(
      `UPDATE waitlists SET turnstile_site_key = 'key', turnstile_secret = '\\x01' WHERE slug = $1`,
      [slug],
    );
    expect((await session.join(slug, { email: 'ada@example.com' })).body.code).toBe('waitlist_closed');
    const foreign = await session.visitor.request('POST', `/w/${slug}/signups`, {
      body: JSON.stringify({ email: 'ada@example.com' }),
      headers: { 'content-type': 'application/json', origin: SITE },
    });
    expect(foreign.body.code).toBe('origin_not_allowed');
  });

  it(`is answered with the page where it is a form${verifies('door.form', 'door.status-link')}`, async () => {
    const slug = await create({ opensAt: '2031-12-01T10:00:00Z', allowedOrigins: [SITE] });
    const { status, body, headers } = await post(slug, { email: 'ada@example.com' }, SITE);
    expect([status, headers.get('content-type')]).toEqual([403, 'text/html; charset=utf-8']);
    expect(body).toContain('This waitlist isn’t open yet.');
    expect(body).toContain(
      'Opens <time class="opens" datetime="2031-12-01T10:00:00.000Z">Monday, December 1, 2031 at 10:00 AM UTC</time>',
    );
    expect(body).toContain(`action="/w/${slug}/status-links"`);
    expect(body).not.toContain(`action="/w/${slug}/signups"`);
  });
});

describe('a link to confirm', () => {
  it(`works while the waitlist is closed; while it is full, a page says so, and it works again once there is room${verifies('door.link-until-full')}`, async () => {
    const slug = await create({ confirmation: 'required', capacity: 1 });
    const linkOf = (email: string) =>
      eventually(async () => {
        const mail = (await session.mail()).find(({ to, subject }) => to === email && subject.includes(slug));
        const [link] = /http\S+\/c\/[\w-]+/.exec(mail?.text ?? '') ?? [];
        if (!link) throw new Error('No email yet');
        return link;
      });
    for (const email of ['ada@example.com', 'bob@example.com']) await session.join(slug, { email });
    const [ada, bob] = [await linkOf('ada@example.com'), await linkOf('bob@example.com')];
    await change(slug, { closesAt: hoursFromNow(-1) });
    expect((await session.visitor.request('POST', ada)).status).toBe(303);

    const full = await session.visitor.request('POST', bob);
    expect(full.status).toBe(409);
    expect(full.body).toContain('This waitlist is full');
    expect(full.body).toMatch(/<form method="post" action="\/c\/[\w-]+">/);
    const shown = await session.visitor.get(bob);
    expect([shown.status, shown.body.includes('This waitlist is full')]).toEqual([200, true]);
    expect(await totalOf(slug)).toBe(1);

    // The owner's own people are let in.
    await session.api.post(`/api/v1/waitlists/${slug}/entries`, { people: [{ email: 'cleo@example.com' }] });
    const cleo = await linkOf('cleo@example.com');
    expect((await session.visitor.get(cleo)).body).not.toContain('This waitlist is full');
    expect((await session.visitor.request('POST', cleo)).status).toBe(303);
    expect(await totalOf(slug)).toBe(2);
    await session.api.patch(`/api/v1/waitlists/${slug}`, { capacity: 2 });

    const { entries } = (await session.api.get(`/api/v1/waitlists/${slug}/entries`)).body;
    await session.sql('SELECT erase_entry($1, w.id, $2) FROM waitlists w WHERE w.slug = $3', [
      session.accountId,
      entries[0].id,
      slug,
    ]);
    const joined = await session.visitor.request('POST', bob);
    expect([joined.status, joined.headers.get('location')]).toEqual([303, expect.stringContaining('/s/')]);
  });
});

describe('rules for addresses', () => {
  const rules = {
    blockDisposable: true,
    allow: ['acme.com', 'mailinator.com', 'bücher.example'],
    block: ['spam.acme.com'],
  };

  it.each([
    ['ada@acme.com', null],
    ['ada@ACME.com', null],
    ['ada@eu.acme.com', null],
    ['ada@bücher.example', null],
    ['ada@xn--bcher-kva.example', null],
    ['ada@example.com', 'This waitlist only takes addresses at acme.com, mailinator.com, or bücher.example.'],
    ['ada@notacme.com', 'This waitlist only takes addresses at acme.com, mailinator.com, or bücher.example.'],
    ['ada@spam.acme.com', 'This waitlist doesn’t take addresses at spam.acme.com. Please use another one.'],
    [
      'ada@x.spam.acme.com',
      'This waitlist doesn’t take addresses at x.spam.acme.com. Please use another one.',
    ],
    ['ada@mailinator.com', 'This waitlist doesn’t take throwaway addresses. Please use another one.'],
  ])(`%s${verifies('door.email-rules')}`, async (email, message) => {
    for (const confirmation of ['none', 'required']) {
      const slug = await create({ emailRules: rules, confirmation });
      const { status, body } = await session.join(slug, { email });
      if (message === null) expect(status).toBe(confirmation === 'none' ? 201 : 202);
      else expect([status, body.details]).toEqual([400, [{ path: 'email', message }]]);
      expect(await totalOf(slug)).toBe(status === 201 ? 1 : 0);
    }
  });

  it(`come before the door, and a form is shown again with what is wrong${verifies('door.email-rules', 'door.form')}`, async () => {
    const slug = await create({ emailRules: { block: ['example.com'] }, closesAt: hoursFromNow(-1) });
    const { status, body } = await session.join(slug, { email: 'ada@example.com' });
    expect([status, body.details[0].path]).toEqual([400, 'email']);
    expect((await session.join(slug, { email: 'ada@other.example' })).body.code).toBe('waitlist_closed');
    await change(slug, { closesAt: null });
    const again = await post(slug, { email: 'ada@example.com', name: 'Ada' });
    expect(again.status).toBe(400);
    expect(again.body).toContain('doesn’t take addresses at example.com');
    expect(again.body).toContain('value="ada@example.com"');
    expect((await post(slug, { email: 'ada@other.example' })).status).toBe(303);
  });
});
