import { fill, formatNumber } from '../../core/languages/format.ts';
import {
  aheadText,
  expectedText,
  goneText,
  nextText,
  placeTitle,
  type TicketWords,
} from '../../core/pages/place-text.ts';
import { copyText } from './copy-text.ts';
import { shareTicketImage } from './ticket-image.ts';

/** The part of `GET /s/{token}.json` that changes. */
interface Place {
  readonly status: string;
  readonly position: number;
  readonly ahead: number;
  readonly signups: number;
  readonly referralCount: number;
  readonly referralBoost: number | null;
  readonly expected: { readonly from: string; readonly to: string } | null;
}

/** People watch their place right after sharing their link. */
const LIVELY_MS = 10_000;
const LIVELY_FOR_MS = 10 * 60_000;
const CALM_MS = 60_000;
/** How long the number takes to its new value. */
const COUNT_MS = 900;

const prefersStillness = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

export interface PlaceOptions {
  /** The person was erased, or the waitlist is gone. */
  readonly onGone: () => void;
}

/** Adds behavior to the server-rendered place (`core/place-pages/render-place-page.ts`), and keeps it up to date while it is visible. */
export function startPlace(section: HTMLElement, { onGone }: PlaceOptions): void {
  const find = <T extends HTMLElement>(name: string) => section.querySelector<T>(`[data-part=${name}]`) as T;
  const words = JSON.parse(find('words').textContent ?? '') as TicketWords;
  const { language, texts } = words;
  const format = (value: number) => formatNumber(language, value);
  const started = Date.now();
  // Not read from the text, which browsers translate. Who is invited or in sees no number.
  let position = Number(section.dataset.position);
  let timer = 0;

  function writePlace(value: number): void {
    const text = format(value);
    const place = find('place');
    place.textContent = text;
    place.dataset.length = String(text.length);
  }

  /** Counts to the new place, and shows by how much it moved. */
  function movePlace(from: number, to: number): void {
    const ticket = section.querySelector('.ticket') as HTMLElement;
    delete ticket.dataset.moved;
    // Read, so that the animation starts again.
    void ticket.offsetWidth;
    ticket.dataset.moved = to < from ? 'up' : 'down';
    find('moved').textContent = `${to < from ? '↑' : '↓'} ${format(Math.abs(to - from))}`;
    if (prefersStillness()) {
      writePlace(to);
      return;
    }
    const begun = performance.now();
    const step = (now: number) => {
      const progress = Math.min(1, Math.max(0, now - begun) / COUNT_MS);
      const eased = 1 - (1 - progress) ** 3;
      writePlace(Math.round(from + (to - from) * eased));
      if (progress < 1 && position === to) requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  }

  function show(place: Place): void {
    // The server writes what an invitation looks like.
    if (place.status !== section.dataset.status) {
      location.reload();
      return;
    }
    find('signups').textContent = format(place.signups);
    find('friends').textContent = format(place.referralCount);
    if (place.status !== 'waiting') return;
    find('ahead').textContent = aheadText(words, place.ahead);
    find('gone').textContent = goneText(words, place);
    find('expected').textContent = expectedText(words, place.expected);
    find('next').textContent = nextText(words, place.position, place.referralBoost);
    if (place.position === position) return;
    const from = position;
    position = place.position;
    movePlace(from, position);
    document.title = document.title.replace(placeTitle(words, from), () => placeTitle(words, position));
    find('announcement').textContent = fill(position < from ? texts.movedUp : texts.movedDown, {
      place: format(position),
    });
  }

  async function refresh(): Promise<void> {
    clearTimeout(timer);
    if (document.hidden || !section.isConnected) return;
    const response = await fetch(section.dataset.source ?? '').catch(() => null);
    if (response?.status === 404) return onGone();
    if (response?.ok) show((await response.json()) as Place);
    clearTimeout(timer);
    timer = window.setTimeout(refresh, Date.now() - started < LIVELY_FOR_MS ? LIVELY_MS : CALM_MS);
  }

  offerSharing(section, find, texts);
  saveAnswers(find('asked'), find('saved'));
  timer = window.setTimeout(refresh, LIVELY_MS);
  document.addEventListener('visibilitychange', refresh);
}

/** Saves what is asked after joining without leaving the place. Where that fails, the form is sent as ever, and says why. */
function saveAnswers(form: HTMLFormElement | null, saved: HTMLElement): void {
  form?.addEventListener('submit', async event => {
    event.preventDefault();
    saved.dataset.shown = 'false';
    const body = new URLSearchParams(new FormData(form) as unknown as Record<string, string>);
    const response = await fetch(form.action, { method: 'POST', body, redirect: 'manual' }).catch(() => null);
    if (response?.type === 'opaqueredirect') saved.dataset.shown = 'true';
    else form.submit();
  });
}

function offerSharing(
  section: HTMLElement,
  find: <T extends HTMLElement>(name: string) => T,
  texts: TicketWords['texts'],
): void {
  const field = find<HTMLInputElement>('link');
  const copy = find('copy');
  copy.hidden = false;
  copy.addEventListener('click', async () => {
    const copied = await copyText(field);
    copy.textContent = copied ? texts.copied : texts.copy;
    find('announcement').textContent = copied ? texts.linkCopied : texts.copyYourself;
  });
  field.addEventListener('focus', () => field.select());
  const image = find('image');
  image.hidden = false;
  image.addEventListener('click', async () => {
    if (await shareTicketImage(section, texts.image)) find('announcement').textContent = texts.imageSaved;
  });

  if (!navigator.share) return;
  const share = find('share');
  const { title, text } = (section.querySelector('.share') as HTMLElement).dataset;
  (share.parentElement as HTMLElement).hidden = false;
  // Rejects when the visitor closes the dialog.
  share.addEventListener('click', () =>
    navigator.share({ title: title ?? '', text: text ?? '', url: field.value }).catch(() => {}),
  );
}
