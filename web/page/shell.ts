import type { PageData } from '../../core/pages/page-data.ts';
import { createChallenge } from './challenge.ts';
import { countVisit } from './count-visit.ts';
import { createDefaultForm } from './default-form.ts';
import { matchEdge } from './edge.ts';
import { showEntryBar } from './entry-bar.ts';
import { createEntryMemory } from './entry-memory.ts';
import { GONE, loadEntry, loadPlace } from './load-place.ts';
import type { PageEntry, SignupResult } from './messages.ts';
import { openLink } from './open-link.ts';
import { runPageCode } from './page-frame.ts';
import { startPlace } from './place.ts';
import { findReferralCode } from './referral.ts';
import { createRetryNote } from './retry-note.ts';
import { createSignup } from './signup.ts';

/*
 * The shell of a hosted page. It runs the page code in the frame from the HTML and falls back to the default form if that
 * fails, so visitors can always join. Someone who joined sees their place: instead of a built-in template, and in a bar below
 * other page code.
 */

const element = <T extends HTMLElement>(id: string) => document.getElementById(id) as T;

const data = JSON.parse(element('page-data').textContent ?? '') as PageData;
// The URL wins over the HTML: a cached page may have been rendered without the code.
const referredBy = findReferralCode() ?? data.referredBy;
const challenge = data.challenge && createChallenge(data.challenge, element<HTMLDialogElement>('challenge'));
const memory = createEntryMemory(data.waitlistId);
const retryNote = createRetryNote();
const signup = createSignup({
  url: data.signupUrl,
  referralCode: referredBy,
  challenge,
  onJoined: join,
  onRetrying: retryNote.show,
});
const formSection = element('join');
const form = createDefaultForm(formSection, signup);
const stage = element('stage');
const frame = element<HTMLIFrameElement>('page');
const isBuiltIn = data.design.template !== 'custom';
let stopPageCode = () => {};

if (challenge) {
  // Focusing a field, in the frame or the form, signals intent to join. Nobody else needs to load Turnstile.
  addEventListener('blur', () => challenge.prepare());
  addEventListener('focusin', () => challenge.prepare());
}

/** Shows the default form instead of the page. */
function showForm(): void {
  stopPageCode();
  frame.remove();
  matchEdge(null);
  formSection.inert = false;
  stage.dataset.state = 'form';
}

// Someone who has begun to fill it in keeps it, whatever loads meanwhile.
formSection.addEventListener('focusin', () => {
  if (stage.dataset.state === 'loading') showForm();
});

function startOver(): void {
  memory.forget();
  location.reload();
}

/** Shows a place instead of the page. */
function showPlace(place: HTMLElement): void {
  stopPageCode();
  frame.remove();
  matchEdge(null);
  formSection.hidden = true;
  const other = document.createElement('button');
  other.type = 'button';
  other.className = 'place-other';
  other.textContent = 'Join with another email';
  other.addEventListener('click', startOver);
  place.append(other);
  stage.append(place);
  stage.dataset.state = 'place';
  startPlace(place, { onGone: startOver });
}

/** The page code or the default form has joined somebody, and shows their place until ours is here. */
async function join(result: SignupResult, statusUrl: string): Promise<void> {
  const path = memory.keep(statusUrl);
  if (!isBuiltIn && stage.dataset.state !== 'form') return showEntryBar(result.position, path);
  const place = await loadPlace(path, data.placeCssUrl);
  if (place === null || place === GONE) return;
  const message = place.querySelector<HTMLElement>('[data-part=message]') as HTMLElement;
  message.textContent = result.message;
  message.hidden = false;
  showPlace(place);
  scrollTo(0, 0);
  place.querySelector<HTMLElement>('h1')?.focus();
}

/** The place of the person that this browser remembers, for page code. */
async function findEntry(path: string | null): Promise<PageEntry | null> {
  const entry = path && (await loadEntry(path));
  if (entry === GONE) memory.forget();
  if (!path || !entry || entry === GONE) return null;
  showEntryBar(entry.position, path);
  return entry;
}

async function start(): Promise<void> {
  const path = memory.read();
  if (path && isBuiltIn) {
    const place = await loadPlace(path, data.placeCssUrl);
    if (place === GONE) memory.forget();
    else if (place) return showPlace(place);
  }
  // They may have begun before this script was here.
  if (formSection.contains(document.activeElement)) return showForm();
  ({ stop: stopPageCode } = runPageCode({
    frame,
    data,
    referredBy,
    entry: findEntry(isBuiltIn ? null : path),
    signup,
    onShown() {
      frame.inert = false;
      formSection.inert = true;
      stage.dataset.state = 'page';
    },
    onEdge: matchEdge,
    onOpen: href => openLink(href, frame),
    onFailure(reason) {
      const hadFocus = document.activeElement === frame;
      showForm();
      // For the page owner to find in the inspector.
      stage.dataset.reason = reason;
      form.show({ takeFocus: hadFocus, attempt: signup.latest() });
    },
  }));
}

start();
countVisit(data.visitUrl);
