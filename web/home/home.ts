/** The demo of the landing page: join, and move up when a friend does. It sends nothing. */
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
