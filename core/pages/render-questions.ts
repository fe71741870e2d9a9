import type { Language } from '../languages/language.ts';
import { type Texts, textsOf } from '../languages/texts.ts';
import { escapeHtml } from '../markup/escape.ts';
import type { Answers } from '../questions/answers.ts';
import type { Question } from '../questions/question.ts';

/** A choice with more options is a drop-down list. */
const MOST_PILLS = 6;

/** The state of the fields. */
export interface FilledQuestions {
  /** Of each key, as its fields hold them. */
  readonly values: Readonly<Record<string, readonly string[]>>;
  /** By key. */
  readonly errors: Readonly<Record<string, string>>;
}

const UNFILLED: FilledQuestions = { values: {}, errors: {} };

/** Answers as the fields of a form hold them. */
export const fieldValues = (answers: Answers): FilledQuestions['values'] =>
  Object.fromEntries(
    Object.entries(answers).map(([key, answer]) => [key, Array.isArray(answer) ? answer : [String(answer)]]),
  );

/** The fields of questions, for a form that works without JavaScript. */
export function renderQuestions(
  questions: readonly Question[],
  language: Language,
  filled = UNFILLED,
): string {
  const { signupPage } = textsOf(language);
  return questions.map(question => renderQuestion(question, signupPage, filled)).join('\n');
}

function renderQuestion(
  question: Question,
  texts: Texts['signupPage'],
  { values, errors }: FilledQuestions,
): string {
  const { key, type } = question;
  const field = {
    question,
    texts,
    name: `answers[${key}]`,
    id: `question-${key}`,
    values: (Object.hasOwn(values, key) ? values[key] : undefined) ?? [],
    error: (Object.hasOwn(errors, key) ? errors[key] : undefined) ?? '',
  };
  switch (type) {
    case 'text':
      return renderText(field);
    case 'checkbox':
      return renderCheckbox(field);
    default:
      return type === 'choice' && (question.options?.length ?? 0) > MOST_PILLS
        ? renderSelect(field)
        : renderPills(field);
  }
}

interface Field {
  readonly question: Question;
  readonly texts: Texts['signupPage'];
  readonly name: string;
  readonly id: string;
  readonly values: readonly string[];
  readonly error: string;
}

const hint = ({ question: { required }, texts }: Field): string =>
  required ? '' : ` <span class="optional">${escapeHtml(texts.optional)}</span>`;

const label = (field: Field): string =>
  `<span dir="auto">${escapeHtml(field.question.label)}</span>${hint(field)}`;

const state = ({ id, error, question: { required } }: Field): string =>
  `${required ? ' required' : ''} aria-describedby="${id}-error"${error === '' ? '' : ' aria-invalid="true"'}`;

const errorOf = ({ id, error }: Field): string =>
  `<p id="${id}-error" class="field-error" aria-live="polite">${escapeHtml(error)}</p>`;

const renderText = (field: Field): string => `<div class="field">
<label for="${field.id}">${label(field)}</label>
<input id="${field.id}" name="${field.name}" type="text" maxlength="500" dir="auto" value="${escapeHtml(field.values.at(-1) ?? '')}"${state(field)}>
${errorOf(field)}
</div>`;

const renderSelect = (field: Field): string => `<div class="field">
<label for="${field.id}">${label(field)}</label>
<select id="${field.id}" name="${field.name}"${state(field)}>
<option value="">${escapeHtml(field.texts.choose)}</option>
${(field.question.options ?? []).map(option => `<option${field.values.includes(option) ? ' selected' : ''}>${escapeHtml(option)}</option>`).join('\n')}
</select>
${errorOf(field)}
</div>`;

/** HTML cannot require one of several checkboxes, so the server checks. The hidden field shows that the group was in the form. */
function renderPills(field: Field): string {
  const { question, name, id, values, error } = field;
  const type = question.type === 'choice' ? 'radio' : 'checkbox';
  const required = type === 'radio' && question.required ? ' required' : '';
  const pills = (question.options ?? []).map(
    option =>
      `<label class="pill"><input type="${type}" name="${name}" value="${escapeHtml(option)}"${values.includes(option) ? ' checked' : ''}${required}><span dir="auto">${escapeHtml(option)}</span></label>`,
  );
  return `<fieldset id="${id}" class="field" aria-describedby="${id}-error"${error === '' ? '' : ' data-invalid'}>
<legend>${label(field)}</legend>
${type === 'radio' ? '' : `<input type="hidden" name="${name}" value="">\n`}<div class="pills">
${pills.join('\n')}
</div>
${errorOf(field)}
</fieldset>`;
}

/** The hidden field shows that the checkbox was in the form, even if it was not ticked. */
const renderCheckbox = (field: Field): string => `<div class="field">
<input type="hidden" name="${field.name}" value="false">
<label class="tick"><input id="${field.id}" type="checkbox" name="${field.name}" value="true"${field.values.at(-1) === 'true' ? ' checked' : ''}${state(field)}><span dir="auto">${escapeHtml(field.question.label)}</span></label>
${errorOf(field)}
</div>`;
