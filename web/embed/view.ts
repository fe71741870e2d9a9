import type { EmbedSettings } from '../../core/pages/embed-settings.ts';
import type { SignupPending, SignupProblem, SignupResult } from '../page/messages.ts';

/** What the element shows. */
export interface View {
  readonly element: HTMLElement;
  readonly form: HTMLFormElement;
  readonly dialog: HTMLDialogElement;
  /** The button's color and label. */
  dress(settings: EmbedSettings): void;
  /** Shows the form, which is hidden until its color is known. */
  reveal(): void;
  /** Calls with the email; the button is busy until that settles. */
  onSubmit(join: (email: string) => Promise<void>): void;
  explain(problem: SignupProblem): void;
  showPending(result: SignupPending): void;
  showJoined(result: SignupResult, statusUrl: string): void;
}

function create<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, string>> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** @param widgetSlot - the slot of the bot challenge in the dialog */
export function createView(widgetSlot: string): View {
  const input = create('input', {
    part: 'input',
    id: 'email',
    name: 'email',
    type: 'email',
    autocomplete: 'email',
    inputmode: 'email',
    maxlength: '254',
    placeholder: 'you@example.com',
    required: '',
    'aria-describedby': 'message',
  });
  const button = create('button', { part: 'button', type: 'submit', dir: 'auto' }, 'Join the waitlist');
  const form = create(
    'form',
    { part: 'form', novalidate: '' },
    create('label', { for: 'email' }, 'Email'),
    input,
    button,
  );
  const heading = create('h2', { part: 'place', tabindex: '-1', hidden: '' });
  const message = create('p', { part: 'message', id: 'message', role: 'status' });
  const link = create('a', { part: 'link', target: '_blank', rel: 'noopener', hidden: '' }, 'See your place');
  const dialog = create(
    'dialog',
    { part: 'dialog', 'aria-labelledby': 'check', 'aria-hidden': 'true' },
    create('h2', { id: 'check', tabindex: '-1', autofocus: '' }, 'One quick check'),
    create('p', {}, 'Verify that you’re human to join the list.'),
    create('slot', { name: widgetSlot }),
    create('button', { type: 'button', value: 'cancel' }, 'Cancel'),
  );
  const element = create('div', { class: 'root', lang: 'en' }, form, heading, message, link, dialog);
  element.dataset.state = 'loading';
  let label = button.textContent;

  function tell(text: string, kind: string): void {
    message.textContent = text;
    message.dataset.kind = kind;
  }

  /** Shows a heading instead of the form. */
  function finish(text: string, ...title: (Node | string)[]): void {
    heading.append(...title);
    tell(text, '');
    form.hidden = true;
    heading.hidden = false;
    heading.focus();
  }

  return {
    element,
    form,
    dialog,

    dress({ name, brandColor, onBrandColor, buttonLabel }) {
      form.setAttribute('aria-label', `Join the waitlist for ${name}`);
      if (brandColor) element.style.setProperty('--brand', brandColor);
      if (onBrandColor) element.style.setProperty('--on-brand', onBrandColor);
      if (buttonLabel) {
        label = buttonLabel;
        if (button.ariaDisabled !== 'true') button.textContent = label;
      }
    },

    reveal() {
      element.dataset.state = 'ready';
    },

    onSubmit(join) {
      form.addEventListener('submit', async event => {
        event.preventDefault();
        if (button.ariaDisabled === 'true') return;
        input.removeAttribute('aria-invalid');
        tell('', '');
        button.ariaDisabled = 'true';
        button.textContent = 'Joining…';
        await join(input.value);
        button.ariaDisabled = null;
        button.textContent = label;
      });
    },

    explain({ message: text, alreadyJoined, details }) {
      tell(text, alreadyJoined ? 'calm' : 'error');
      if (!details.some(({ path }) => path === 'email')) return;
      input.setAttribute('aria-invalid', 'true');
      input.focus();
    },

    showPending({ message: text }) {
      finish(text, create('span', {}, 'Check your email'));
    },

    showJoined({ position, message: text }, statusUrl) {
      link.href = statusUrl;
      link.hidden = false;
      finish(
        text,
        create('span', {}, 'Your place in line'),
        ' ',
        create('b', {}, `#${position.toLocaleString('en')}`),
      );
    },
  };
}
