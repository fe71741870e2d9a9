import { fill, formatNumber } from '../../core/languages/format.ts';
import type { Question } from '../../core/questions/question.ts';
import { readFields } from './form-answers.ts';
import type { SignupOutcome, SignupPending, SignupProblem, SignupResult } from './messages.ts';
import type { Signup, SignupAttempt } from './signup.ts';
import type { FormWords } from './signup-outcome.ts';

export interface DefaultForm {
  /** Takes over from the page. If the visitor already signed up on it, continues with that attempt. */
  show(options: { readonly takeFocus: boolean; readonly attempt: SignupAttempt | null }): void;
}

/** The fields, and what is said about them. */
interface Fields {
  readonly email: HTMLInputElement;
  readonly emailError: HTMLElement;
  readonly name: HTMLInputElement;
  readonly nameError: HTMLElement;
  readonly note: HTMLElement;
  readonly suggestion: HTMLElement;
}

/** Adds behavior to the server-rendered form (`core/pages/render-default-form.ts`). */
export function createDefaultForm(
  section: HTMLElement,
  signup: Signup,
  questions: readonly Question[],
  { language, texts }: FormWords,
): DefaultForm {
  const find = <T extends HTMLElement>(name: string) => section.querySelector<T>(`[data-part=${name}]`) as T;
  const found = find<HTMLFormElement>('form') as HTMLFormElement | null;
  // Nobody can join.
  if (!found) return { show() {} };
  const form = found;
  const fields: Fields = {
    email: find<HTMLInputElement>('email'),
    emailError: find('email-error'),
    name: find<HTMLInputElement>('name'),
    nameError: find('name-error'),
    note: find('note'),
    suggestion: find('suggestion'),
  };
  const { email, name, note, suggestion } = fields;
  const submit = find<HTMLButtonElement>('submit');
  const submitLabel = submit.textContent;

  async function follow(attempt: Promise<SignupOutcome>): Promise<void> {
    submit.setAttribute('aria-disabled', 'true');
    submit.textContent = texts.joining;
    const outcome = await attempt;
    submit.removeAttribute('aria-disabled');
    submit.textContent = submitLabel;
    if ('result' in outcome) succeed(outcome.result);
    else explain(fields, outcome.problem, texts);
  }

  function succeed(result: SignupResult | SignupPending): void {
    find('open').hidden = true;
    if ('pending' in result) {
      find('pending').hidden = false;
      find('pending-message').textContent = result.message;
      find('pending-heading').focus();
      return;
    }
    find('joined').hidden = false;
    find('place').textContent = formatNumber(language, result.position);
    find('message').textContent = result.message;
    find<HTMLInputElement>('link').value = result.referralLink;
    find('joined-heading').focus();
  }

  // With JavaScript, the messages are ours.
  form.noValidate = true;
  function send(): void {
    if (submit.ariaDisabled === 'true') return;
    mark(email, fields.emailError, '');
    mark(name, fields.nameError, '');
    note.textContent = '';
    suggestion.hidden = true;
    const answers = readFields(form, questions);
    follow(signup({ email: email.value, name: name.value, answers }));
  }

  form.addEventListener('submit', event => {
    event.preventDefault();
    send();
  });
  suggestion.addEventListener('click', () => {
    email.value = suggestion.dataset.email ?? '';
    send();
  });

  return {
    show({ takeFocus, attempt }) {
      if (takeFocus) find('heading').focus();
      if (!attempt) return;
      email.value = attempt.input.email;
      name.value = attempt.input.name;
      follow(attempt.outcome);
    },
  };
}

const detail = (problem: SignupProblem, path: string) =>
  problem.details.find(entry => entry.path === path)?.message ?? '';

/** Shows why the signup failed, at the fields where it can. */
function explain(
  { email, emailError, name, nameError, note, suggestion }: Fields,
  problem: SignupProblem,
  texts: FormWords['texts'],
): void {
  const wrong = { email: detail(problem, 'email'), name: detail(problem, 'name') };
  mark(email, emailError, wrong.email);
  mark(name, nameError, wrong.name);
  note.textContent = wrong.email || wrong.name ? '' : problem.message;
  note.dataset.kind = problem.alreadyJoined || problem.suggestion ? 'calm' : 'error';
  suggestion.hidden = problem.suggestion === null;
  suggestion.textContent = fill(texts.use, { email: problem.suggestion ?? '' });
  suggestion.dataset.email = problem.suggestion ?? '';
  if (wrong.email) email.focus();
  else if (wrong.name) name.focus();
  else focusAnswer(problem);
}

/** Moves the focus to the first answer that is wrong, if one is. The note says so. */
function focusAnswer({ details }: SignupProblem): void {
  const [, key] = /^answers\.(.*)/.exec(details[0]?.path ?? '') ?? [];
  const field = document.getElementById(`question-${key}`);
  (field?.querySelector<HTMLElement>('input:not([type=hidden])') ?? field)?.focus();
}

function mark(input: HTMLInputElement, error: HTMLElement, message: string): void {
  error.textContent = message;
  if (message) input.setAttribute('aria-invalid', 'true');
  else input.removeAttribute('aria-invalid');
}
