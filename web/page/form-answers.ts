import type { Question } from '../../core/questions/question.ts';
import type { SentAnswers } from './messages.ts';

/** The answers in the fields `answers[key]` of a form, as a signup sends them; undefined if it has no questions. */
export function readFields(form: HTMLFormElement, questions: readonly Question[]): SentAnswers | undefined {
  const fields = new FormData(form);
  const asked = questions.filter(({ key }) => form.elements.namedItem(`answers[${key}]`));
  const answers = asked.map(({ key, type }) => {
    const values = fields.getAll(`answers[${key}]`).filter(value => value !== '');
    if (type === 'choices') return [key, values];
    return [key, type === 'checkbox' ? values.at(-1) === 'true' : (values.at(-1) ?? '')];
  });
  return answers.length === 0 ? undefined : Object.fromEntries(answers);
}
