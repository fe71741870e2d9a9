import { describe, expect, it } from '@jest/globals';
import { type Page, type PageQuery, pageProblems } from '../../soak/list-reads.ts';

const entry = (position: number, second: number, status = 'waiting'): Page['entries'][number] => ({
  id: `id-${position}`,
  position,
  status,
  createdAt: `2027-01-01T00:00:0${second}.000Z`,
});

const query: PageQuery = { sort: 'position', status: 'waiting', limit: 3, offset: 0 };
const page: Page = { entries: [entry(1, 2), entry(3, 1), entry(4, 3)], total: 5 };
const newest: Page = { ...page, entries: [entry(4, 3), entry(1, 2), entry(3, 2)] };

it('finds nothing wrong with a page that is as asked for', () => {
  expect(pageProblems(query, page, true)).toEqual([]);
  expect(pageProblems({ ...query, sort: 'joined', status: null }, newest, true)).toEqual([]);
  expect(pageProblems({ ...query, offset: 4 }, { ...page, entries: [entry(9, 1)] }, true)).toEqual([]);
  expect(pageProblems({ ...query, offset: 7 }, { entries: [], total: 5 }, true)).toEqual([]);
});

describe('a wrong page', () => {
  const cases: readonly (readonly [string, PageQuery, Page, boolean])[] = [
    ['is not in order', query, { ...page, entries: page.entries.toReversed() }, true],
    ['is not in order', { ...query, sort: 'joined' }, page, true],
    ['is not in order', query, { ...page, entries: [entry(1, 1), entry(3, 1), entry(3, 1)] }, true],
    [
      'repeats someone',
      { ...query, sort: 'joined' },
      { entries: [entry(1, 1), entry(1, 1)], total: 2 },
      true,
    ],
    ['has another status', query, { entries: [entry(1, 1, 'invited')], total: 1 }, true],
    ['has 3 people instead of 2', query, { ...page, total: 2 }, false],
    ['has 2 people instead of 3', query, { ...page, entries: page.entries.slice(1) }, true],
  ];

  it.each(cases)('%s', (problem, asked, answered, isWhole) => {
    expect(pageProblems(asked, answered, isWhole)).toContain(problem);
  });

  it('may be short where people are read from a database of a customer', () => {
    expect(pageProblems(query, { ...page, entries: page.entries.slice(1) }, false)).toEqual([]);
  });
});
