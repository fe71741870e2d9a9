import { afterClick } from './frame-links.ts';

type Submitter = HTMLButtonElement | HTMLInputElement;

const submitters = 'button:not([type]), button[type=submit], input[type=submit], input[type=image]';

/**
 * Makes `<form onSubmit>` work. Without `allow-forms`, browsers drop a submission before validating and before the `submit`
 * event. This validates and dispatches the event; no form is ever sent.
 */
export function emulateForms(): void {
  afterClick<Submitter>(
    target => {
      const button = target.closest<Submitter>(submitters);
      return button?.form && !button.disabled ? button : null;
    },
    () => {},
    button => {
      if (button.form) submit(button.form, button);
      return true;
    },
  );
  // With a submit button, the browser turns Enter into a click on it.
  addEventListener('keydown', event => {
    if (event.key !== 'Enter' || event.defaultPrevented || event.isComposing) return;
    const input = event.target;
    if (!(input instanceof HTMLInputElement) || !input.form || isButton(input)) return;
    if (!defaultButton(input.form)) submit(input.form, null);
  });
  HTMLFormElement.prototype.requestSubmit = function requestSubmit(this: HTMLFormElement, submitter = null) {
    submit(this, submitter as Submitter | null);
  };
}

const isButton = (input: HTMLInputElement) =>
  ['button', 'checkbox', 'color', 'file', 'image', 'radio', 'reset', 'submit'].includes(input.type);

const defaultButton = (form: HTMLFormElement) =>
  Array.from(form.elements).find(element => element.matches(submitters));

function submit(form: HTMLFormElement, submitter: Submitter | null): void {
  const validates = !form.noValidate && !submitter?.formNoValidate;
  if (validates && !form.reportValidity()) return;
  form.dispatchEvent(new SubmitEvent('submit', { submitter, bubbles: true, cancelable: true }));
}
