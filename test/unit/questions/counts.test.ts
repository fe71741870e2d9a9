import { describe, expect, it } from '@jest/globals';
import { sourcesWithVisits } from '../../../core/questions/counts.ts';
import { verifies } from '../../support/verifies.ts';

describe(`sources with their visits${verifies('dashboard.sources')}`, () => {
  it('are those of people, then those that nobody joined from', () => {
    expect(
      sourcesWithVisits(
        [
          { source: 'direct', signups: 3, accepted: 1 },
          { source: 'other', signups: 2, accepted: 1 },
          { source: 'x', signups: 5, accepted: 0 },
        ],
        [
          { source: 'a', visits: 4 },
          { source: 'direct', visits: 30 },
          { source: 'b', visits: 400 },
          { source: 'other', visits: 7 },
        ],
      ),
    ).toEqual([
      { source: 'x', signups: 5, accepted: 0, visits: 0 },
      { source: 'direct', signups: 3, accepted: 1, visits: 30 },
      { source: 'b', signups: 0, accepted: 0, visits: 400 },
      { source: 'a', signups: 0, accepted: 0, visits: 4 },
      { source: 'other', signups: 2, accepted: 1, visits: 7 },
    ]);
    expect(sourcesWithVisits([], [])).toEqual([]);
    expect(sourcesWithVisits([], [{ source: 'other', visits: 1 }])).toEqual([
      { source: 'other', signups: 0, accepted: 0, visits: 1 },
    ]);
  });

  it('are 50 of each at most, and the rest together', () => {
    const all = Array.from({ length: 60 }, (_, nth) => nth + 1);
    const sources = sourcesWithVisits(
      all.map(nth => ({ source: `joined-${nth}`, signups: nth, accepted: 1 })),
      all.flatMap(nth => [
        { source: `joined-${nth}`, visits: 100 },
        { source: `in-vain-${nth}`, visits: nth },
      ]),
    );
    expect(sources).toHaveLength(101);
    expect(sources[0]).toEqual({ source: 'joined-60', signups: 60, accepted: 1, visits: 100 });
    expect(sources[49]).toMatchObject({ source: 'joined-11' });
    expect(sources[50]).toEqual({ source: 'in-vain-60', signups: 0, accepted: 0, visits: 60 });
    expect(sources[99]).toMatchObject({ source: 'in-vain-11' });
    // 1 to 10 of both.
    expect(sources[100]).toEqual({ source: 'other', signups: 55, accepted: 10, visits: 1055 });
  });
});
