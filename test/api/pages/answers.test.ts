import { describe, expect, it } from '@jest/globals';
import { shareSession } from '../../support/session.ts';
import { verifies } from '../../support/verifies.ts';

const QUESTIONS = [
  {
    key: 'role',
    label: 'What do you do?',
    type: 'choice',
    options: ['Founder', 'Developer'],
    required: true,
  },
  { key: 'tools', label: 'What do you use?', type: 'choices', options: ['React', 'Vue', 'Other'] },
  { key: 'note', label: 'Anything else?', type: 'text' },
  { key: 'news', label: 'Send me news', type: 'checkbox' },
  { key: 'size', label: 'How many are you?', type: 'text', ask: 'after' },
  { key: 'score', label: 'Score', type: 'text', ask: 'never' },
];
const NO_SOURCE = { utmSource: null, utmMedium: null, utmCampaign: null, referrerHost: null };

describe('answers and source of POST /w/{slug}/signups', () => {
  const session = shareSession();
  let lists = 0;

  async function newList(fields: Record<string, unknown> = {}): Promise<string> {
    const slug = `answers-${++lists}`;
    await session.api.post('/api/v1/waitlists', { name: 'Answers', slug, questions: QUESTIONS, ...fields });
    return slug;
  }
  const entriesOf = async (slug: string) =>
    (await session.api.get(`/api/v1/waitlists/${slug}/entries`)).body.entries;
  const facetsOf = (slug: string) =>
    session.sql(
      `SELECT f.kind, f.key, f.value, f.signups, f.accepted FROM facets f JOIN waitlists w ON w.id = f.waitlist_id
       WHERE w.slug = $1 ORDER BY f.kind, f.key, f.value`,
      [slug],
    );

  it(`are on the entry${verifies('answers.on-entry', 'source.on-entry')}`, async () => {
    const slug = await newList();
    const answers = { role: 'Founder', tools: ['Vue', 'React', 'Vue'], note: '  Hi  ', news: true };
    const source = { utmSource: 'Twitter', utmMedium: 'social', utmCampaign: null, referrerHost: 't.co' };
    expect((await session.join(slug, { email: 'a@example.com', answers, source })).status).toBe(201);
    expect(
      (await session.join(slug, { email: 'b@example.com', answers: { role: 'Developer' } })).status,
    ).toBe(201);
    const [second, first] = await entriesOf(slug);
    expect(first).toMatchObject({
      answers: { role: 'Founder', tools: ['React', 'Vue'], note: 'Hi', news: true },
      source,
    });
    expect(first).not.toHaveProperty('consents');
    expect(second).toMatchObject({ answers: { role: 'Developer' }, source: NO_SOURCE });
    expect(await facetsOf(slug)).toEqual([
      { kind: 'answer', key: 'news', value: 'true', signups: 1, accepted: 0 },
      { kind: 'answer', key: 'role', value: 'Developer', signups: 1, accepted: 0 },
      { kind: 'answer', key: 'role', value: 'Founder', signups: 1, accepted: 0 },
      { kind: 'answer', key: 'tools', value: 'React', signups: 1, accepted: 0 },
      { kind: 'answer', key: 'tools', value: 'Vue', signups: 1, accepted: 0 },
      { kind: 'source', key: '', value: 'twitter', signups: 1, accepted: 0 },
    ]);
  });

  it.each([
    ['role', {}],
    ['role', { role: null }],
    ['role', { role: '' }],
    ['role', { role: 'Pilot' }],
    ['role', { role: 7 }],
    ['role', { role: ['Founder'] }],
    ['tools', { role: 'Founder', tools: 'React' }],
    ['tools', { role: 'Founder', tools: ['React', 'Rust'] }],
    ['note', { role: 'Founder', note: 'x'.repeat(501) }],
    ['note', { role: 'Founder', note: 'a\0b' }],
    ['news', { role: 'Founder', news: 'yes' }],
  ])(`are refused at answers.%s (%#)${verifies('answers.checked')}`, async (key, answers) => {
    const slug = await newList();
    for (const sent of [{ answers }, Object.keys(answers).length === 0 ? {} : { answers }]) {
      const { status, body } = await session.join(slug, { email: 'a@example.com', ...sent });
      expect([status, body.details.map(({ path }: { path: string }) => path)]).toEqual([
        400,
        [`answers.${key}`],
      ]);
    }
    expect(await entriesOf(slug)).toEqual([]);
  });

  it(`are told with everything that is wrong${verifies('answers.checked')}`, async () => {
    const slug = await newList();
    const { status, body } = await session.join(slug, { email: 'nobody', answers: { note: 7 } });
    expect(status).toBe(400);
    expect(body.details.map(({ path }: { path: string }) => path)).toEqual([
      'email',
      'answers.role',
      'answers.note',
    ]);
    for (const answers of ['x', [], 7])
      expect((await session.join(slug, { email: 'a@example.com', answers })).body.details[0].path).toBe(
        'answers',
      );
  });

  it(`may hold 500 characters each${verifies('answers.checked')}`, async () => {
    const slug = await newList();
    const note = '😀'.repeat(500);
    await session.join(slug, { email: 'a@example.com', answers: { role: 'Founder', note } });
    expect((await entriesOf(slug))[0].answers.note).toBe(note);
  });

  it(`have every required checkbox ticked${verifies('answers.required-checkbox')}`, async () => {
    const questions = [{ key: 'terms', label: 'I accept the terms', type: 'checkbox', required: true }];
    const slug = await newList({ questions });
    for (const answers of [undefined, {}, { terms: false }, { terms: null }]) {
      const { status, body } = await session.join(slug, { email: 'a@example.com', answers });
      expect([status, body.details]).toEqual([400, [{ path: 'answers.terms', message: 'must be ticked' }]]);
    }
    expect((await session.join(slug, { email: 'a@example.com', answers: { terms: true } })).status).toBe(201);
  });

  it(`say nothing where readers see nothing${verifies('answers.checked')}`, async () => {
    const questions = [{ key: 'team', label: 'Your team', type: 'text', required: true }];
    const slug = await newList({ questions });
    const { status, body } = await session.join(slug, {
      email: 'a@example.com',
      answers: { team: '\u200b' },
    });
    expect([status, body.details]).toEqual([400, [{ path: 'answers.team', message: 'is required' }]]);
  });

  it(`are ignored where they are not asked, and kept where they no longer are${verifies('answers.ignored-keys', 'questions.none-as-before')}`, async () => {
    const slug = await newList();
    const answers = { role: 'Founder', size: '7', score: '9', other: {}, ['__proto__']: 'x' };
    await session.join(slug, { email: 'a@example.com', answers });
    await session.api.patch(`/api/v1/waitlists/${slug}`, { questions: [] });
    expect((await session.join(slug, { email: 'b@example.com', answers })).status).toBe(201);
    const [second, first] = await entriesOf(slug);
    expect([first.answers, second.answers]).toEqual([{ role: 'Founder' }, {}]);
  });

  it(`join many who come at once, whether they answer or not${verifies('questions.none-as-before')}`, async () => {
    const slug = await newList({ questions: QUESTIONS.slice(1) });
    const joined = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        session.join(slug, {
          email: `p${index}@example.com`,
          ...(index % 3 === 0 && { answers: { tools: ['Vue'] } }),
          ...(index % 2 === 0 && { source: { referrerHost: 'news.example' } }),
        }),
      ),
    );
    expect(joined.map(({ status }) => status)).toEqual(joined.map(() => 201));
    expect(await facetsOf(slug)).toEqual([
      { kind: 'answer', key: 'tools', value: 'Vue', signups: 10, accepted: 0 },
      { kind: 'source', key: '', value: 'news.example', signups: 15, accepted: 0 },
    ]);
  });

  it(`stay as they are when the email joins again${verifies('answers.join-again')}`, async () => {
    const slug = await newList();
    const email = 'a@example.com';
    await session.join(slug, { email, answers: { role: 'Founder' }, source: { utmSource: 'x' } });
    const before = await facetsOf(slug);
    const again = { email, answers: { role: 'Developer', note: 'New' }, source: { utmSource: 'y' } };
    expect((await session.join(slug, again)).status).toBe(200);
    expect(await entriesOf(slug)).toMatchObject([
      { answers: { role: 'Founder' }, source: { ...NO_SOURCE, utmSource: 'x' } },
    ]);
    expect(await facetsOf(slug)).toEqual(before);
  });

  it(`cut a source, and refuse what is none${verifies('source.on-entry')}`, async () => {
    const slug = await newList({ questions: [] });
    const source = {
      utmSource: `  ${'é'.repeat(120)}`,
      utmMedium: '  ',
      utmCampaign: 'a\0b\ud800',
      referrerHost: '\u200b',
    };
    await session.join(slug, { email: 'a@example.com', source });
    expect((await entriesOf(slug))[0].source).toEqual({
      ...NO_SOURCE,
      utmSource: 'é'.repeat(100),
      utmCampaign: 'ab\ufffd',
    });
    for (const [sent, path] of [
      ['x', 'source'],
      [{ utmSource: 7 }, 'source.utmSource'],
    ] as const) {
      const { status, body } = await session.join(slug, { email: 'b@example.com', source: sent });
      expect([status, body.details[0].path]).toEqual([400, path]);
    }
  });

  it(`go with the person who is erased${verifies('answers.erased')}`, async () => {
    const slug = await newList();
    const answers = { role: 'Founder', note: 'secret' };
    const { body } = await session.join(slug, {
      email: 'a@example.com',
      answers,
      source: { utmSource: 'x' },
    });
    await session.join(slug, {
      email: 'b@example.com',
      answers: { role: 'Founder' },
      referralCode: body.referralCode,
    });
    const counts = async () => (await facetsOf(slug)).map(({ value, signups }) => [value, signups]);
    expect(await counts()).toEqual([
      ['Founder', 2],
      ['friend', 1],
      ['x', 1],
    ]);
    const person = await session.signIn();
    for (const { id } of await entriesOf(slug))
      await person.delete(`/api/v1/waitlists/${slug}/entries/${id}`);
    expect(await counts()).toEqual([
      ['Founder', 0],
      ['friend', 0],
      ['x', 0],
    ]);
    for (const table of ['contacts', 'entry_facets'])
      expect(
        await session.sql(
          `SELECT FROM ${table} t JOIN waitlists w ON w.id = t.waitlist_id WHERE w.slug = $1`,
          [slug],
        ),
      ).toEqual([]);
  });
});
