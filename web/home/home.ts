import { keepDraft } from './draft.ts';

/** The demo of the landing page: name it, join, move up when a friend does, and keep it. It sends nothing. */
const BOOST = 10;
const LAST = 483;

const part = (name: string): HTMLElement | null => document.querySelector(`#demo [data-part="${name}"]`);

const [form, joined, place, note] = ['form', 'joined', 'place', 'note'].map(part);

function show(isJoined: boolean): void {
  if (form) form.hidden = isJoined;
  if (joined) joined.hidden = !isJoined;
}

/** Not read from the page, which browsers translate. */
let position = LAST;

function setPlace(next: number): void {
  position = next;
  if (place) place.textContent = String(next);
}

form?.addEventListener('submit', event => {
  event.preventDefault();
  setPlace(LAST);
  show(true);
  document.querySelector<HTMLElement>('#demo .sample-place')?.focus({ preventScroll: true });
});

part('friend')?.addEventListener('click', () => {
  const next = Math.max(1, position - BOOST);
  setPlace(next);
  if (note)
    note.textContent = next === 1 ? 'First in line.' : `Up ${BOOST} places. That’s the referral at work.`;
});

part('again')?.addEventListener('click', () => {
  show(false);
  document.querySelector<HTMLElement>('#demo-email')?.focus({ preventScroll: true });
});

/** Of a page whose maker has not written one. */
const TAGLINE = 'Be first in line when it opens.';
/** As in `demo.css`. Pine is what templates have of their own. */
const COLORS: Readonly<Record<string, string>> = {
  cobalt: '#2b50e0',
  plum: '#7a2a86',
  tomato: '#cc3322',
  amber: '#f2b233',
};

const product = document.querySelector<HTMLInputElement>('#demo-product');
const texts = ['name', 'tagline', 'slug'].map(name => ({
  element: part(name),
  own: part(name)?.textContent,
}));

/** The service makes the real address. */
const slugOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

function showProduct(): void {
  const name = product?.value.trim() ?? '';
  const typed = [name, TAGLINE, slugOf(name) || 'your-page'];
  for (const [index, { element, own }] of texts.entries())
    if (element) element.textContent = (name === '' ? own : typed[index]) ?? '';
}

const chosen = (group: string): string =>
  document.querySelector<HTMLInputElement>(`#demo [name="${group}"]:checked`)?.value ?? '';

product?.addEventListener('input', showProduct);
// Browsers fill in what was typed before the page was left.
addEventListener('pageshow', showProduct);

product?.addEventListener('keydown', event => {
  if (event.key === 'Enter' && !event.isComposing) part('keep')?.click();
});

part('keep')?.addEventListener('click', event => {
  if (!product) return;
  product.value = product.value.trim();
  if (!product.reportValidity()) {
    event.preventDefault();
    return;
  }
  keepDraft({
    name: product.value,
    tagline: TAGLINE,
    template: chosen('look'),
    brandColor: COLORS[chosen('color')] ?? null,
  });
});
