import { beforeAll, describe, expect, it } from '@jest/globals';
import { shareSession } from '../../support/session.ts';
import { verifies } from '../../support/verifies.ts';

const QUESTIONS = [
  { key: 'team', label: 'Your team', type: 'choice', options: ['Small team', 'Large team'] },
  { key: 'tools', label: 'Tools', type: 'choices', options: ['A', 'B', 'C'] },
  { key: 'terms', label: 'I agree', type: 'checkbox' },
  { key: 'tag', label: 'Tag', type: 'text', ask: 'never' },
];

describe('GET /api/v1/waitlists/{id}/entries by source and answer', () => {
  const session = shareSession();
  const LIST = '/api/v1/waitlists/facets';

  const names = async (query: string): Promise<string[]> => {
    const { status, body } = await session.api.get(`${LIST}/entries?sort=position&${query}`);
    expect([status, body.total]).toEqual([200, body.entries?.length]);
    return body.entries.map(({ email }: { email: string }) => email.split('@')[0]);
  };

  beforeAll(async () => {
    await session.api.post('/api/v1/waitlists', { name: 'Facets', slug: 'facets', questions: QUESTIONS });
    const { referralCode } = (await session.join('facets', { email: 'ada@example.com' })).body;
    const people = [
      { email: 'bob@example.com', referralCode },
      {
        email: 'cid@example.com',
        source: { utmSource: 'X' },
        answers: { team: 'Small team', tools: ['A', 'C'] },
      },
      {
        email: 'dee@example.com',
        source: { referrerHost: 't.co' },
        answers: { tools: ['B', 'C'], terms: true },
      },
      { email: 'eve@example.com', source: { utmSource: 'x' }, answers: { tag: ' VIP ', terms: false } },
    ];
    await session.api.post(`${LIST}/entries`, { people });
    await session.sql(`UPDATE entries SET language = 'de' WHERE seq IN (2, 3)`);
  });

  it(`finds a source as the statistics name it${verifies('people.by-source')}`, async () => {
    const { sources } = (await session.api.get(`${LIST}/statistics`)).body;
    for (const { source, signups } of sources as { source: string; signups: number }[])
      expect([source, (await names(`source=${source}`)).length]).toEqual([source, signups]);
    expect(await names('source=x')).toEqual(['cid', 'eve']);
    expect(await names('source=friend')).toEqual(['bob']);
    expect(await names('source=direct')).toEqual(['ada']);
    expect(await names('source=other')).toEqual([]);
  });

  it(`finds an answer, one of several, a checkbox, or a text${verifies('people.by-answer')}`, async () => {
    expect(await names('answers[team]=Small+team')).toEqual(['cid']);
    expect(await names('answers[tools]=C')).toEqual(['cid', 'dee']);
    expect(await names('answers%5Btools%5D=C&answers[terms]=true')).toEqual(['dee']);
    expect(await names('answers[terms]=false')).toEqual(['eve']);
    expect(await names('answers[tag]=VIP')).toEqual(['eve']);
    expect(await names('answers[tag]=vip')).toEqual([]);
    expect(await names('answers[team]=Unheard')).toEqual([]);
  });

  it(`finds a language, and combines them all${verifies('people.by-language', 'people.filters')}`, async () => {
    expect(await names('language=de')).toEqual(['bob', 'cid']);
    expect(await names('language=de&source=x&answers[tools]=A&q=CID&status=waiting')).toEqual(['cid']);
    expect(await names('language=de&source=x&answers[tools]=B')).toEqual([]);
  });

  it(`finds every name of a source, and refuses an empty filter${verifies('people.by-source', 'people.by-language')}`, async () => {
    await session.api.post('/api/v1/waitlists', { name: 'Long', slug: 'long-sources' });
    const path = '/api/v1/waitlists/long-sources';
    const people = [{ email: 'a@example.com', source: { utmSource: 'İ'.repeat(100) } }];
    await session.api.post(`${path}/entries`, { people });
    const [{ source }] = (await session.api.get(`${path}/statistics`)).body.sources;
    const found = await session.api.get(`${path}/entries?source=${encodeURIComponent(source)}`);
    expect([found.status, found.body.total]).toEqual([200, 1]);
    for (const filter of ['source', 'language']) {
      const { status, body } = await session.api.get(`${path}/entries?${filter}=`);
      expect([status, body.details]).toEqual([400, [{ path: filter, message: 'must not be empty' }]]);
    }
  });

  it(`names those beyond the 50 largest sources other${verifies('people.by-source')}`, async () => {
    await session.api.post('/api/v1/waitlists', { name: 'Sources', slug: 'many-sources' });
    const people = Array.from({ length: 110 }, (_, n) => ({
      email: `p${n}@example.com`,
      source: { utmSource: `s${n % 55}` },
    }));
    await session.api.post('/api/v1/waitlists/many-sources/entries', { people });
    const { sources } = (await session.api.get('/api/v1/waitlists/many-sources/statistics')).body;
    const other = sources.find(({ source }: { source: string }) => source === 'other');
    const { body } = await session.api.get('/api/v1/waitlists/many-sources/entries?source=other');
    expect([body.total, other.signups]).toEqual([10, 10]);
  });

  it.each([
    ['answers[size]=Large', 'answers.size'],
    ['answers=Large', 'answers'],
    ['sauce[x]=1', 'sauce[x]'],
  ])(`names what is wrong with %s${verifies('people.by-answer')}`, async (query, path) => {
    const { status, body } = await session.api.get(`${LIST}/entries?${query}`);
    expect([status, body.details?.[0].path]).toEqual([400, path]);
  });
});
