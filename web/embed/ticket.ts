import { aheadText, formatCount, goneText, promiseText } from '../../core/pages/place-text.ts';
import type { PublicPlace } from '../../core/place-pages/find-place.ts';
import { copyText } from '../page/copy-text.ts';
import { create } from './create.ts';

/** The ticket of somebody who has joined: at once from the answer to the signup, and the rest when it is there. */
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

  field.addEventListener('focus', () => field.select());
  copy.addEventListener('click', async () => {
    const copied = await copyText(field);
    copy.textContent = copied ? 'Copied' : 'Copy link';
    hint.textContent = copied ? 'Link copied.' : 'Press Ctrl+C or ⌘C to copy the link.';
  });
  // Rejects when the visitor closes the dialog.
  share.addEventListener('click', () =>
    navigator
      .share({ title: name, text: `Join me on the waitlist for ${name}`, url: field.value })
      .catch(() => {}),
  );

  return {
    head,
    body,

    show(waitlistName, place, statusUrl) {
      name = waitlistName;
      const isWaiting = place.status === 'waiting';
      label.textContent = isWaiting ? 'Your place in line' : 'You’re in!';
      number.textContent = isWaiting ? `#${formatCount(place.position)}` : '';
      const isCounted = isWaiting && place.ahead !== null;
      ahead.textContent = isCounted ? aheadText(place.ahead ?? 0) : '';
      gone.textContent = isCounted ? goneText({ position: place.position, ahead: place.ahead ?? 0 }) : '';
      promise.textContent = promiseText(isWaiting ? place.referralBoost : null);
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

    onLeave(start) {
      other.addEventListener('click', () => {
        head.hidden = true;
        body.remove();
        copy.textContent = 'Copy link';
        hint.textContent = '';
        start();
      });
    },
  };
}
