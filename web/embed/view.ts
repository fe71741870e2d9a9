import { FULL_ADVICE, opensText } from '../../core/pages/door-text.ts';
import type { EmbedSettings } from '../../core/pages/embed-settings.ts';
import type { Question } from '../../core/questions/question.ts';
import { readFields } from '../page/form-answers.ts';
import type { SignupInput, SignupPending, SignupProblem } from '../page/messages.ts';
import { RETRYING } from '../page/retry-note.ts';
import { create } from './create.ts';
import { createQuestions, markQuestions } from './questions.ts';
import { createTicket, type TicketPlace } from './ticket.ts';

/** The element's content. */
export interface View {
  readonly element: HTMLElement;
  readonly form: HTMLFormElement;
  readonly dialog: HTMLDialogElement;
  /** Whether it asks for a name too. */
  askName(isAsked: boolean): void;
  /** The button's color and label, the questions, and what is said instead of the form while nobody can join. */
  dress(settings: EmbedSettings): void;
  /** Shows the form, which is hidden until its color is known. */
  reveal(): void;
  /** Calls with what was typed; the button is busy until that settles. */
  onSubmit(join: (input: SignupInput) => Promise<void>): void;
  explain(problem: SignupProblem): void;
  showRetrying(isRetrying: boolean): void;
  showPending(result: SignupPending): void;
  /** Shows the place of somebody instead of the form. */
  showTicket(name: string, place: TicketPlace, statusUrl: string): void;
  /** The same, right after they joined. */
  showJoined(name: string, place: TicketPlace, statusUrl: string, message: string): void;
  /** They want the form again. */
  onLeave(forget: () => void): void;
}

function createParts(widgetSlot: string) {
  const email = create('input', {
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
  const name = create('input', {
    part: 'input',
    id: 'name',
    name: 'name',
    type: 'text',
    autocomplete: 'name',
    maxlength: '100',
    placeholder: 'Your name (optional)',
    'aria-describedby': 'message',
  });
  const nameLabel = create('label', { for: 'name' }, 'Name');
  const button = create('button', { part: 'button', type: 'submit', dir: 'auto' }, 'Join the waitlist');
  const form = create(
    'form',
    { part: 'form', novalidate: '' },
    create('label', { for: 'email' }, 'Email'),
    email,
    button,
  );
  const message = create('p', { part: 'message', id: 'message', role: 'status' });
  const suggestion = create('button', { class: 'plain', type: 'button', hidden: '' });
  const ticket = createTicket();
  const dialog = create(
    'dialog',
    { part: 'dialog', 'aria-labelledby': 'check', 'aria-hidden': 'true' },
    create('h2', { id: 'check', tabindex: '-1', autofocus: '' }, 'One quick check'),
    create('p', {}, 'Verify that you’re human to join the list.'),
    create('slot', { name: widgetSlot }),
    create('button', { type: 'button', value: 'cancel' }, 'Cancel'),
  );
  const element = create(
    'div',
    { class: 'root', lang: 'en' },
    form,
    ticket.head,
    message,
    suggestion,
    dialog,
  );
  function tell(text: string, kind: string): void {
    message.textContent = text;
    message.dataset.kind = kind;
  }

  element.dataset.state = 'loading';
  return { element, form, dialog, email, name, nameLabel, button, message, suggestion, ticket, tell };
}

type Parts = ReturnType<typeof createParts>;

/** In the color and with the name of the waitlist. */
function paint({ element, form }: Parts, { name, brandColor, onBrandColor }: EmbedSettings): void {
  form.setAttribute('aria-label', `Join the waitlist for ${name}`);
  if (brandColor) element.style.setProperty('--brand', brandColor);
  if (onBrandColor) element.style.setProperty('--on-brand', onBrandColor);
}

/** Says why nobody can join. */
function closedNotice({ door, closedMessage, opensAt, pageUrl }: EmbedSettings): (Node | string)[] {
  return [
    create('strong', { dir: 'auto' }, closedMessage ?? ''),
    opensAt === null ? '' : create('span', {}, `Opens ${opensText(opensAt)}`),
    door === 'full' ? create('span', {}, FULL_ADVICE) : '',
    create(
      'a',
      { part: 'link', href: pageUrl, target: '_blank', rel: 'noopener' },
      'Already on the list? See your place',
    ),
  ];
}

/** Shows why the signup failed, at the fields where it can. */
function explain(
  { form, email, name, suggestion, tell }: Parts,
  { message, alreadyJoined, details, suggestion: meant }: SignupProblem,
): void {
  const answer = markQuestions(form, details);
  tell(answer?.message ?? message, alreadyJoined || meant ? 'calm' : 'error');
  suggestion.hidden = meant === null;
  suggestion.value = meant ?? '';
  suggestion.textContent = `Use ${meant}`;
  const wrong = [email, name].find(field => details.some(({ path }) => path === field.name));
  wrong?.setAttribute('aria-invalid', 'true');
  (wrong ?? answer?.field)?.focus();
}

/** Calls `join` when the form is sent, or when the suggested address is taken. */
function listen(
  { form, email, name, button, suggestion, tell }: Parts,
  current: { label(): string; answers(): SignupInput['answers'] },
  join: (input: SignupInput) => Promise<void>,
): void {
  async function send(): Promise<void> {
    if (button.ariaDisabled === 'true') return;
    for (const field of [email, name]) field.removeAttribute('aria-invalid');
    markQuestions(form, []);
    tell('', '');
    suggestion.hidden = true;
    button.ariaDisabled = 'true';
    button.textContent = 'Joining…';
    const answers = current.answers();
    await join({ email: email.value, name: name.isConnected ? name.value : '', answers });
    button.ariaDisabled = null;
    button.textContent = current.label();
  }
  form.addEventListener('submit', event => {
    event.preventDefault();
    send();
  });
  suggestion.addEventListener('click', () => {
    email.value = suggestion.value;
    send();
  });
}

/** @param widgetSlot - the slot of the bot challenge in the dialog */
export function createView(widgetSlot: string): View {
  const parts = createParts(widgetSlot);
  const { element, form, dialog, email, name, nameLabel, button, message, ticket, tell } = parts;
  // Instead of the form, while nobody can join.
  const closed = create('div', { part: 'closed' });
  let label = button.textContent;
  let asked: readonly Question[] = [];

  return {
    element,
    form,
    dialog,

    askName(isAsked) {
      if (isAsked) email.after(nameLabel, name);
      else for (const part of [nameLabel, name]) part.remove();
    },

    dress(settings) {
      const { questions, buttonLabel } = settings;
      asked = questions.filter(({ ask }) => ask === 'form');
      button.before(...createQuestions(asked));
      if (asked.length > 0) form.dataset.asks = '';
      ticket.ask(questions.filter(({ ask }) => ask === 'after'));
      paint(parts, settings);
      if (buttonLabel) {
        label = buttonLabel;
        if (button.ariaDisabled !== 'true') button.textContent = label;
      }
      if (settings.closedMessage === null) return;
      closed.replaceChildren(...closedNotice(settings));
      form.replaceWith(closed);
    },

    reveal() {
      element.dataset.state = 'ready';
    },

    onSubmit: join => listen(parts, { label: () => label, answers: () => readFields(form, asked) }, join),

    explain: problem => explain(parts, problem),

    showRetrying(isRetrying) {
      if (isRetrying) tell(RETRYING, 'calm');
      else if (message.textContent === RETRYING) tell('', '');
    },

    showPending({ message: text }) {
      tell(text, '');
      form.hidden = closed.hidden = true;
      ticket.title('Check your email');
      ticket.focus();
    },

    showTicket(waitlistName, place, statusUrl) {
      form.hidden = closed.hidden = true;
      ticket.show(waitlistName, place, statusUrl);
      dialog.before(ticket.body);
    },

    showJoined(waitlistName, place, statusUrl, text) {
      tell(text, '');
      this.showTicket(waitlistName, place, statusUrl);
      ticket.askNow(statusUrl);
      ticket.focus();
    },

    onLeave(forget) {
      ticket.onLeave(() => {
        forget();
        tell('', '');
        form.reset();
        form.hidden = closed.hidden = false;
        email.focus();
      });
    },
  };
}
