import type { SignupOutcome, SignupPending, SignupProblem, SignupResult } from './messages.ts';
import type { Signup, SignupAttempt } from './signup.ts';

export interface DefaultForm {
  /** Takes over from the page. If the visitor already signed up on it, continues with that attempt. */
  show(options: { readonly takeFocus: boolean; readonly attempt: SignupAttempt | null }): void;
}

/** Adds behavior to the server-rendered form (`core/pages/render-default-form.ts`). */
export function createDefaultForm(section: HTMLElement, signup: Signup): DefaultForm {
  const find = <T extends HTMLElement>(name: string) => section.querySelector<T>(`[data-part=${name}]`) as T;
  const form = find<HTMLFormElement>('form');
  const email = find<HTMLInputElement>('email');
  const name = find<HTMLInputElement>('name');
  const submit = find<HTMLButtonElement>('submit');
  const note = find('note');
  const suggestion = find('suggestion');
  const submitLabel = submit.textContent;

  async function follow(attempt: Promise<SignupOutcome>): Promise<void> {
    submit.setAttribute('aria-disabled', 'true');
    submit.textContent = 'Joining…';
    const outcome = await attempt;
    submit.removeAttribute('aria-disabled');
    submit.textContent = submitLabel;
    if ('result' in outcome) succeed(outcome.result);
    else explain(outcome.problem);
  }

  function explain(problem: SignupProblem): void {
    const wrong = { email: detail(problem, 'email'), name: detail(problem, 'name') };
    mark(email, find('email-error'), wrong.email);
    mark(name, find('name-error'), wrong.name);
    const general = wrong.email || wrong.name ? '' : problem.message;
    note.textContent = general;
    note.dataset.kind = problem.alreadyJoined || problem.suggestion ? 'calm' : 'error';
    suggestion.hidden = problem.suggestion === null;
    suggestion.textContent = `Use ${problem.suggestion}`;
    suggestion.dataset.email = problem.suggestion ?? '';
    if (wrong.email) email.focus();
    else if (wrong.name) name.focus();
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
    find('place').textContent = result.position.toLocaleString('en');
    find('message').textContent = result.message;
    find<HTMLInputElement>('link').value = result.referralLink;
    find('joined-heading').focus();
  }

  // With JavaScript, the messages are ours.
  form.noValidate = true;
  function send(): void {
    if (submit.ariaDisabled === 'true') return;
    mark(email, find('email-error'), '');
    mark(name, find('name-error'), '');
    note.textContent = '';
    suggestion.hidden = true;
    follow(signup({ email: email.value, name: name.value }));
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

function mark(input: HTMLInputElement, error: HTMLElement, message: string): void {
  error.textContent = message;
  if (message) input.setAttribute('aria-invalid', 'true');
  else input.removeAttribute('aria-invalid');
}
