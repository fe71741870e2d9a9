import { describe, expect, it } from '@jest/globals';
import { shareSession } from '../../support/session.ts';
import { verifies } from '../../support/verifies.ts';

const QUESTIONS = [
  { key: 'role', label: 'Role', type: 'choice', options: ['Founder', 'Developer', 'Other'] },
  { key: 'tools', label: 'Tools', type: 'choices', options: ['React', 'Vue'], ask: 'form' },
  { key: 'terms', label: 'I agree', type: 'checkbox' },
  { key: 'tag', label: 'Tag', type: 'choice', options: ['a', 'b'], ask: 'never' },
  { key: 'note', label: 'Note', type: 'text' },
];

describe('sources and answers in get_statistics', () => {
  const session = shareSession();
  const statisticsOf = async (slug: string) =>
    (await session.api.get(`/api/v1/waitlists/${slug}/statistics`)).body;

  it(`are named by what is known${verifies('statistics.sources')}`, async () => {
    await session.api.post('/api/v1/waitlists', { name: 'Sources', slug: 'sources' });
    expect((await statisticsOf('sources')).sources).toEqual([]);
    const { body } = await session.join('sources', {
      email: 'a@example.com',
      source: { utmSource: 'Twitter', referrerHost: 't.co' },
    });
    const sources = [
      { utmSource: 'TWITTER' },
      { utmMedium: 'email', utmCampaign: 'spring', referrerHost: 'news.example' },
      { utmMedium: 'email' },
      undefined,
    ];
    for (const [index, source] of sources.entries())
      for (const referralCode of [undefined, body.referralCode])
        await session.join('sources', {
          email: `p${index}${referralCode}@example.com`,
          source,
          referralCode,
        });
    expect((await statisticsOf('sources')).sources).toEqual([
      { source: 'twitter', signups: 3, accepted: 0 },
      { source: 'direct', signups: 2, accepted: 0 },
      { source: 'friend', signups: 2, accepted: 0 },
      { source: 'news.example', signups: 2, accepted: 0 },
    ]);
  });

  it(`are the 50 largest sources, and the rest${verifies('statistics.sources')}`, async () => {
    await session.api.post('/api/v1/waitlists', { name: 'Many', slug: 'many-sources' });
    await Promise.all(
      Array.from({ length: 55 }, (_, index) => `s${String(index).padStart(2, '0')}`).flatMap(utmSource =>
        (utmSource < 's05' ? [0, 1] : [0]).map(nth =>
          session.join('many-sources', { email: `${utmSource}-${nth}@example.com`, source: { utmSource } }),
        ),
      ),
    );
    const { sources } = await statisticsOf('many-sources');
    expect(sources).toHaveLength(51);
    expect(sources[0]).toEqual({ source: 's00', signups: 2, accepted: 0 });
    expect(sources[49]).toEqual({ source: 's49', signups: 1, accepted: 0 });
    expect(sources[50]).toEqual({ source: 'other', signups: 5, accepted: 0 });
  });

  it(`are answers by option, but for texts and what was removed${verifies('statistics.answers')}`, async () => {
    await session.api.post('/api/v1/waitlists', { name: 'Answers', slug: 'counted', questions: QUESTIONS });
    const people = [
      { role: 'Founder', tools: ['React', 'Vue'], terms: true, note: 'x' },
      { role: 'Other', tools: ['Vue'], terms: false },
      {},
    ];
    for (const [index, answers] of people.entries())
      await session.join('counted', { email: `p${index}@example.com`, answers });
    expect((await statisticsOf('counted')).answers).toEqual({
      role: { Founder: 1, Developer: 0, Other: 1 },
      tools: { React: 1, Vue: 2 },
      terms: { true: 1, false: 1 },
      tag: { a: 0, b: 0 },
    });
    const questions = [{ ...QUESTIONS[0], options: ['Founder', 'Pilot'] }];
    await session.api.patch('/api/v1/waitlists/counted', { questions });
    expect((await statisticsOf('counted')).answers).toEqual({ role: { Founder: 1, Pilot: 0 } });
  });
});
