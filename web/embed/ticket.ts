import { fill, formatNumber } from '../../core/languages/format.ts';
import type { Language } from '../../core/languages/language.ts';
import type { EmbedTexts } from '../../core/pages/embed-settings.ts';
import { aheadText, goneText, promiseText } from '../../core/pages/place-text.ts';
import type { PublicPlace } from '../../core/place-pages/schemas.ts';
import type { Question } from '../../core/questions/question.ts';
import { copyText } from '../page/copy-text.ts';
import { readFields } from '../page/form-answers.ts';
import { create } from './create.ts';
import { createQuestions } from './questions.ts';

/** The ticket after joining. It shows what the signup returned at once, and the rest once it has loaded. */
export type TicketPlace = Pick<PublicPlace, 'position' | 'referralLink' | 'referralBoost' | 'status'> & {
  readonly ahead: number | null;
};

/** What it says, and in which language. */
export interface TicketWords {
  readonly language: Language;
  readonly texts: EmbedTexts;
}

export interface Ticket {
  /** Sets what it says. Nothing is shown before. */
  speak(words: TicketWords): void;
  /** The place. */
  readonly head: HTMLElement;
  /** The link to share. */
  readonly body: HTMLElement;
  show(name: string, place: TicketPlace, statusUrl: string): void;
  /** Shows only a heading. */
  title(text: string): void;
  /** Moves the focus to the heading. */
  focus(): void;
  onLeave(start: () => void): void;
  /** Sets the questions to ask after joining. */
  ask(questions: readonly Question[]): void;
  /** Asks them, and sends the answers for the person with this place link. */
  askNow(statusUrl: string): void;
}

/** The form with the questions after joining. It disappears once it is saved. */
function createAsked(questions: readonly Question[], statusUrl: string, texts: EmbedTexts): HTMLFormElement {
  const button = create('button', { part: 'button', type: 'submit' }, texts.place.save);
  const hint = create('p', { class: 'hint', role: 'status' });
  const form = create(
    'form',
    { class: 'asked', 'data-asks': '', novalidate: '', 'aria-label': texts.place.askedHeading },
    ...createQuestions(questions, texts),
    button,
    hint,
  );
  form.addEventListener('submit', async event => {
    event.preventDefault();
    const response = await fetch(`${statusUrl}/answers`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ answers: readFields(form, questions) }),
    }).catch(() => null);
    if (response?.ok) form.replaceChildren(hint);
    hint.textContent = response?.ok ? texts.place.saved : texts.notSaved;
  });
  return form;
}

/** Copies and shares the referral link. */
function listen(
  {
    field,
    copy,
    share,
    hint,
  }: Readonly<Record<'copy' | 'share' | 'hint', HTMLElement>> & { readonly field: HTMLInputElement },
  current: () => { readonly name: string; readonly texts: EmbedTexts },
): void {
  field.addEventListener('focus', () => field.select());
  copy.addEventListener('click', async () => {
    const copied = await copyText(field);
    const { copyLink, place } = current().texts;
    copy.textContent = copied ? place.copied : copyLink;
    hint.textContent = copied ? place.linkCopied : place.copyYourself;
  });
  // Rejects when the visitor closes the dialog.
  share.addEventListener('click', () => {
    const { name, texts } = current();
    navigator
      .share({ title: name, text: fill(texts.place.invite, { name }), url: field.value })
      .catch(() => {});
  });
}

type Written = 'label' | 'number' | 'ahead' | 'gone' | 'promise' | 'link';

/** Writes what is known of a place. */
function writePlace(
  { label, number, ahead, gone, promise, link }: Readonly<Record<Written, HTMLElement>>,
  { language, texts }: TicketWords,
  place: Parameters<Ticket['show']>[1],
): void {
  const ticket = { language, texts: texts.place };
  const isWaiting = place.status === 'waiting';
  label.textContent = isWaiting ? texts.place.label : texts.place.inHeading;
  number.textContent = isWaiting ? `#${formatNumber(language, place.position)}` : '';
  const isCounted = isWaiting && place.ahead !== null;
  ahead.textContent = isCounted ? aheadText(ticket, place.ahead ?? 0) : '';
  gone.textContent = isCounted ? goneText(ticket, { position: place.position, ahead: place.ahead ?? 0 }) : '';
  promise.textContent = promiseText(ticket, isWaiting ? place.referralBoost : null);
  link.textContent = place.status === 'invited' ? texts.seeInvitation : texts.form.seePlace;
}

export function createTicket(): Ticket {
  const label = create('span');
  const number = create('b');
  const heading = create('h2', { part: 'place', tabindex: '-1' }, label, ' ', number);
  const ahead = create('div');
  const gone = create('div');
  const promise = create('label', { for: 'link' });
  const field = create('input', { part: 'input', id: 'link', type: 'text', readonly: '' });
  const copy = create('button', { part: 'button', type: 'button' });
  const share = create('button', { part: 'button', type: 'button', hidden: '' });
  const hint = create('p', { class: 'hint', role: 'status' });
  const link = create('a', { part: 'link', target: '_blank', rel: 'noopener' });
  const other = create('button', { class: 'plain', type: 'button' });
  const row = create('div', { class: 'row' }, field, copy, share);
  const head = create('div', { hidden: '' }, heading, ahead, gone);
  const body = create(
    'div',
    { part: 'ticket' },
    promise,
    row,
    hint,
    create('p', { class: 'row' }, link, other),
  );
  let name = '';
  let words: TicketWords;
  let asked: readonly Question[] = [];

  listen({ field, copy, share, hint }, () => ({ name, texts: words.texts }));

  return {
    head,
    body,

    speak(spoken) {
      words = spoken;
      copy.textContent = words.texts.copyLink;
      share.textContent = words.texts.share;
      other.textContent = words.texts.form.otherEmail;
    },

    show(waitlistName, place, statusUrl) {
      name = waitlistName;
      writePlace({ label, number, ahead, gone, promise, link }, words, place);
      field.value = place.referralLink;
      share.hidden = !navigator.share;
      link.href = statusUrl;
      head.hidden = false;
    },

    title(text) {
      label.textContent = text;
      head.hidden = false;
    },

    focus() {
      heading.focus();
    },

    ask(questions) {
      asked = questions;
    },

    askNow(statusUrl) {
      if (asked.length > 0) body.before(createAsked(asked, statusUrl, words.texts));
    },

    onLeave(start) {
      other.addEventListener('click', () => {
        head.hidden = true;
        body.parentElement?.querySelector('form.asked')?.remove();
        body.remove();
        copy.textContent = words.texts.copyLink;
        hint.textContent = '';
        start();
      });
    },
  };
}
