import { formatNumber } from '../../core/languages/format.ts';
import { place as texts } from '../../core/languages/texts/en/place.ts';
import { aheadText, goneText, promiseText } from '../../core/pages/place-text.ts';
import type { PublicPlace } from '../../core/place-pages/find-place.ts';
import type { Question } from '../../core/questions/question.ts';
import { copyText } from '../page/copy-text.ts';
import { readFields } from '../page/form-answers.ts';
import { create } from './create.ts';
import { createQuestions } from './questions.ts';

const WORDS = { language: 'en', texts } as const;

/** The ticket after joining. It shows what the signup returned at once, and the rest once it has loaded. */
export type TicketPlace = Pick<PublicPlace, 'position' | 'referralLink' | 'referralBoost' | 'status'> & {
  readonly ahead: number | null;
};

export interface Ticket {
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
function createAsked(questions: readonly Question[], statusUrl: string): HTMLFormElement {
  const button = create('button', { part: 'button', type: 'submit' }, 'Save');
  const hint = create('p', { class: 'hint', role: 'status' });
  const form = create(
    'form',
    { class: 'asked', 'data-asks': '', novalidate: '', 'aria-label': 'A little about you' },
    ...createQuestions(questions),
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
    hint.textContent = response?.ok ? 'Saved. Thank you!' : 'That didn’t work. Please try again in a moment.';
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
  waitlistName: () => string,
): void {
  field.addEventListener('focus', () => field.select());
  copy.addEventListener('click', async () => {
    const copied = await copyText(field);
    copy.textContent = copied ? 'Copied' : 'Copy link';
    hint.textContent = copied ? 'Link copied.' : 'Press Ctrl+C or ⌘C to copy the link.';
  });
  // Rejects when the visitor closes the dialog.
  share.addEventListener('click', () => {
    const title = waitlistName();
    navigator
      .share({ title, text: `Join me on the waitlist for ${title}`, url: field.value })
      .catch(() => {});
  });
}

export function createTicket(): Ticket {
  const label = create('span');
  const number = create('b');
  const heading = create('h2', { part: 'place', tabindex: '-1' }, label, ' ', number);
  const ahead = create('div');
  const gone = create('div');
  const promise = create('label', { for: 'link' });
  const field = create('input', { part: 'input', id: 'link', type: 'text', readonly: '' });
  const copy = create('button', { part: 'button', type: 'button' }, 'Copy link');
  const share = create('button', { part: 'button', type: 'button', hidden: '' }, 'Share');
  const hint = create('p', { class: 'hint', role: 'status' });
  const link = create('a', { part: 'link', target: '_blank', rel: 'noopener' });
  const other = create('button', { class: 'plain', type: 'button' }, 'Join with another email');
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
  let asked: readonly Question[] = [];

  listen({ field, copy, share, hint }, () => name);

  return {
    head,
    body,

    show(waitlistName, place, statusUrl) {
      name = waitlistName;
      const isWaiting = place.status === 'waiting';
      label.textContent = isWaiting ? 'Your place in line' : 'You’re in!';
      number.textContent = isWaiting ? `#${formatNumber('en', place.position)}` : '';
      const isCounted = isWaiting && place.ahead !== null;
      ahead.textContent = isCounted ? aheadText(WORDS, place.ahead ?? 0) : '';
      gone.textContent = isCounted
        ? goneText(WORDS, { position: place.position, ahead: place.ahead ?? 0 })
        : '';
      promise.textContent = promiseText(WORDS, isWaiting ? place.referralBoost : null);
      field.value = place.referralLink;
      share.hidden = !navigator.share;
      link.textContent = place.status === 'invited' ? 'See your invitation' : 'See your place';
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
      if (asked.length > 0) body.before(createAsked(asked, statusUrl));
    },

    onLeave(start) {
      other.addEventListener('click', () => {
        head.hidden = true;
        body.parentElement?.querySelector('form.asked')?.remove();
        body.remove();
        copy.textContent = 'Copy link';
        hint.textContent = '';
        start();
      });
    },
  };
}
