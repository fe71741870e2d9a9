import type { EmbedTexts } from '../../core/pages/embed-settings.ts';
import type { Question } from '../../core/questions/question.ts';
import { create } from './create.ts';

const field = (name: string, type: string, more: Readonly<Record<string, string>> = {}) =>
  create('input', { part: 'input', name, type, dir: 'auto', ...more });

/** A question's fields, named as in any form. If the answer is wrong, the first one gets the focus. */
function createQuestion(question: Question, texts: EmbedTexts['fields']): HTMLElement {
  const { key, label, type, options = [], required } = question;
  const name = `answers[${key}]`;
  const words = [create('span', { dir: 'auto' }, label), required ? '' : ` ${texts.optional}`];
  const attributes = { class: 'question', 'data-key': key };
  if (type === 'checkbox')
    return create(
      'label',
      { ...attributes, class: 'question tick' },
      field(name, type, { value: 'true' }),
      create('span', { dir: 'auto' }, label),
    );
  if (type === 'text')
    return create('label', attributes, create('b', {}, ...words), field(name, type, { maxlength: '500' }));
  if (type === 'choice' && options.length > 6)
    return create(
      'label',
      attributes,
      create('b', {}, ...words),
      create(
        'select',
        { part: 'input', name },
        create('option', { value: '' }, texts.choose),
        ...options.map(option => create('option', {}, option)),
      ),
    );
  const pills = options.map(option =>
    create(
      'label',
      { class: 'pill' },
      field(name, type === 'choice' ? 'radio' : 'checkbox', { value: option }),
      create('span', { dir: 'auto' }, option),
    ),
  );
  return create(
    'fieldset',
    attributes,
    create('legend', {}, ...words),
    create('div', { class: 'row' }, ...pills),
  );
}

export const createQuestions = (questions: readonly Question[], { fields }: EmbedTexts): HTMLElement[] =>
  questions.map(question => createQuestion(question, fields));

/** Marks the questions whose answers are wrong. @returns what is wrong with the first, and where the focus belongs */
export function markQuestions(
  form: HTMLFormElement,
  details: readonly { readonly path: string; readonly message: string }[],
): { readonly message: string; readonly field: HTMLElement } | null {
  let first: { message: string; field: HTMLElement } | null = null;
  for (const question of form.querySelectorAll<HTMLElement>('.question')) {
    const wrong = details.find(({ path }) => path === `answers.${question.dataset.key}`);
    for (const input of question.querySelectorAll('input, select')) {
      if (wrong) input.setAttribute('aria-invalid', 'true');
      else input.removeAttribute('aria-invalid');
    }
    const field = question.querySelector<HTMLElement>('input, select');
    if (wrong && field) first ??= { message: wrong.message, field };
  }
  return first;
}
