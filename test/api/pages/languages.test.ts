import { describe, expect, it } from '@jest/globals';
import { eventually } from '../../support/eventually.ts';
import { shareSession } from '../../support/session.ts';
import { verifies } from '../../support/verifies.ts';

const session = shareSession({ environment: { EMAILS_PER_RECIPIENT_PER_DAY: '1000' } });
let lists = 0;

const TOOLS = { key: 'tools', label: 'Which tools?', type: 'choices', options: ['Bike', 'Gift'] };
const TERMS = { key: 'terms', label: 'I agree', type: 'checkbox' };
const AFTER = { key: 'team', label: 'Team?', type: 'choice', options: ['Small', 'Large'], ask: 'after' };

const TRANSLATIONS = {
  de: {
    headline: 'Räder, die fliegen',
    closedMessage: 'Bis Frühling!',
    referralMessage: 'Willkommen an Bord.',
    questions: {
      tools: { label: 'Welche Werkzeuge?', options: ['Rad', 'Geschenk'] },
      terms: { label: 'Ich stimme zu' },
      team: { label: 'Team?', options: ['Klein', 'Groß'] },
    },
  },
  // Its word for a bike is the owner's word for a gift.
  fr: { questions: { tools: { options: ['Gift', 'Cadeau'] } } },
};

async function create(more: Record<string, unknown> = {}) {
  const slug = `spoken-${++lists}`;
  const { status } = await session.api.post('/api/v1/waitlists', {
    name: `Rockets ${slug}.`,
    slug,
    languages: ['en', 'de', 'fr'],
    translations: TRANSLATIONS,
    questions: [TOOLS, TERMS, AFTER],
    design: { headline: 'Bikes that fly', tagline: 'Soon.' },
    ...more,
  });
  expect(status).toBe(201);
  return slug;
}

const get = (path: string, acceptLanguage?: string) =>
  session.visitor.request('GET', path, {
    headers: acceptLanguage === undefined ? {} : { 'accept-language': acceptLanguage },
  });
const urlOf = async (slug: string): Promise<string> =>
  (await session.api.get(`/api/v1/waitlists/${slug}`)).body.waitlist.url;
const langOf = ({ body }: { body: string }) => /<html[^>]* lang="(\w+)"/.exec(body)?.[1];
const entryOf = async (slug: string, email: string) =>
  (await session.api.get(`/api/v1/waitlists/${slug}/entries?limit=200`)).body.entries.find(
    (entry: { email: string }) => entry.email === email,
  );
const mailTo = async (address: string) =>
  eventually(async () => {
    const sent = (await session.mail()).filter(({ to }) => to === address);
    expect(sent).not.toEqual([]);
    return sent[0] as (typeof sent)[number];
  });

describe('the language of a page', () => {
  it.each([
    ['', undefined, 'en'],
    ['', 'de-CH,de;q=0.9,en;q=0.8', 'de'],
    ['', 'ja,fr;q=0.5', 'fr'],
    ['', 'ja,ko', 'en'],
    ['?lang=fr', 'de', 'fr'],
    ['?lang=ja', 'de', 'de'],
    ['?lang=xx', undefined, 'en'],
  ])(
    `with %j and Accept-Language %j is %s${verifies('languages.negotiation', 'languages.fallback')}`,
    async (query, acceptLanguage, language) => {
      const page = await get(`/w/${await create()}${query}`, acceptLanguage);
      expect([page.status, langOf(page)]).toEqual([200, language]);
      expect(page.body).toContain(language === 'de' ? 'Räder, die fliegen' : 'Bikes that fly');
      expect(page.body).toContain('Soon.');
    },
  );

  it(`is said in Vary where another browser would get another one${verifies('languages.vary')}`, async () => {
    const slug = await create();
    const single = await create({ languages: ['de'] });
    const varyOf = async (path: string) => (await get(path, 'de')).headers.get('vary') ?? '';
    for (const path of [`/w/${slug}`, `/w/${slug}?lang=xx`, `/w/${slug}/embed.json`])
      expect([path, await varyOf(path)]).toEqual([path, expect.stringContaining('Accept-Language')]);
    for (const path of [
      `/w/${slug}?lang=de`,
      `/w/${slug}/embed.json?lang=fr`,
      `/w/${single}`,
      `/w/${single}?lang=en`,
    ])
      expect([path, await varyOf(path)]).toEqual([path, expect.not.stringContaining('Accept-Language')]);
    const page = await get(`/w/${single}`, 'en');
    expect(langOf(page)).toBe('de');
  });

  it(`has links to the others${verifies('languages.alternates')}`, async () => {
    const slug = await create();
    const url = await urlOf(slug);
    const linksOf = ({ body }: { body: string }) =>
      [...body.matchAll(/<link rel="(alternate|canonical)"(?: hreflang="([\w-]+)")? href="([^"]+)">/g)].map(
        ([, rel, code, href]) => [rel, code, href],
      );
    const alternates = [
      ['alternate', 'en', `${url}?lang=en`],
      ['alternate', 'de', `${url}?lang=de`],
      ['alternate', 'fr', `${url}?lang=fr`],
      ['alternate', 'x-default', url],
    ];
    expect(linksOf(await get(`/w/${slug}`, 'de'))).toEqual([['canonical', undefined, url], ...alternates]);
    expect(linksOf(await get(`/w/${slug}?lang=de`))).toEqual([
      ['canonical', undefined, `${url}?lang=de`],
      ...alternates,
    ]);
    const single = await create({ languages: ['en'] });
    expect(linksOf(await get(`/w/${single}`))).toEqual([['canonical', undefined, await urlOf(single)]]);
  });

  it(`is that of the embed too${verifies('languages.negotiation')}`, async () => {
    const slug = await create({ closesAt: '2026-01-01T00:00:00Z' });
    const { body } = await get(`/w/${slug}/embed.json?lang=de`);
    expect(body).toMatchObject({ language: 'de', closedMessage: 'Bis Frühling!' });
    expect(body.questions[0]).toMatchObject({ label: 'Welche Werkzeuge?', options: ['Rad', 'Geschenk'] });
    expect((await get(`/w/${slug}/embed.json`)).body.language).toBe('en');
  });

  it(`does not break a page whose stored options no longer fit${verifies('languages.questions-change')}`, async () => {
    const slug = await create();
    // As the release before this one would leave it.
    await session.sql(
      `UPDATE waitlists SET questions = jsonb_set(questions, '{0,options}', '["A", "B", "C"]') WHERE slug = $1`,
      [slug],
    );
    const page = await get(`/w/${slug}?lang=de`);
    expect(page.status).toBe(200);
    expect(page.body).toContain('Welche Werkzeuge?');
    expect(page.body).toContain('value="C"');
    expect(page.body).not.toContain('Geschenk');
  });
});

describe('the language of a signup', () => {
  it.each([
    [{ language: 'de' }, 'de'],
    [{ language: 'ja' }, 'en'],
    [{ language: 'xx' }, 'en'],
    [{ language: 7 }, 'en'],
    [{ language: null }, 'en'],
    [{}, 'en'],
  ])(
    `is kept if the list has it: %j${verifies('languages.signup', 'languages.entry')}`,
    async (sent, language) => {
      const slug = await create();
      const joined = await session.visitor.request('POST', `/w/${slug}/signups`, {
        body: JSON.stringify({ email: 'ada@example.com', ...sent }),
        headers: { 'content-type': 'application/json', 'accept-language': 'fr' },
      });
      expect(joined.status).toBe(201);
      expect(await entryOf(slug, 'ada@example.com')).toMatchObject({ language });
      expect(new URL(joined.body.statusUrl).searchParams.get('lang')).toBe(language === 'de' ? 'de' : 'fr');
    },
  );

  it(`is that of its answer and errors, but codes and paths are the same${verifies('languages.answer')}`, async () => {
    const slug = await create();
    const { body } = await session.join(slug, { email: 'bob@example.com', language: 'de' });
    expect(body.message).toBe('Willkommen an Bord.');
    const wrong = await session.join(slug, { email: 'bob@', language: 'de', answers: { tools: ['?'] } });
    expect([
      wrong.status,
      wrong.body.code,
      wrong.body.details.map((each: { path: string }) => each.path),
    ]).toEqual([400, 'validation_failed', ['email', 'answers.tools']]);
    const english = await session.join(slug, { email: 'bob@', answers: { tools: ['?'] } });
    expect(wrong.body.error).not.toBe(english.body.error);
    await session.api.patch(`/api/v1/waitlists/${slug}`, { closesAt: '2026-01-01T00:00:00Z' });
    const closed = await session.join(slug, { email: 'cid@example.com', language: 'de' });
    expect([closed.status, closed.body.code, closed.body.error]).toEqual([
      403,
      'waitlist_closed',
      'Bis Frühling!',
    ]);
  });

  it(`is kept by a form without JavaScript, which stays in it${verifies('languages.signup')}`, async () => {
    const slug = await create();
    const page = await get(`/w/${slug}?lang=de`);
    const action = /<form[^>]* action="([^"]+signups[^"]*)"/.exec(page.body)?.[1] ?? '';
    expect(action).toBe(`/w/${slug}/signups?lang=de`);
    expect(page.body).toContain('name="language" value="de"');
    const post = (fields: Record<string, string>) =>
      session.visitor.request('POST', action, {
        body: new URLSearchParams(fields).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
    const wrong = await post({ email: 'dan@', language: 'de' });
    expect([wrong.status, langOf(wrong)]).toEqual([400, 'de']);
    const right = await post({ email: 'dan@example.com', language: 'de', 'answers[tools]': 'Geschenk' });
    expect([right.status, right.headers.get('location')]).toEqual([
      303,
      expect.stringMatching(/\/s\/[\w-]+\?lang=de$/),
    ]);
    expect(await entryOf(slug, 'dan@example.com')).toMatchObject({
      language: 'de',
      answers: { tools: ['Gift'] },
    });
  });

  it(`is taken by add_entries, shown by webhooks and exports, and erased${verifies('languages.entry', 'languages.signup')}`, async () => {
    const slug = await create();
    const { body } = await session.api.post(`/api/v1/waitlists/${slug}/entries`, {
      people: [
        { email: 'eve@example.com', language: 'de', answers: { tools: ['Rad'] } },
        { email: 'fay@example.com', language: 'tlh' },
      ],
    });
    expect(body.results.map((each: { entry: object }) => each.entry)).toMatchObject([
      { language: 'de', answers: { tools: ['Bike'] } },
      { language: 'en' },
    ]);
    const exported = (await session.api.post(`/api/v1/waitlists/${slug}/exports`, {})).body.export.url;
    const csv = await (await fetch(exported)).text();
    const [header = '', ...lines] = csv.trim().split('\r\n');
    const column = header.split(',').indexOf('language');
    expect(lines.map(line => line.split(',')[column]).sort()).toEqual(['de', 'en']);
    await session.api.delete(`/api/v1/waitlists/${slug}/entries/${body.results[0].entry.id}`);
    expect(
      await session.sql(
        `SELECT e.language FROM entries e JOIN waitlists w ON w.id = e.waitlist_id WHERE w.slug = $1 ORDER BY e.seq`,
        [slug],
      ),
    ).toEqual([{ language: null }, { language: 'en' }]);
  });
});

describe('translated answers', () => {
  it(`are stored as the originals: first in the words of the signup's language${verifies('languages.options')}`, async () => {
    const slug = await create();
    const answers = async (email: string, tools: string[], language?: string) => {
      const { status } = await session.join(slug, { email, language, answers: { tools, terms: true } });
      expect([email, status]).toEqual([email, 201]);
      return (await entryOf(slug, email)).answers.tools;
    };
    expect(await answers('b@example.com', ['Geschenk', 'Rad'], 'de')).toEqual(['Bike', 'Gift']);
    // French for a bike, English for a gift.
    expect(await answers('c@example.com', ['Gift'], 'fr')).toEqual(['Bike']);
    expect(await answers('d@example.com', ['Gift'], 'en')).toEqual(['Gift']);
    // Of another language: any wording does.
    expect(await answers('e@example.com', ['Cadeau'])).toEqual(['Gift']);
    const { body } = await session.api.get(`/api/v1/waitlists/${slug}/statistics`);
    expect(body.answers.tools).toEqual({ Bike: 2, Gift: 3 });
    const consents = await session.sql(
      `SELECT c.consents -> 'terms' ->> 'label' AS label FROM contacts c JOIN waitlists w ON w.id = c.waitlist_id
       WHERE w.slug = $1 ORDER BY c.seq`,
      [slug],
    );
    expect(consents.map(({ label }) => label)).toEqual(['Ich stimme zu', 'I agree', 'I agree', 'I agree']);
  });

  it(`are read and changed on the page of a place${verifies('languages.options')}`, async () => {
    const slug = await create();
    const { body } = await session.join(slug, { email: 'gus@example.com', language: 'de' });
    const { pathname } = new URL(body.statusUrl);
    const answered = await session.visitor.post(`${pathname}/answers?lang=de`, { answers: { team: 'Groß' } });
    expect([answered.status, answered.body.answers]).toEqual([200, { team: 'Groß' }]);
    expect((await entryOf(slug, 'gus@example.com')).answers).toEqual({ team: 'Large' });
    const page = await get(`${pathname}?lang=de`);
    expect(langOf(page)).toBe('de');
    expect(page.body).toMatch(/value="Groß" checked|checked[^>]* value="Groß"|selected[^>]*>Groß/);
    expect((await get(pathname, 'fr')).headers.get('vary')).toContain('Accept-Language');
  });
});

describe('emails', () => {
  it(`are in their person’s language, and their links too${verifies('languages.emails')}`, async () => {
    const slug = await create();
    const single = await create({ languages: ['en'] });
    await session.join(slug, { email: 'hal@example.com', language: 'de' });
    await session.join(single, { email: 'ina@example.com', language: 'de' });
    const german = await mailTo('hal@example.com');
    const linksOf = ({ text }: { text?: string | undefined }) =>
      [...(text ?? '').matchAll(/https?:\/\/\S+\/(w|s|u)\/\S+/g)].map(
        ([url]) => new URL(url.replace(/[.,]$/, '')),
      );
    for (const { pathname, searchParams } of linksOf(german))
      expect([pathname, searchParams.get('lang')]).toEqual([pathname, searchParams.has('ref') ? null : 'de']);
    expect(linksOf(german).length).toBeGreaterThan(2);
    const english = await mailTo('ina@example.com');
    for (const { search } of linksOf(english)) expect(search).not.toContain('lang');
    expect(german.subject.replace(slug, '')).not.toBe(english.subject.replace(single, ''));
    expect(german.html).toMatch(/<html[^>]* lang="de"/);
  });

  it(`that confirm an address are in the language of the signup, and so is its page${verifies('languages.emails')}`, async () => {
    const slug = await create({ confirmation: 'required' });
    await session.join(slug, { email: 'jon@example.com', language: 'de' });
    const { text } = await mailTo('jon@example.com');
    const link = /https?:\/\/\S+\/c\/\S+/.exec(text ?? '')?.[0] ?? '';
    const { pathname, search } = new URL(link);
    expect(search).toBe('?lang=de');
    const page = await get(pathname + search);
    expect(langOf(page)).toBe('de');
    const action = /<form method="post" action="([^"]+)"/.exec(page.body)?.[1] ?? '';
    expect(action).toBe(`${pathname}?lang=de`);
    const confirmed = await session.visitor.request('POST', action);
    expect([confirmed.status, confirmed.headers.get('location')]).toEqual([
      303,
      expect.stringMatching(/\?lang=de$/),
    ]);
    expect(await entryOf(slug, 'jon@example.com')).toMatchObject({ language: 'de' });
  });

  it(`go in the first language once the list no longer has the person’s${verifies('languages.emails')}`, async () => {
    const slug = await create();
    await session.join(slug, { email: 'kim@example.com', language: 'de' });
    await mailTo('kim@example.com');
    await session.api.patch(`/api/v1/waitlists/${slug}`, { languages: ['fr', 'en'] });
    await session.visitor.post(`/w/${slug}/status-links?lang=en`, { email: 'kim@example.com' });
    const mail = await eventually(async () => {
      const found = (await session.mail()).filter(({ to }) => to === 'kim@example.com');
      expect(found.length).toBe(2);
      return found.find(({ html }) => /<html[^>]* lang="fr"/.test(html ?? ''));
    });
    expect(mail).toBeDefined();
    expect((await entryOf(slug, 'kim@example.com')).language).toBe('de');
  });
});

describe('the people of a language', () => {
  it(`are found by filters and audiences${verifies('languages.found')}`, async () => {
    const slug = await create();
    await session.join(slug, { email: 'lea@example.com', language: 'de' });
    await session.join(slug, { email: 'mia@example.com', language: 'fr' });
    await session.join(slug, { email: 'ned@example.com' });
    const path = `/api/v1/waitlists/${slug}`;
    const found = (await session.api.get(`${path}/entries?language=de`)).body;
    expect(found.entries.map(({ email }: { email: string }) => email)).toEqual(['lea@example.com']);
    const written = await session.api.post(`${path}/announcements`, {
      subject: 'Hallo',
      body: 'Hallo {{name}}',
      audience: { language: 'de' },
    });
    const { id } = written.body.announcement;
    const { body } = await session.api.post(`${path}/announcements/${id}/send`, {});
    expect(body.announcement?.id ?? body.id).toBe(id);
    const sent = await eventually(async () => {
      const mail = (await session.mail()).filter(({ subject }) => subject === 'Hallo');
      expect(mail).not.toEqual([]);
      return mail;
    });
    expect(sent.map(({ to }) => to)).toEqual(['lea@example.com']);
    expect(sent[0]?.html).toContain('lang=de');
  });
});
