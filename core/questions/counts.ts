import type { Question } from './question.ts';

/** How many people came from a source. */
export interface SourceCount {
  readonly source: string;
  readonly signups: number;
  readonly accepted: number;
}

/** How often the page was opened by people from a source. */
export interface SourceVisits {
  readonly source: string;
  readonly visits: number;
}

/** How many people gave an answer. */
export interface AnswerCount {
  readonly key: string;
  readonly value: string;
  readonly signups: number;
}

const SHOWN = 50;
/** All sources that are not named. */
export const OTHER = 'other';

/** The largest sources, and all others together. */
export function largestSources(counted: readonly SourceCount[]): SourceCount[] {
  const ranked = counted
    .filter(({ source }) => source !== OTHER)
    .sort((a, b) => b.signups - a.signups || (a.source < b.source ? -1 : 1));
  const rest = [...ranked.splice(SHOWN), ...counted.filter(({ source }) => source === OTHER)];
  const sum = (what: 'signups' | 'accepted') => rest.reduce((total, source) => total + source[what], 0);
  return rest.length === 0
    ? ranked
    : [...ranked, { source: OTHER, signups: sum('signups'), accepted: sum('accepted') }];
}

/**
 * {@link largestSources} with their visits, and after them the 50 that brought the most visits and nobody who joined. The visits
 * of all others are together.
 */
export function sourcesWithVisits(
  counted: readonly SourceCount[],
  visited: readonly SourceVisits[],
): (SourceCount & SourceVisits)[] {
  const visitsOf = new Map(visited.map(({ source, visits }) => [source, visits]));
  const joined = new Set(counted.map(({ source }) => source));
  const largest = largestSources(counted);
  const named = largest.filter(({ source }) => source !== OTHER);
  const inVain = visited
    .filter(({ source }) => source !== OTHER && !joined.has(source))
    .sort((a, b) => b.visits - a.visits || (a.source < b.source ? -1 : 1))
    .slice(0, SHOWN);
  const shown = [
    ...named.map(each => ({ ...each, visits: visitsOf.get(each.source) ?? 0 })),
    ...inVain.map(each => ({ ...each, signups: 0, accepted: 0 })),
  ];
  const sum = (all: readonly SourceVisits[]) => all.reduce((total, { visits }) => total + visits, 0);
  const others = largest.find(({ source }) => source === OTHER) ?? { source: OTHER, signups: 0, accepted: 0 };
  const visits = sum(visited) - sum(shown);
  return others.signups + visits === 0 ? shown : [...shown, { ...others, visits }];
}

/** The counts of every answer that can be given now: `{key: {value: count}}`. Texts are not counted. */
export function countAnswers(
  questions: readonly Question[],
  counted: readonly AnswerCount[],
): Record<string, Record<string, number>> {
  const countable = questions.filter(({ type }) => type !== 'text');
  return Object.fromEntries(
    countable.map(({ key, options = ['true', 'false'] }) => [
      key,
      Object.fromEntries(
        options.map(option => [
          option,
          counted.find(({ key: of, value }) => of === key && value === option)?.signups ?? 0,
        ]),
      ),
    ]),
  );
}
