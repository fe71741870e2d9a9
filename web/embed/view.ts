import { fill } from '../../core/languages/format.ts';
import { directionOf } from '../../core/languages/language.ts';
import { opensText } from '../../core/pages/door-text.ts';
import type { EmbedSettings, EmbedTexts } from '../../core/pages/embed-settings.ts';
import type { Question } from '../../core/questions/question.ts';
import { readFields } from '../page/form-answers.ts';
import type { SignupInput, SignupPending, SignupProblem } from '../page/messages.ts';
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
  /** Every text, the button's color and label, the questions, and what is said instead of the form while nobody can join. */
  dress(settings: EmbedSettings): void;
  /** Shows the form, which is hidden until it has its texts and color. */
  reveal(): void;
  /** Says that there is no such waitlist. */
  showGone(message: string): void;
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
    'aria-describedby': 'message',
  });
  const nameLabel = create('label', { for: 'name' });
  const emailLabel = create('label', { for: 'email' });
  const button = create('button', { part: 'button', type: 'submit', dir: 'auto' });
  const form = create('form', { part: 'form', novalidate: '' }, emailLabel, email, button);
  const message = create('p', { part: 'message', id: 'message', role: 'status' });
  const suggestion = create('button', { class: 'plain', type: 'button', hidden: '' });
  const ticket = createTicket();
  const dialog = create(
    'dialog',
    { part: 'dialog', 'aria-labelledby': 'check', 'aria-hidden': 'true' },
    create('h2', { id: 'check', tabindex: '-1', autofocus: '' }),
    create('p'),
    create('slot', { name: widgetSlot }),
    create('button', { type: 'button', value: 'cancel' }),
  );
  const element = create('div', { class: 'root' }, form, ticket.head, message, suggestion, dialog);
  function tell(text: string, kind: string): void {
    message.textContent = text;
    message.dataset.kind = kind;
  }

  element.dataset.state = 'loading';
  return {
    element,
    form,
    dialog,
    email,
    emailLabel,
    name,
    nameLabel,
    button,
    message,
    suggestion,
    ticket,
    tell,
  };
}

type Parts = ReturnType<typeof createParts>;

/** In the language of the visitor. */
function speak(
  { element, form, dialog, email, emailLabel, name, nameLabel, ticket }: Parts,
  settings: EmbedSettings,
): void {
  const { language, texts } = settings;
  element.lang = language;
  element.dir = directionOf(language);
  form.setAttribute('aria-label', fill(texts.label, { name: settings.name }));
  emailLabel.textContent = texts.fields.email;
  email.placeholder = texts.door.bar.email;
  nameLabel.textContent = texts.fields.name;
  name.placeholder = texts.name;
  const { heading, lead, cancel } = texts.fields.challenge;
  for (const [tag, text] of Object.entries({ h2: heading, p: lead, button: cancel }))
    (dialog.querySelector(tag) as HTMLElement).textContent = text;
  ticket.speak(settings);
}

/** In the color of the waitlist. */
function paint({ element }: Parts, { brandColor, onBrandColor }: EmbedSettings): void {
  if (brandColor) element.style.setProperty('--brand', brandColor);
  if (onBrandColor) element.style.setProperty('--on-brand', onBrandColor);
}

/** Says why nobody can join. */
function closedNotice(settings: EmbedSettings): (Node | string)[] {
  const { door, closedMessage, opensAt, pageUrl, language, texts } = settings;
  return [
    create('strong', { dir: 'auto' }, closedMessage ?? ''),
    opensAt === null
      ? ''
      : create('span', {}, fill(texts.door.opens, { time: opensText(language, opensAt) })),
    door === 'full' ? create('span', {}, texts.door.advice) : '',
    create('a', { part: 'link', href: pageUrl, target: '_blank', rel: 'noopener' }, texts.already),
  ];
}

/** Shows why the signup failed, at the fields where it can. */
function explain(
  { form, email, name, suggestion, tell }: Parts,
  { message, alreadyJoined, details, suggestion: meant }: SignupProblem,
  texts: EmbedTexts | null,
): void {
  const answer = markQuestions(form, details);
  tell(answer?.message ?? message, alreadyJoined || meant ? 'calm' : 'error');
  suggestion.hidden = meant === null;
  suggestion.value = meant ?? '';
  suggestion.textContent = fill(texts?.form.use ?? '', { email: meant ?? '' });
  const wrong = [email, name].find(field => details.some(({ path }) => path === field.name));
  wrong?.setAttribute('aria-invalid', 'true');
  (wrong ?? answer?.field)?.focus();
}

/** Calls `join` when the form is sent, or when the suggested address is taken. */
function listen(
  { form, email, name, button, suggestion, tell }: Parts,
  current: { texts(): EmbedTexts | null; label(): string; answers(): SignupInput['answers'] },
  join: (input: SignupInput) => Promise<void>,
): void {
  async function send(): Promise<void> {
    if (button.ariaDisabled === 'true') return;
    for (const field of [email, name]) field.removeAttribute('aria-invalid');
    markQuestions(form, []);
    tell('', '');
    suggestion.hidden = true;
    button.ariaDisabled = 'true';
    button.textContent = current.texts()?.form.joining ?? '';
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

function askName({ email, name, nameLabel }: Parts, isAsked: boolean): void {
  if (isAsked) email.after(nameLabel, name);
  else for (const part of [nameLabel, name]) part.remove();
}

/** For another person in this browser. */
function startOver({ form, email, tell }: Parts, closed: HTMLElement, forget: () => void): void {
  forget();
  tell('', '');
  form.reset();
  form.hidden = closed.hidden = false;
  email.focus();
}

/** @param widgetSlot - the slot of the bot challenge in the dialog */
export function createView(widgetSlot: string): View {
  const parts = createParts(widgetSlot);
  const { element, form, dialog, button, message, ticket, tell } = parts;
  // Instead of the form, while nobody can join.
  const closed = create('div', { part: 'closed' });
  let texts: EmbedTexts | null = null;
  let label = '';
  let asked: readonly Question[] = [];

  return {
    element,
    form,
    dialog,

    askName: isAsked => askName(parts, isAsked),

    dress(settings) {
      const { questions } = settings;
      texts = settings.texts;
      speak(parts, settings);
      asked = questions.filter(({ ask }) => ask === 'form');
      button.before(...createQuestions(asked, texts));
      if (asked.length > 0) form.dataset.asks = '';
      ticket.ask(questions.filter(({ ask }) => ask === 'after'));
      paint(parts, settings);
      label = settings.buttonLabel ?? texts.fields.submit;
      button.textContent = label;
      if (settings.closedMessage === null) return;
      closed.replaceChildren(...closedNotice(settings));
      form.replaceWith(closed);
    },

    reveal() {
      element.dataset.state = 'ready';
    },

    showGone(text) {
      form.hidden = true;
      tell(text, 'error');
    },

    onSubmit: join =>
      listen(parts, { texts: () => texts, label: () => label, answers: () => readFields(form, asked) }, join),

    explain: problem => explain(parts, problem, texts),

    showRetrying(isRetrying) {
      const retrying = texts?.form.retrying ?? '';
      if (isRetrying) tell(retrying, 'calm');
      else if (message.textContent === retrying) tell('', '');
    },

    showPending({ message: text }) {
      tell(text, '');
      form.hidden = closed.hidden = true;
      ticket.title(texts?.check ?? '');
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

    onLeave: forget => ticket.onLeave(() => startOver(parts, closed, forget)),
  };
}
