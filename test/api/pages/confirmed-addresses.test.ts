import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createHandler as createWorker } from '../../../lambdas/worker/handler.ts';
import { openPostgresDatabase } from '../../connector/customer-database.ts';
import { eventually } from '../../support/eventually.ts';
import { askOnHost } from '../../support/on-host.ts';
import { type ApiSession, openSession, shareSession } from '../../support/session.ts';
import { verifies } from '../../support/verifies.ts';
import { WORKER_ENVIRONMENT } from '../../support/workers.ts';

const SITE = 'https://rocket.example';

const session = shareSession({ environment: { EMAILS_PER_RECIPIENT_PER_DAY: '1000' } });
let lists = 0;

async function newList(
  more: Record<string, unknown> = {},
): Promise<{ id: string; slug: string; name: string }> {
  const slug = `confirmed-${++lists}`;
  const name = `List ${slug}.`;
  const { body } = await session.api.post('/api/v1/waitlists', {
    name,
    slug,
    confirmation: 'required',
    ...more,
  });
  return { id: body.waitlist.id, slug, name };
}

type List = Awaited<ReturnType<typeof newList>>;

const entriesOf = async ({ slug }: List) =>
  (await session.api.get(`/api/v1/waitlists/${slug}/entries?limit=200`)).body;
const pendingOf = ({ id }: List) =>
  session.sql('SELECT * FROM pending_signups WHERE waitlist_id = $1 ORDER BY id', [id]);

/** All work is done, but for what waits for a time of its own. */
const idle = () =>
  eventually(async () =>
    expect(
      await session.sql(
        `SELECT kind, last_error FROM outbox WHERE kind NOT IN ('forget_referrer', 'reconcile_domain')`,
      ),
    ).toEqual([]),
  );

/** The emails of a waitlist to an address, oldest first, once all work is done. */
async function mailTo(list: List, address: string) {
  await idle();
  const sent = await session.mail();
  return sent.filter(({ subject, to }) => subject.includes(list.name) && to === address).reverse();
}

const linkIn = (text: string): string => /http\S+\/c\/[\w-]+/.exec(text)?.[0] ?? '';

/** The newest link that an address was mailed. */
const linkFor = async (list: List, address: string): Promise<string> =>
  linkIn((await mailTo(list, address)).findLast(({ text }) => text.includes('/c/'))?.text ?? '');

const confirm = (link: string) =>
  session.visitor.request('POST', link, {
    body: '',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'null' },
  });

/** Signs up and confirms. @returns the status of the place */
async function joinConfirmed(list: List, signup: { email: string; [member: string]: unknown }) {
  await session.join(list.slug, signup);
  const { headers } = await confirm(await linkFor(list, signup.email));
  return (await session.visitor.get(`${headers.get('location')}.json`)).body;
}

describe('a waitlist that confirms addresses', () => {
  it(`is one by its member confirmation${verifies('confirmation.member')}`, async () => {
    const { slug } = await newList({ confirmation: undefined });
    const path = `/api/v1/waitlists/${slug}`;
    expect((await session.api.get(path)).body.waitlist.confirmation).toBe('none');
    expect((await session.join(slug, { email: 'ada@example.com' })).status).toBe(201);
    const changed = await session.api.patch(path, { confirmation: 'required' });
    expect(changed.body.waitlist.confirmation).toBe('required');
    for (const confirmation of [null, 'always', true]) {
      const { status, body } = await session.api.patch(path, { confirmation });
      expect([status, body.details?.[0].path]).toEqual([400, 'confirmation']);
    }
    expect((await session.api.patch(path, { name: 'Other' })).body.waitlist.confirmation).toBe('required');
  });

  it(`answers the same for any address, and joins nobody${verifies('confirmation.same-answer', 'confirmation.nobody-joined')}`, async () => {
    const list = await newList();
    await joinConfirmed(list, { email: 'known@example.com' });
    await session.join(list.slug, { email: 'waiting@example.com' });
    const before = await entriesOf(list);
    const answers = [];
    for (const email of ['new@example.com', 'waiting@example.com', 'known@example.com', ' KNOWN@example.com'])
      answers.push(await session.join(list.slug, { email, name: 'N', referralCode: 'none' }));
    for (const { status, body } of answers) {
      expect([status, body]).toEqual([202, { pending: true, message: expect.any(String) }]);
      expect(body).toEqual(answers[0]?.body);
    }
    await idle();
    expect(await entriesOf(list)).toEqual(before);
    expect((await session.visitor.get(`/w/${list.slug}`)).body).toContain('"signups":1');
  });

  it(`does not look the address up before it answers${verifies('confirmation.as-fast')}`, async () => {
    const list = await newList();
    await session.sql('ALTER TABLE entries RENAME TO entries_away');
    try {
      expect((await session.join(list.slug, { email: 'ada@example.com' })).status).toBe(202);
    } finally {
      await session.sql('ALTER TABLE entries_away RENAME TO entries');
      await session.sql('UPDATE outbox SET available_at = now()');
    }
    // The run that was woken may have failed with the table; the next person wakes another.
    expect((await session.join(list.slug, { email: 'bea@example.com' })).status).toBe(202);
    await idle();
  });

  it(`refuses what it would refuse without${verifies('confirmation.same-checks')}`, async () => {
    const list = await newList({ allowedOrigins: [SITE] });
    const post = (body: unknown, headers: Record<string, string> = {}) =>
      session.visitor.request('POST', `/w/${list.slug}/signups`, {
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json', ...headers },
      });
    expect((await post({ email: 'nonsense' })).status).toBe(400);
    expect((await post({ email: 'nonsense' }, { origin: 'https://evil.example' })).body.code).toBe(
      'origin_not_allowed',
    );
    expect((await post({ email: 'ada@example.com' }, { origin: SITE })).status).toBe(202);
    expect(await pendingOf(list)).toHaveLength(1);
  });

  it(`keeps answers and source until then${verifies('answers.confirmed')}`, async () => {
    const list = await newList({
      questions: [{ key: 'terms', label: 'I agree', type: 'checkbox', required: true }],
    });
    expect((await session.join(list.slug, { email: 'ada@example.com' })).status).toBe(400);
    const source = { utmSource: 'News', utmMedium: null, utmCampaign: null, referrerHost: null };
    await joinConfirmed(list, { email: 'ada@example.com', answers: { terms: true }, source });
    expect((await entriesOf(list)).entries).toMatchObject([{ answers: { terms: true }, source }]);
    expect(
      await session.sql('SELECT value, signups FROM facets WHERE waitlist_id = $1 ORDER BY value', [list.id]),
    ).toEqual([
      { value: 'news', signups: 1 },
      { value: 'true', signups: 1 },
    ]);
    expect(await pendingOf(list)).toEqual([]);
  });

  it(`mails the link, without a word of the visitor’s${verifies('confirmation.mail')}`, async () => {
    const list = await newList({ design: { brandColor: '#7c3aed' } });
    await session.join(list.slug, { email: 'ada@example.com', name: 'Ada Typed' });
    const [message, ...more] = await mailTo(list, 'ada@example.com');
    expect(more).toEqual([]);
    expect(message?.subject).toBe(`Confirm your email address for ${list.name}`);
    expect(message?.from).toContain('via Anteroom');
    expect(Object.keys(message?.headers ?? {}).join()).not.toMatch(/unsubscribe/i);
    const link = linkIn(message?.text ?? '');
    expect(link).toMatch(new RegExp(`^${session.url}/c/[\\w-]{43}$`));
    expect(message?.html).toContain(`href="${link}"`);
    expect(message?.html).toContain('#7c3aed');
    for (const form of [message?.html, message?.text]) {
      expect(form).toContain('48 hours');
      expect(form).toContain('ignore this email');
      expect(form).not.toMatch(/Typed|\/u\/|\/s\//);
    }
  });

  it(`mails an address on the list its place instead, once in 15 minutes${verifies('confirmation.known-address', 'confirmation.ordinary-email')}`, async () => {
    const list = await newList();
    await session.join(list.slug, { email: 'ada@example.com' });
    const place = (await confirm(await linkFor(list, 'ada@example.com'))).headers.get('location');
    expect((await mailTo(list, 'ada@example.com')).map(({ subject }) => subject)).toEqual([
      `Confirm your email address for ${list.name}`,
      `You’re on the list for ${list.name}`,
    ]);
    for (let again = 0; again < 3; again++) await session.join(list.slug, { email: 'ada@example.com' });
    const [, , message, ...more] = await mailTo(list, 'ada@example.com');
    expect([message?.subject, more]).toEqual([`Your place in line for ${list.name}`, []]);
    expect(message?.text).toContain(place);
  });

  it(`lets somebody who stopped its email join, and mails no address that bounced; the answer is true for both${verifies('confirmation.mail-stopped')}`, async () => {
    const list = await newList();
    await joinConfirmed(list, { email: 'ada@example.com' });
    const [, welcome] = await mailTo(list, 'ada@example.com');
    const stop = /http\S+\/u\/\S+/.exec(welcome?.text ?? '')?.[0] ?? '';
    await confirm(stop);
    const stopped = await session.join(list.slug, { email: 'ada+other@example.com' });
    expect((await confirm(await linkFor(list, 'ada+other@example.com'))).status).toBe(303);

    await session.join(list.slug, { email: 'gone@example.com' });
    await linkFor(list, 'gone@example.com');
    await session.sql(
      `INSERT INTO email_suppressions (email_digest, reason, waitlist_id, first_event_at, last_event_at)
       SELECT email_digest, 'bounce', waitlist_id, now(), now() FROM pending_signups WHERE id = $1`,
      [(await pendingOf(list))[0].id],
    );
    const bounced = await session.join(list.slug, { email: 'gone@example.com' });
    expect([bounced.status, bounced.body]).toEqual([stopped.status, stopped.body]);
    expect(bounced.body.message).toMatch(/^If this address can get our emails/);
    await idle();
    expect(await mailTo(list, 'gone@example.com')).toHaveLength(1);
  });
});

describe('GET /c/{token}', () => {
  it(`shows a button and changes nothing${verifies('confirmation.get-changes-nothing', 'confirmation.page-private')}`, async () => {
    const list = await newList({ design: { brandColor: '#7c3aed', appearance: 'dark' } });
    await session.join(list.slug, { email: 'ada@example.com', name: 'Ada Typed' });
    const link = await linkFor(list, 'ada@example.com');
    const pending = await pendingOf(list);
    for (let opened = 0; opened < 40; opened++) {
      const method = opened % 2 === 0 ? 'GET' : 'HEAD';
      const { status, headers, body } = await session.visitor.request(method, link, {});
      expect(status).toBe(200);
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('x-robots-tag')).toBe('noindex');
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
      if (method === 'HEAD') {
        expect(body ?? '').toBe('');
        continue;
      }
      expect(body).toContain(`<form method="post" action="${new URL(link).pathname}">`);
      expect(body).toContain(list.name);
      expect(body).toContain('--brand:#7c3aed');
      expect(body).not.toMatch(/ada@|Typed/);
    }
    await idle();
    expect((await entriesOf(list)).total).toBe(0);
    expect(await pendingOf(list)).toEqual(pending);
    expect((await confirm(link)).status).toBe(303);
    expect((await session.visitor.get(link)).body).toContain('See your place');
  });
});

describe('POST /c/{token}', () => {
  it(`joins at the end of the queue of that moment${verifies('confirmation.post-joins', 'confirmation.end-of-queue', 'confirmation.ordinary-email')}`, async () => {
    const list = await newList();
    await session.join(list.slug, { email: 'first@example.com', name: 'First' });
    const link = await linkFor(list, 'first@example.com');
    for (const email of ['b@example.com', 'c@example.com']) await joinConfirmed(list, { email });
    const { status, headers, body } = await confirm(link);
    expect([status, body ?? '']).toEqual([303, '']);
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    const place = headers.get('location') ?? '';
    expect(place).toMatch(new RegExp(`^${session.url}/s/[\\w-]{43}$`));
    expect((await session.visitor.get(`${place}.json`)).body).toMatchObject({
      position: 3,
      ahead: 2,
      signups: 3,
    });
    expect(await pendingOf(list)).toEqual([]);
    const { entries } = await entriesOf(list);
    expect(entries[0]).toMatchObject({ email: 'first@example.com', name: 'First', position: 3 });
    const [, welcome] = await mailTo(list, 'first@example.com');
    expect(welcome?.text).toContain(place);
    expect(welcome?.text).toContain('#3');

    // The confirmation email does not start the 15 minutes.
    await session.visitor.post(`/w/${list.slug}/status-links`, { email: 'first@example.com' });
    expect(await mailTo(list, 'first@example.com')).toHaveLength(3);
  });

  it(`counts the referral then, or holds it${verifies('confirmation.referral-counts-then')}`, async () => {
    const list = await newList();
    const referrer = await joinConfirmed(list, { email: 'ref@example.com' });
    const { referralCode } = referrer;
    const countOf = async () =>
      (await entriesOf(list)).entries.find(({ email }: { email: string }) => email === 'ref@example.com')
        .referralCount;
    await session.join(list.slug, { email: 'friend@example.com', referralCode });
    await idle();
    expect(await countOf()).toBe(0);
    await confirm(await linkFor(list, 'friend@example.com'));
    expect(await countOf()).toBe(1);

    await joinConfirmed(list, { email: 'ref+me@example.com', referralCode });
    await joinConfirmed(list, { email: 'x@mailinator.com', referralCode });
    const network = { 'x-forwarded-for': '203.0.113.9', 'content-type': 'application/json' };
    for (const name of ['p', 'q', 'r', 's']) {
      const email = `${name}@example.com`;
      const body = JSON.stringify({ email, referralCode });
      await session.visitor.request('POST', `/w/${list.slug}/signups`, { body, headers: network });
      await confirm(await linkFor(list, email));
    }
    const { body: held } = await session.api.get(`/api/v1/waitlists/${list.slug}/referrals?state=held`);
    const reasons = held.referrals.map((one: { email: string; reasons: string[] }) => [
      one.email,
      one.reasons,
    ]);
    expect(Object.fromEntries(reasons)).toEqual({
      'ref+me@example.com': ['same_mailbox'],
      'x@mailinator.com': ['disposable_domain'],
      's@example.com': ['same_network'],
    });
  });

  it(`joins once, however often it is sent${verifies('confirmation.repeatable')}`, async () => {
    const list = await newList();
    await session.join(list.slug, { email: 'ada@example.com' });
    const link = await linkFor(list, 'ada@example.com');
    const answers = await Promise.all(Array.from({ length: 20 }, () => confirm(link)));
    const places = new Set(answers.map(({ status, headers }) => `${status} ${headers.get('location')}`));
    expect([...places]).toEqual([expect.stringMatching(/^303 http.*\/s\//)]);
    expect((await entriesOf(list)).total).toBe(1);
    expect(await mailTo(list, 'ada@example.com')).toHaveLength(2);
    expect(`303 ${(await confirm(link)).headers.get('location')}`).toBe([...places][0]);
  });

  it(`leads to the place of its address, whichever link was used${verifies('confirmation.one-entry-per-address')}`, async () => {
    const list = await newList();
    await session.join(list.slug, { email: 'ada@example.com', name: 'One' });
    const one = await linkFor(list, 'ada@example.com');
    await session.join(list.slug, { email: 'ADA@example.com', name: 'Two' });
    const two = await linkFor(list, 'ADA@example.com');
    expect(two).not.toBe(one);
    const place = (await confirm(two)).headers.get('location');
    expect((await session.visitor.get(one)).body).toContain('See your place');
    for (let again = 0; again < 3; again++)
      for (const link of [one, two]) expect((await confirm(link)).headers.get('location')).toBe(place);
    const { entries, total } = await entriesOf(list);
    expect([total, entries[0].name]).toEqual([1, 'Two']);
  });

  it(`is a 404 for an unknown token, and of another kind${verifies('confirmation.unknown-404')}`, async () => {
    const list = await newList();
    const joined = await joinConfirmed(list, { email: 'ada@example.com' });
    const [, welcome] = await mailTo(list, 'ada@example.com');
    const statusToken = /\/s\/([\w-]+)/.exec(welcome?.text ?? '')?.[1];
    const stopToken = /\/u\/([\w-]+)/.exec(welcome?.text ?? '')?.[1];
    const token = (await linkFor(list, 'ada@example.com')).split('/c/')[1] ?? '';
    const flipped = (token.startsWith('A') ? 'B' : 'A') + token.slice(1);
    for (const wrong of [
      statusToken,
      stopToken,
      flipped,
      `${token}A`,
      joined.referralCode,
      '%00',
      'a'.repeat(43),
    ])
      for (const method of ['GET', 'HEAD', 'POST'])
        expect((await session.visitor.request(method, `/c/${wrong}`, {})).status).toBe(404);
    for (const page of ['s', 'u']) expect((await session.visitor.get(`/${page}/${token}`)).status).toBe(404);
  });

  it(`has 48 hours${verifies('confirmation.48-hours')}`, async () => {
    const list = await newList();
    const age = (hours: number) =>
      session.sql(
        `UPDATE pending_signups SET created_at = now() - make_interval(mins => $2) WHERE waitlist_id = $1`,
        [list.id, hours * 60],
      );
    await session.join(list.slug, { email: 'ada@example.com' });
    const link = await linkFor(list, 'ada@example.com');
    await age(47.9);
    expect((await session.visitor.get(link)).status).toBe(200);
    await age(48.1);
    for (const answer of [await session.visitor.get(link), await confirm(link)]) {
      expect(answer.status).toBe(404);
      expect(answer.body).toContain('This link has expired');
      expect(answer.body).toContain('Sign up again');
    }
    expect((await entriesOf(list)).total).toBe(0);
    await age(47.9);
    expect((await confirm(link)).status).toBe(303);
  });

  it(`is deleted by the worker’s schedule after 48 hours${verifies('confirmation.48-hours')}`, async () => {
    const list = await newList();
    for (const email of ['old@example.com', 'young@example.com']) await session.join(list.slug, { email });
    const link = await linkFor(list, 'old@example.com');
    await session.sql(
      `UPDATE pending_signups SET created_at = now() - interval '49 hours' WHERE email = 'old@example.com'`,
    );
    const worker = createWorker({
      ...WORKER_ENVIRONMENT,
      DATABASE_URL: session.databaseUrl,
      DATABASE_POOL_SIZE: '2',
      DIGEST_KEY: Buffer.alloc(32).toString('base64'),
      LOG_LEVEL: 'SILENT',
    });
    await worker({}, { getRemainingTimeInMillis: () => 60_000 } as Parameters<typeof worker>[1]);
    expect((await pendingOf(list)).map(({ email }) => email)).toEqual(['young@example.com']);
    expect((await session.visitor.get(link)).body).toContain('This link has expired');
  });

  it(`is limited for each link${verifies('confirmation.limited')}`, async () => {
    const list = await newList();
    await session.join(list.slug, { email: 'ada@example.com' });
    const link = await linkFor(list, 'ada@example.com');
    const answers = [];
    for (let used = 0; used < 31; used++) answers.push(await confirm(link));
    expect(answers.map(({ status }) => status)).toEqual([...Array.from({ length: 30 }, () => 303), 429]);
    expect(Number(answers[30]?.headers.get('retry-after'))).toBeGreaterThan(0);
    await session.join(list.slug, { email: 'bob@example.com' });
    expect((await confirm(await linkFor(list, 'bob@example.com'))).status).toBe(303);
  });

  it(`is a 404 once the person was erased, with all their pending signups${verifies('confirmation.erased', 'confirmation.unknown-404')}`, async () => {
    const list = await newList();
    await session.join(list.slug, { email: 'ada@example.com', name: 'One' });
    const one = await linkFor(list, 'ada@example.com');
    await session.join(list.slug, { email: 'ada@example.com', name: 'Two' });
    const two = await linkFor(list, 'ada@example.com');
    await session.join(list.slug, { email: 'bob@example.com' });
    await confirm(two);
    const person = await session.signIn();
    const [entry] = (await entriesOf(list)).entries;
    const path = `/api/v1/waitlists/${list.slug}/entries/${entry.id}`;
    expect((await person.delete(path)).status).toBe(200);
    for (const link of [one, two]) {
      expect((await session.visitor.get(link)).status).toBe(404);
      expect((await confirm(link)).status).toBe(404);
    }
    expect((await pendingOf(list)).map(({ email }) => email)).toEqual(['bob@example.com']);
    expect((await entriesOf(list)).total).toBe(0);
  });

  it(`is a 404 once the waitlist is deleted, and its pending signups go${verifies('confirmation.purged', 'confirmation.unknown-404')}`, async () => {
    const list = await newList();
    const other = await newList();
    await session.join(other.slug, { email: 'ada@example.com' });
    await session.join(list.slug, { email: 'ada@example.com' });
    const waiting = await linkFor(list, 'ada@example.com');
    await session.join(list.slug, { email: 'bob@example.com' });
    const confirmed = await linkFor(list, 'bob@example.com');
    await confirm(confirmed);
    await idle();
    // Before the purge, too.
    await session.sql(`ALTER TABLE outbox ALTER available_at SET DEFAULT now() + interval '1 hour'`);
    try {
      await session.api.delete(`/api/v1/waitlists/${list.slug}`);
      for (const link of [waiting, confirmed]) {
        expect((await session.visitor.get(link)).status).toBe(404);
        expect((await confirm(link)).status).toBe(404);
      }
    } finally {
      await session.sql('ALTER TABLE outbox ALTER available_at SET DEFAULT now()');
      await session.sql('UPDATE outbox SET available_at = now()');
    }
    // Wakes the worker.
    await session.join(other.slug, { email: 'bob@example.com' });
    await idle();
    expect(await pendingOf(list)).toEqual([]);
    expect(await pendingOf(other)).toHaveLength(2);
  });

  it(`leads to the custom domain${verifies('confirmation.custom-domain')}`, async () => {
    const list = await newList();
    const domain = 'confirmed.example.test';
    await session.api.post(`/api/v1/waitlists/${list.slug}/domain`, { domain });
    await eventually(async () =>
      expect((await session.api.get(`/api/v1/waitlists/${list.slug}/domain`)).body).toMatchObject({
        state: 'active',
      }),
    );
    const joined = await askOnHost(session.url, domain, {
      method: 'POST',
      path: `/w/${list.slug}/signups`,
      body: { email: 'ada@example.com' },
    });
    expect(joined.status).toBe(202);
    const link = await linkFor(list, 'ada@example.com');
    expect(link.startsWith(`${session.url}/c/`)).toBe(true);
    const { origin } = new URL(`http://${domain}:${new URL(session.url).port}`);
    const { headers } = await session.visitor.get(link);
    expect(headers.get('content-security-policy')).toContain(`form-action 'self' ${origin};`);
    const place = (await confirm(link)).headers.get('location') ?? '';
    expect(place.startsWith(`${origin}/s/`)).toBe(true);
    expect((await askOnHost(session.url, domain, { path: new URL(place).pathname })).status).toBe(200);
    expect((await askOnHost(session.url, domain, { path: new URL(link).pathname })).status).toBe(404);
  });

  it(`joins where the personal data is in the account’s database${verifies('confirmation.post-joins')}`, async () => {
    const database = await openPostgresDatabase();
    try {
      const list = await newList();
      const { status } = await session.api.post(`/api/v1/waitlists/${list.slug}/database`, {
        dbType: database.dbType,
        connectionString: database.url,
      });
      expect(status).toBe(200);
      await session.join(list.slug, { email: 'ada@example.com', name: 'Ada' });
      const link = await linkFor(list, 'ada@example.com');
      expect(await entriesOf(list)).toMatchObject({ total: 0 });
      const place = (await confirm(link)).headers.get('location');
      await eventually(async () =>
        expect((await entriesOf(list)).entries).toMatchObject([{ email: 'ada@example.com', name: 'Ada' }]),
      );
      await idle();
      const left = [
        ...(await pendingOf(list)),
        ...(await session.sql('SELECT * FROM contacts WHERE waitlist_id = $1', [list.id])),
      ];
      expect(left).toEqual([]);
      expect((await confirm(link)).headers.get('location')).toBe(place);
    } finally {
      await database.drop();
    }
  });

  it(`keeps positions 1 to n while others join at once${verifies('confirmation.end-of-queue')}`, async () => {
    const list = await newList();
    const people = Array.from({ length: 12 }, (_, index) => `p${index}@example.com`);
    await Promise.all(people.map(email => session.join(list.slug, { email })));
    const links = [];
    for (const email of people) links.push(await linkFor(list, email));
    await session.api.patch(`/api/v1/waitlists/${list.slug}`, { confirmation: 'none' });
    await Promise.all([
      ...links.flatMap(link => [confirm(link), confirm(link)]),
      ...Array.from({ length: 12 }, (_, index) =>
        session.join(list.slug, { email: `q${index}@example.com` }),
      ),
    ]);
    const { entries, total } = await entriesOf(list);
    const positions = entries.map(({ position }: { position: number }) => position);
    expect(positions.toSorted((a: number, b: number) => a - b)).toEqual(
      Array.from({ length: 24 }, (_, index) => index + 1),
    );
    expect(total).toBe(24);
    await idle();
  });
});

describe('a form', () => {
  const post = (list: List, fields: Record<string, string>) =>
    session.visitor.request('POST', `/w/${list.slug}/signups`, {
      body: new URLSearchParams(fields).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });

  it(`asks to check the email, or leads on${verifies('confirmation.form', 'confirmation.same-checks')}`, async () => {
    const list = await newList({ allowedOrigins: [SITE] });
    const page = await post(list, { email: 'ada@example.com' });
    expect([page.status, page.headers.get('content-type')]).toEqual([202, 'text/html; charset=utf-8']);
    expect(page.body).toContain('<h1>Check your email</h1>');
    const link = await linkFor(list, 'ada@example.com');
    await confirm(link);
    expect((await post(list, { email: 'ada@example.com' })).body).toBe(page.body);
    const redirectUrl = `${SITE}/thanks`;
    for (const email of ['bob@example.com', 'ada@example.com']) {
      const { status, headers } = await post(list, { email, redirectUrl });
      expect([status, headers.get('location')]).toEqual([303, redirectUrl]);
    }
    const before = await pendingOf(list);
    expect(
      (await post(list, { email: 'eve@example.com', redirectUrl: 'https://evil.example/' })).status,
    ).toBe(400);
    expect(await pendingOf(list)).toEqual(before);
  });
});

describe('with a bot challenge and a rate limit', () => {
  let limited: ApiSession;
  beforeAll(async () => {
    limited = await openSession({
      environment: {
        SIGNUPS_PER_MINUTE_PER_IP: '3',
        TURNSTILE_SITE_KEY: '1x00000000000000000000AA',
        TURNSTILE_SECRET_KEY: '1x0000000000000000000000000000000AA',
      },
    });
  });
  afterAll(() => limited.close());

  it(`checks both first${verifies('confirmation.same-checks')}`, async () => {
    await limited.api.post('/api/v1/waitlists', {
      name: 'Checked',
      slug: 'checked',
      confirmation: 'required',
    });
    const post = (more: Record<string, unknown>) =>
      limited.visitor.request('POST', '/w/checked/signups', {
        body: JSON.stringify({ email: 'ada@example.com', ...more }),
        headers: { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.7' },
      });
    const pending = () => limited.sql('SELECT email FROM pending_signups');
    expect((await post({})).body.code).toBe('challenge_failed');
    expect((await post({ email: 'nonsense' })).status).toBe(400);
    expect(await pending()).toEqual([]);
    const passed = await post({ turnstileToken: 'XXXX.DUMMY.TOKEN.XXXX' });
    expect([passed.status, passed.body.pending]).toEqual([202, true]);
    expect(await pending()).toHaveLength(1);
    expect((await post({})).body.code).toBe('challenge_failed');
    expect((await post({})).status).toBe(429);
    expect(await pending()).toHaveLength(1);
  });
});

it(`mails people who ask again, within the limit of emails to a mailbox${verifies('confirmation.mail-again')}`, async () => {
  const strict = await openSession({ environment: { EMAILS_PER_RECIPIENT_PER_DAY: '4' } });
  try {
    const made = { name: 'Again', slug: 'again', confirmation: 'required' };
    await strict.api.post('/api/v1/waitlists', made);
    const addresses = ['ada@example.com', 'ada+tag@example.com'];
    for (let n = 0; n < 6; n++) await strict.join('again', { email: addresses[n % 2] });
    await eventually(async () => expect(await strict.sql('SELECT kind FROM outbox')).toEqual([]));
    const links = (await strict.mail()).map(({ text }) => linkIn(text));
    expect(new Set(links).size).toBe(4);
  } finally {
    await strict.close();
  }
});
