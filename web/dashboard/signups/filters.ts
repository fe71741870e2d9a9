import type { EntriesInput } from '../api/queries.ts';
import { formatNumber } from '../components/format.ts';
import { nameAnswer, nameLanguage, nameSource } from '../waitlists/facet-names.ts';
import type { Question } from './answer-columns.tsx';
import { midnightOf, type SignupsFilter } from './signups-place.ts';

const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium' });

/** A filter that is on. */
export interface ActiveFilter {
  readonly name: string;
  /** What is filtered by, and what for: "Source", "twitter". */
  readonly label: string;
  readonly value: string;
  /** Turns it off. */
  readonly off: SignupsFilter;
}

/** The names of the members that are on. */
export const namesOn = (filter: SignupsFilter): string[] =>
  Object.entries(filter).flatMap(([name, value]) => (value === undefined ? [] : [name]));

/** Without answers to questions that are not asked any more: the service refuses them. */
export function withoutUnasked<Filter extends SignupsFilter>(
  { answers, ...filter }: Filter,
  questions: readonly Question[],
): Omit<Filter, 'answers'> & SignupsFilter {
  const asked = Object.entries(answers ?? {}).filter(([key]) => questions.some(each => each.key === key));
  return { ...filter, ...(asked.length > 0 && { answers: Object.fromEntries(asked) }) };
}

/** The answers with one changed; undefined removes it. */
export const withAnswer = (
  answers: SignupsFilter['answers'],
  key: string,
  answer?: string,
): SignupsFilter => ({
  answers: Object.fromEntries(
    Object.entries({ ...answers, [key]: answer }).filter((each): each is [string, string] => !!each[1]),
  ),
});

/** "since Nov 1, 2026". */
function describeDays(since: Date | undefined, until: Date | undefined): string {
  if (since && until) return day.formatRange(since, until);
  return since ? `since ${day.format(since)}` : `until ${day.format(until)}`;
}

/** The filters that are on, apart from search and status, which have their own controls. */
export function activeFilters(filter: SignupsFilter, questions: readonly Question[]): ActiveFilter[] {
  const { since, until, source, language, minReferrals, answers = {} } = filter;
  const active: (ActiveFilter | false)[] = [
    (since !== undefined || until !== undefined) && {
      name: 'joined',
      label: 'Joined',
      value: describeDays(midnightOf(since), midnightOf(until)),
      off: { since: undefined, until: undefined },
    },
    source !== undefined && {
      name: 'source',
      label: 'Source',
      value: nameSource(source),
      off: { source: undefined },
    },
    minReferrals !== undefined && {
      name: 'referrals',
      label: 'Referrals',
      value: `at least ${formatNumber(minReferrals)}`,
      off: { minReferrals: undefined },
    },
    language !== undefined && {
      name: 'language',
      label: 'Language',
      value: nameLanguage(language),
      off: { language: undefined },
    },
    ...questions.map(question => {
      const answer = Object.hasOwn(answers, question.key) && answers[question.key];
      return (
        !!answer && {
          name: `answers.${question.key}`,
          label: question.label,
          value: nameAnswer(question, answer),
          off: withAnswer(answers, question.key),
        }
      );
    }),
  ];
  return active.filter(each => each !== false);
}

/** What turns all of them off. */
export const NO_FILTERS: SignupsFilter = {
  since: undefined,
  until: undefined,
  source: undefined,
  language: undefined,
  minReferrals: undefined,
  answers: undefined,
};

/** As the service takes it. Both days are included. */
export function toListInput({ since, until, ...filter }: SignupsFilter): EntriesInput {
  const end = midnightOf(until, 1);
  return {
    ...filter,
    joinedAfter: midnightOf(since)?.toISOString(),
    joinedBefore: end && new Date(end.getTime() - 1).toISOString(),
  };
}
