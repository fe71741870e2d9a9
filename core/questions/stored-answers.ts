import type { Answer, AnswerChange, Answers } from './answers.ts';
import type { Question } from './question.ts';
import { type Source, sourceName } from './source.ts';

/** A checkbox that was ticked: what it said, and when. */
export interface Consent {
  readonly label: string;
  /** RFC 3339 in UTC. */
  readonly at: string;
}

/** By the key of the question. */
export type Consents = Readonly<Record<string, Consent>>;

/** A property that people are counted and filtered by: a source, a language, or one option of a question. */
export interface Facet {
  readonly kind: 'source' | 'language' | 'answer';
  /** The key of the question; empty for the other kinds. */
  readonly key: string;
  readonly value: string;
}

/** A change of answers as it is stored. */
export interface AnswerWrite extends AnswerChange {
  /** Of the ticked checkboxes among the given answers. */
  readonly consents: Consents;
  /** Of the given answers. */
  readonly facets: readonly Facet[];
}

const values = (answer: Answer): readonly string[] =>
  typeof answer === 'boolean' ? [String(answer)] : typeof answer === 'string' ? [answer] : answer;

/** The facets of answers to these questions. Texts have none. */
export const answerFacets = (questions: readonly Question[], answers: Answers): Facet[] =>
  questions.flatMap(({ key, type }) => {
    const answer = Object.hasOwn(answers, key) ? answers[key] : undefined;
    if (type === 'text' || answer === undefined) return [];
    return values(answer).map(value => ({ kind: 'answer' as const, key, value }));
  });

export function sourceFacets(source: Source | null): Facet[] {
  const value = sourceName(source);
  return value === null ? [] : [{ kind: 'source', key: '', value }];
}

/** What to store for a change that was checked against these questions. */
export function toAnswerWrite(
  questions: readonly Question[],
  { given, cleared }: AnswerChange,
  now = new Date(),
): AnswerWrite {
  const ticked = questions.filter(({ key, type }) => type === 'checkbox' && given[key] === true);
  return {
    given,
    cleared,
    consents: Object.fromEntries(ticked.map(({ key, label }) => [key, { label, at: now.toISOString() }])),
    facets: answerFacets(questions, given),
  };
}
