import type { Answer, Answers } from '../questions/answers.ts';
import type { EntryChange } from '../questions/metadata.ts';
import type { Question } from '../questions/question.ts';

/** What our database knows of a person's answers. */
export interface StoredAnswers {
  readonly questions: readonly Question[];
  /** All answers; null if the account's own database has them. */
  readonly answers: Answers | null;
  /** Those that are counted, in any order. */
  readonly facets: readonly { readonly key: string; readonly value: string }[];
  /** A change that the account's database does not have yet. */
  readonly change: EntryChange | null;
}

function toAnswer({ type, options = [] }: Question, values: readonly string[]): Answer | undefined {
  if (type === 'choices') return options.filter(option => values.includes(option));
  return type === 'checkbox' ? values.includes('true') : values[0];
}

/** A person's answers. If the account's own database has them, text answers are missing. */
export function knownAnswers({ questions, answers, facets, change }: StoredAnswers): Answers {
  if (answers !== null) return answers;
  const counted = questions.flatMap(question => {
    const values = facets.filter(({ key }) => key === question.key).map(({ value }) => value);
    const answer = values.length === 0 ? undefined : toAnswer(question, values);
    return answer === undefined ? [] : [[question.key, answer] as const];
  });
  const given = Object.entries(change?.answers ?? {}).flatMap(([key, answer]) =>
    answer === null ? [] : [[key, answer] as const],
  );
  return Object.fromEntries([...counted, ...given]);
}
