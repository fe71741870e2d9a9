import { hasOptions, type Question } from '../../../core/questions/question.ts';
import type { Waitlist } from '../api/queries.ts';

/** A question while it is edited. */
export interface QuestionDraft extends Omit<Question, 'options'> {
  /** For the list on the screen: the key of a new question follows its label. */
  readonly id: string;
  /** Stored before, so that its key stays. */
  readonly isStored: boolean;
  /** One a line, blank lines too. Kept while the type has none. */
  readonly options: readonly string[];
}

export const toDrafts = ({ questions }: Pick<Waitlist, 'questions'>): readonly QuestionDraft[] =>
  questions.map(({ options = [], ...question }) => ({
    ...question,
    id: question.key,
    isStored: true,
    options,
  }));

/** As it is sent: without blank options, and required only where it can be. */
export function toQuestion({ id: _, isStored: __, options, ...draft }: QuestionDraft): Question {
  return {
    ...draft,
    label: draft.label.trim(),
    ...(hasOptions(draft) && { options: options.map(each => each.trim()).filter(each => each !== '') }),
    required: draft.required && draft.ask === 'form',
  };
}

const KEY_MAX = 40;

/** A key that says what the label says, and that no other question has. */
export function keyFor(label: string, taken: readonly string[]): string {
  const words = label
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{Mark}/gu, '')
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[^a-z]+/, '')
    .slice(0, KEY_MAX)
    .replace(/_+$/, '');
  const key = words === '' ? 'question' : words;
  for (let number = 1; ; number++) {
    const suffix = number === 1 ? '' : `_${number}`;
    const candidate = key.slice(0, KEY_MAX - suffix.length) + suffix;
    if (!taken.includes(candidate)) return candidate;
  }
}

/** A new question, asked after joining: each field of the form makes some people leave. */
export const newQuestion = (taken: readonly string[]): QuestionDraft => ({
  id: crypto.randomUUID(),
  isStored: false,
  key: keyFor('', taken),
  label: '',
  type: 'choice',
  options: ['', ''],
  required: false,
  ask: 'after',
});
