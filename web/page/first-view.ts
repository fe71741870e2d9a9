import type { Question } from '../../core/questions/question.ts';
import { readFields } from './form-answers.ts';
import type { SignupInput } from './messages.ts';

/** The first view of a template, from the HTML, which the frame or the default form replaces. */
export interface FirstView {
  /**
   * Calls back once it may be replaced: at once, or when somebody who has begun to fill in its form sends it, with what they
   * typed. A later call replaces one that still waits.
   */
  whenFree(callback: (typed: SignupInput | null) => void): void;
}

/** @param view - null where the page has none */
export function watchFirstView(view: HTMLElement | null, questions: readonly Question[]): FirstView {
  const form = view?.querySelector('form');
  if (!view || !form) return { whenFree: callback => callback(null) };
  let waiting: ((typed: SignupInput | null) => void) | null = null;
  let typed: SignupInput | null = null;
  let isReplaced = false;

  function read(): SignupInput {
    const fields = new FormData(form as HTMLFormElement);
    return {
      email: String(fields.get('email')),
      name: String(fields.get('name')),
      answers: readFields(form as HTMLFormElement, questions),
    };
  }

  function isBusy(): boolean {
    const { email, name } = read();
    return email !== '' || name !== '' || (view as HTMLElement).contains(document.activeElement);
  }

  function release(): void {
    if (!waiting || (!isReplaced && !typed && isBusy())) return;
    const [callback, sent] = [waiting, typed];
    [waiting, typed, isReplaced] = [null, null, true];
    callback(sent);
  }

  form.addEventListener('submit', event => {
    event.preventDefault();
    typed = read();
    form.querySelector('[type=submit]')?.setAttribute('aria-disabled', 'true');
    release();
  });
  return {
    whenFree(callback) {
      waiting = callback;
      release();
    },
  };
}
