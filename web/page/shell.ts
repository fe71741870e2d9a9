import type { PageData } from '../../core/pages/page-data.ts';
import { createChallenge } from './challenge.ts';
import { countVisit } from './count-visit.ts';
import { createDefaultForm } from './default-form.ts';
import { watchDoor } from './door.ts';
import { matchEdge } from './edge.ts';
import { showEntryBar } from './entry-bar.ts';
import { createEntryMemory } from './entry-memory.ts';
import { watchFirstView } from './first-view.ts';
import { GONE, loadEntry, loadPlace } from './load-place.ts';
import type { PageEntry, SignupResult } from './messages.ts';
import { openLink } from './open-link.ts';
import { runPageCode } from './page-frame.ts';
import { findReferralCode } from './referral.ts';
import { createRetryNote } from './retry-note.ts';
import { createSignup } from './signup.ts';
import { findSource } from './visit-source.ts';

/*
 * The shell of a hosted page. It runs the page code in the frame from the HTML and falls back to the default form if that
 * fails, so visitors can always join. Until then they see the first view of a built-in template, or the default form. Someone who joined sees their place: instead of a built-in template, and in a bar below
 * other page code.
 */

const element = <T extends HTMLElement>(id: string) => document.getElementById(id) as T;

const data = JSON.parse(element('page-data').textContent ?? '') as PageData;
// The URL wins over the HTML: a cached page may have been rendered without the code.
const referredBy = findReferralCode() ?? data.referredBy;
const source = findSource(data.waitlistId);
const { language } = data;
const { form: texts } = data.texts;
const words = { language, texts };
const challenge =
  data.challenge &&
  data.texts.challenge &&
  createChallenge(
    { ...data.challenge, texts: data.texts.challenge, language },
    element<HTMLDialogElement>('challenge'),
  );
const memory = createEntryMemory(data.waitlistId);
const retryNote = createRetryNote(texts.retrying);
const signup = createSignup({
  ...words,
  url: data.signupUrl,
  referralCode: referredBy,
  source,
  challenge,
  onJoined: join,
  onRetrying: retryNote.show,
});
// Beside a first view, the default form is an inert template: without this script, there is one form.
const spare = document.querySelector('template');
spare?.replaceWith(spare.content);
const formSection = element('join');
const form = createDefaultForm(formSection, signup, data.questions, words);
const stage = element('stage');
const frame = element<HTMLIFrameElement>('page');
const isBuiltIn = data.design.template !== 'custom';
const first = document.getElementById('first');
const firstView = watchFirstView(first, data.questions);
const placeStyles = [data.placeCssUrl, ...(data.questionsCssUrl === null ? [] : [data.questionsCssUrl])];
let stopPageCode = () => {};

if (challenge) {
  // Focusing a field, in the frame or the form, signals intent to join. Nobody else needs to load Turnstile.
  addEventListener('blur', () => challenge.prepare());
  addEventListener('focusin', () => challenge.prepare());
}

function removePage(): void {
  stopPageCode();
  frame.remove();
  first?.remove();
  matchEdge(null);
}

/** Shows the default form instead of the page. */
function showForm(): void {
  removePage();
  formSection.inert = false;
  stage.dataset.state = 'form';
}

// Someone who has begun to fill it in keeps it, whatever loads meanwhile.
formSection.addEventListener('focusin', () => {
  if (stage.dataset.state === 'loading') showForm();
});

const savesData = (): boolean =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

/** Who saves data gets React and the page code when they use the page: it looks the same before. */
const isUsed = (view: HTMLElement): Promise<unknown> =>
  new Promise(resolve => {
    if (view.contains(document.activeElement)) resolve(null);
    for (const type of ['pointerdown', 'focusin']) view.addEventListener(type, resolve, { once: true });
  });

function startOver(): void {
  memory.forget();
  location.reload();
}

/** Shows a place instead of the page. */
function showPlace(place: HTMLElement): void {
  removePage();
  formSection.hidden = true;
  const other = document.createElement('button');
  other.type = 'button';
  other.className = 'place-other';
  other.textContent = texts.otherEmail;
  other.addEventListener('click', startOver);
  place.append(other);
  stage.append(place);
  stage.dataset.state = 'place';
  import(data.placeJsUrl).catch(() => {});
}

/** The page code or the default form has joined somebody, and waits for their place. It shows its own if ours is not to be had. */
async function join(result: SignupResult, statusUrl: string): Promise<void> {
  const path = memory.keep(statusUrl);
  if (!isBuiltIn && stage.dataset.state !== 'form') return showEntryBar(result.position, path, words);
  const place = await loadPlace(path, placeStyles);
  if (place === null || place === GONE) return;
  const message = place.querySelector<HTMLElement>('[data-part=message]') as HTMLElement;
  message.textContent = result.message;
  message.hidden = false;
  place.dataset.joined = '';
  showPlace(place);
  scrollTo(0, 0);
  place.querySelector<HTMLElement>('h1')?.focus();
}

/** The place of the person that this browser remembers, for page code. */
async function findEntry(path: string | null): Promise<PageEntry | null> {
  const entry = path && (await loadEntry(path));
  if (entry === GONE) memory.forget();
  if (!path || !entry || entry === GONE) return null;
  showEntryBar(entry.position, path, words);
  return entry;
}

async function start(): Promise<void> {
  const path = memory.read();
  if (path && isBuiltIn) {
    const place = await loadPlace(path, placeStyles);
    if (place === GONE) memory.forget();
    else if (place) return showPlace(place);
  }
  if (first && savesData()) await isUsed(first);
  // They may have begun before this script was here.
  if (formSection.contains(document.activeElement)) return showForm();
  const page = runPageCode({
    frame,
    data,
    referredBy,
    entry: findEntry(isBuiltIn ? null : path),
    signup,
    onShown() {
      firstView.whenFree(typed => {
        frame.inert = false;
        formSection.inert = true;
        stage.dataset.state = 'page';
        if (typed) page.send(typed);
      });
    },
    onEdge: matchEdge,
    onOpen: href => openLink(href, frame),
    onFailure(reason) {
      // For the page owner to find in the inspector.
      stage.dataset.reason = reason;
      firstView.whenFree(typed => {
        const hadFocus = document.activeElement === frame;
        showForm();
        const attempt = typed ? { input: typed, outcome: signup(typed) } : signup.latest();
        form.show({ takeFocus: hadFocus, attempt });
      });
    },
  });
  stopPageCode = page.stop;
}

const { opensAt } = data.waitlist;
if (opensAt !== null) watchDoor(opensAt, language);
start();
countVisit(data.visitUrl, source, referredBy);
