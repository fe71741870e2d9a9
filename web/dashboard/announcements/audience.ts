import type { Waitlist } from '../api/queries.ts';
import { count } from '../components/format.ts';
import { STATUS_NAMES } from '../signups/status.tsx';
import { nameAnswer, nameLanguage, nameSource } from '../waitlists/facet-names.ts';
import type { Audience } from './queries.ts';

export type Question = Waitlist['questions'][number];

/** A condition of an audience: one of {@link CONDITIONS}, or `answers.key`. */
export type ConditionId = string;

export const CONDITIONS: Readonly<Record<ConditionId, string>> = {
  status: 'Status',
  joined: 'Joined',
  source: 'Source',
  referrals: 'Referrals',
  language: 'Language',
};

const ANSWERS = 'answers.';

/** The key of the question that a condition is about. */
export const keyOf = (id: ConditionId): string | null =>
  id.startsWith(ANSWERS) ? id.slice(ANSWERS.length) : null;

/** Questions whose answers are counted; texts are all different. */
export const choosable = (questions: readonly Question[]): readonly Question[] =>
  questions.filter(({ type }) => type !== 'text');

/** Every condition that one can add. */
export const offeredConditions = (questions: readonly Question[]): readonly ConditionId[] => [
  ...Object.keys(CONDITIONS),
  ...choosable(questions).map(({ key }) => ANSWERS + key),
];

/** The name of a condition: a question's label, or its key once it was removed. */
export function conditionName(id: ConditionId, questions: readonly Question[]): string {
  const key = keyOf(id);
  if (key === null) return CONDITIONS[id] ?? id;
  return questions.find(question => question.key === key)?.label ?? key;
}

/** The conditions of an audience. */
export function conditionsOf({ answers = {}, ...audience }: Audience): ConditionId[] {
  const isSet: Readonly<Record<ConditionId, boolean>> = {
    status: audience.status !== undefined,
    joined: audience.joinedAfter !== undefined || audience.joinedBefore !== undefined,
    source: audience.source !== undefined,
    referrals: audience.minReferrals !== undefined,
    language: audience.language !== undefined,
  };
  return [
    ...Object.keys(CONDITIONS).filter(id => isSet[id]),
    ...Object.keys(answers).map(key => ANSWERS + key),
  ];
}

/** The audience with changes. Members that are undefined are left out, so that equal audiences look the same. */
export const changeAudience = (audience: Audience, changes: Partial<Audience>): Audience =>
  Object.fromEntries(
    Object.entries({ ...audience, ...changes }).filter(([, value]) => value !== undefined),
  ) as Audience;

/** The audience with another answer; undefined removes it. */
export function changeAnswer(audience: Audience, key: string, answer: string | undefined): Audience {
  const answers = Object.entries({ ...audience.answers, [key]: answer }).filter(
    (each): each is [string, string | boolean] => each[1] !== undefined,
  );
  return changeAudience(audience, {
    answers: answers.length > 0 ? Object.fromEntries(answers) : undefined,
  });
}

export function withoutCondition(audience: Audience, id: ConditionId): Audience {
  const key = keyOf(id);
  if (key !== null) return changeAnswer(audience, key, undefined);
  if (id === 'joined') return changeAudience(audience, { joinedAfter: undefined, joinedBefore: undefined });
  return changeAudience(audience, { [id === 'referrals' ? 'minReferrals' : id]: undefined });
}

const FIRST: Readonly<Record<ConditionId, Partial<Audience>>> = {
  status: { status: 'waiting' },
  // The days are chosen next.
  joined: {},
  source: { source: 'direct' },
  referrals: { minReferrals: 1 },
  language: { language: 'en' },
};

/** The audience with a condition that was just added. */
export function withCondition(audience: Audience, id: ConditionId, questions: readonly Question[]): Audience {
  const question = questions.find(({ key }) => key === keyOf(id));
  if (question) return changeAnswer(audience, question.key, question.options?.[0] ?? 'true');
  return changeAudience(audience, FIRST[id] ?? {});
}

/** A day as date fields have it, in this browser's time zone. */
export function toDay(iso: string | undefined): string {
  if (iso === undefined) return '';
  const time = new Date(iso);
  const parts = [time.getFullYear(), time.getMonth() + 1, time.getDate()];
  return parts.map((part, nth) => String(part).padStart(nth === 0 ? 4 : 2, '0')).join('-');
}

/** When a day starts or ends; undefined for none. */
export const startOfDay = (day: string): string | undefined =>
  day === '' ? undefined : new Date(`${day}T00:00:00`).toISOString();
export const endOfDay = (day: string): string | undefined =>
  day === '' ? undefined : new Date(`${day}T23:59:59.999`).toISOString();

const days = new Intl.DateTimeFormat('en', { dateStyle: 'medium' });

function describeDays({ joinedAfter, joinedBefore }: Audience): string {
  const [since, until] = [joinedAfter, joinedBefore].map(iso => iso && days.format(new Date(iso)));
  if (since && until) return `joined ${since} to ${until}`;
  return since ? `joined since ${since}` : `joined until ${until}`;
}

/** An audience in words: "Waiting, at least 3 referrals". */
export function describeAudience(audience: Audience, questions: readonly Question[]): string {
  const { status, source = '', language = '', minReferrals = 0, answers = {} } = audience;
  const words = conditionsOf(audience).map(id => {
    const key = keyOf(id);
    if (key !== null) {
      const value = String(answers[key] ?? '');
      const question = questions.find(each => each.key === key);
      return `${conditionName(id, questions)}: ${question ? nameAnswer(question, value) : value}`;
    }
    if (id === 'status' && status) return STATUS_NAMES[status].toLowerCase();
    if (id === 'source') return `from ${nameSource(source)}`;
    if (id === 'language') return nameLanguage(language);
    if (id === 'referrals') return `at least ${count(minReferrals, 'referral')}`;
    return describeDays(audience);
  });
  if (words.length === 0) return 'Everybody';
  const text = words.join(', ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
