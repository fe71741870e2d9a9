import { describe, expect, it } from '@jest/globals';
import { shareSession } from '../../support/session.ts';
import { verifies } from '../../support/verifies.ts';

const session = shareSession();
let lists = 0;

const TOOLS = { key: 'tools', label: 'Which tools?', type: 'choices', options: ['Figma', 'Sketch', 'Pen'] };
const TERMS = { key: 'terms', label: 'I agree', type: 'checkbox' };

async function create(members: Record<string, unknown> = {}) {
  const slug = `tongues-${++lists}`;
  const { status, body } = await session.api.post('/api/v1/waitlists', { name: 'Rockets', slug, ...members });
  expect([status, body.details]).toEqual([201, undefined]);
  return { slug, waitlist: body.waitlist };
}
const change = (slug: string, members: Record<string, unknown>) =>
  session.api.patch(`/api/v1/waitlists/${slug}`, members);
const read = async (slug: string) => (await session.api.get(`/api/v1/waitlists/${slug}`)).body.waitlist;
const detailsOf = async (
  answer: Promise<{ status: number; body: { details?: { path: string; message: string }[] } }>,
) => {
  const { status, body } = await answer;
  return [status, (body.details ?? []).map(({ path, message }) => `${path}: ${message}`)];
};

describe('languages of a waitlist', () => {
  it(`are English by default, and up to ten, the first the default${verifies('languages.list')}`, async () => {
    const { slug, waitlist } = await create();
    expect(waitlist).toMatchObject({ languages: ['en'], translations: {} });
    const { body } = await change(slug, { languages: ['de', 'en', 'ar'] });
    expect(body.waitlist.languages).toEqual(['de', 'en', 'ar']);
    expect((await read(slug)).languages).toEqual(['de', 'en', 'ar']);
    const listed = (await session.api.get('/api/v1/waitlists')).body.waitlists[0];
    expect(listed.languages).toEqual(['de', 'en', 'ar']);
    expect(listed).not.toHaveProperty('translations');
  });

  it.each([
    [[], 'languages: must have at least one language'],
    [['en', 'en'], 'languages.1: must differ from the other languages'],
    [['en', 'tlh'], 'languages.1: must be one of en, de, fr, es, pt, it, nl, pl, ja, ar'],
    ['en', 'languages: must be an array'],
    [null, 'languages: must be an array'],
  ])(`are refused as %j${verifies('languages.list')}`, async (languages, detail) => {
    const { slug } = await create();
    expect(await detailsOf(change(slug, { languages }))).toEqual([400, [detail]]);
  });
});

describe('translations of a waitlist', () => {
  it(`change only what is sent, and null clears${verifies('languages.translations')}`, async () => {
    const de = { headline: 'Räder, die fliegen', questions: { tools: { label: 'Welche Werkzeuge?' } } };
    const { slug, waitlist } = await create({ questions: [TOOLS], translations: { de } });
    expect(waitlist.translations).toEqual({ de });
    const send = async (translations: object) =>
      (await change(slug, { translations })).body.waitlist.translations;

    // Also of a language that the list does not have.
    expect(await send({ ja: { tagline: '飛ぶ' }, de: { tagline: 'Bald' } })).toEqual({
      de: { ...de, tagline: 'Bald' },
      ja: { tagline: '飛ぶ' },
    });
    expect(await send({ de: { questions: { tools: { options: ['F', 'S', 'P'] } } } })).toMatchObject({
      de: { questions: { tools: { label: 'Welche Werkzeuge?', options: ['F', 'S', 'P'] } } },
    });
    expect(await send({ de: { tagline: null, questions: { tools: { label: null } } } })).toEqual({
      de: { headline: 'Räder, die fliegen', questions: { tools: { options: ['F', 'S', 'P'] } } },
      ja: { tagline: '飛ぶ' },
    });
    expect(await send({ de: { questions: { tools: null } }, ja: null })).toEqual({
      de: { headline: 'Räder, die fliegen' },
    });
    expect(await send({})).toEqual({ de: { headline: 'Räder, die fliegen' } });
    expect(await send({ de: { headline: null } })).toEqual({});
  });

  it.each([
    [{ de: { headline: 'x'.repeat(81) } }, 'translations.de.headline: must be at most 80 characters'],
    [
      { de: { closedMessage: 'x'.repeat(201) } },
      'translations.de.closedMessage: must be at most 200 characters',
    ],
    [{ de: { hedline: 'x' } }, 'translations.de.hedline: is unknown: did you mean headline?'],
    [
      { tlh: { headline: 'x' } },
      'translations: may have en, de, fr, es, pt, it, nl, pl, ja, ar, and not tlh',
    ],
    [
      { de: { questions: { role: { label: 'x' } } } },
      'translations.de.questions.role: is the key of no question of this waitlist',
    ],
    [
      { de: { questions: { tools: { options: ['F', 'S'] } } } },
      'translations.de.questions.tools.options: must have 3 options, in the order of the original’s',
    ],
    [
      { de: { questions: { terms: { options: ['F', 'S'] } } } },
      'translations.de.questions.terms.options: must be left out: questions of type checkbox have none',
    ],
    [
      { de: { questions: { tools: { options: ['F', 'S', 'F '] } } } },
      'translations.de.questions.tools.options.2: must differ from the other options',
    ],
    [{ de: 'Räder' }, 'translations.de: must be an object'],
  ])(`have the limits of the originals: %j${verifies('languages.limits')}`, async (translations, detail) => {
    const { slug } = await create({ questions: [TOOLS, TERMS] });
    expect(await detailsOf(change(slug, { translations }))).toEqual([400, [detail]]);
    expect((await read(slug)).translations).toEqual({});
  });

  it(`are bounded together, and unchanged by a refusal${verifies('languages.limits')}`, async () => {
    const questions = Array.from({ length: 10 }, (_, index) => ({
      key: `q${index}`,
      label: `Question ${index}`,
      type: 'choice',
      options: Array.from({ length: 20 }, (_each, nth) => `Option ${nth}`),
    }));
    const { slug } = await create({ questions });
    const full = {
      questions: Object.fromEntries(
        questions.map(({ key }) => [
          key,
          { options: Array.from({ length: 20 }, (_, nth) => `${nth}${'語'.repeat(58)}`) },
        ]),
      ),
    };
    expect((await change(slug, { translations: { ja: full, ar: full } })).status).toBe(200);
    expect(await detailsOf(change(slug, { translations: { de: full } }))).toEqual([
      400,
      [
        'translations: must be at most 100 kB together: shorten some, or clear languages that you do not need with null',
      ],
    ]);
    expect(Object.keys((await read(slug)).translations)).toEqual(['ar', 'ja']);
    expect((await change(slug, { translations: { ar: null, de: full } })).status).toBe(200);
  });

  it(`lose what no longer fits when questions change${verifies('languages.questions-change')}`, async () => {
    const tools = { label: 'Werkzeuge?', options: ['Fi', 'Sk', 'Pe'] };
    const terms = { label: 'Ich stimme zu' };
    const { slug } = await create({
      questions: [TOOLS, TERMS],
      translations: { de: { questions: { tools, terms } } },
    });
    const ask = async (...questions: object[]) =>
      (await change(slug, { questions })).body.waitlist.translations.de;

    // Another order, or fewer: the words stay with their option.
    expect(await ask({ ...TOOLS, options: ['Pen', 'Figma'] }, TERMS)).toEqual({
      questions: { tools: { label: 'Werkzeuge?', options: ['Pe', 'Fi'] }, terms },
    });
    expect(await ask({ ...TOOLS, options: ['Pen', 'Brush'] }, TERMS)).toEqual({
      questions: { tools: { label: 'Werkzeuge?' }, terms },
    });
    expect(await ask(TERMS)).toEqual({ questions: { terms } });
    // Both at once: the translation is of the new questions.
    const { body } = await change(slug, {
      questions: [{ ...TOOLS, options: ['A', 'B'] }],
      translations: { de: { questions: { tools: { options: ['Ä', 'B'] } } } },
    });
    expect(body.waitlist.translations.de).toEqual({ questions: { tools: { options: ['Ä', 'B'] } } });
  });

  it('are kept by an update that sends neither them nor questions, and need the version that was read', async () => {
    const { slug } = await create({ translations: { fr: { tagline: 'Bientôt' } } });
    const { headers } = await session.api.get(`/api/v1/waitlists/${slug}`);
    await change(slug, { translations: { fr: { headline: 'Vélos' } } });
    const stale = await session.api.request('PATCH', `/api/v1/waitlists/${slug}`, {
      body: JSON.stringify({ translations: { fr: null } }),
      headers: { 'content-type': 'application/json', 'if-match': headers.get('etag') ?? '' },
    });
    expect(stale.status).toBe(412);
    expect((await change(slug, { name: 'Bikes' })).body.waitlist.translations).toEqual({
      fr: { tagline: 'Bientôt', headline: 'Vélos' },
    });
  });
});
