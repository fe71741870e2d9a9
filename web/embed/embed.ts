import { signupPath, visitPath } from '../../core/kernel/site.ts';
import type { EmbedSettings } from '../../core/pages/embed-settings.ts';
import type { PublicPlace } from '../../core/place-pages/find-place.ts';
import { EMBED_ELEMENT } from '../../core/waitlists/own-site-snippets.ts';
import { createChallenge } from '../page/challenge.ts';
import { countVisit } from '../page/count-visit.ts';
import { createEntryMemory, type EntryMemory } from '../page/entry-memory.ts';
import { GONE, load } from '../page/load-place.ts';
import type { SignupOutcome } from '../page/messages.ts';
import { findReferralCode } from '../page/referral.ts';
import { createSignup, type Signup } from '../page/signup.ts';
import { CLOSED, UNREACHABLE } from '../page/signup-outcome.ts';
import { findSource } from '../page/visit-source.ts';
import { STYLE } from './style.ts';
import { createView, type View } from './view.ts';

/*
 * `{base_url}/embed.js`: the form of a waitlist on its owner's own site, as `<anteroom-waitlist slug="…">`. Everything it
 * shows is in a shadow root, where the styles of the page do not reach.
 */

const WIDGET_SLOT = 'anteroom-challenge';
const SETTINGS_TIMEOUT = 10_000;
/** With this attribute, the form asks for a name too. */
const ASK_NAME = 'ask-name';

/** `{base_url}`, written in when the script is built: it may run as a module, in another file, or inlined in a page. */
declare const BASE_URL: string;

/** Null when there is no such waitlist. */
async function loadSettings(slug: string): Promise<EmbedSettings | null> {
  const url = `${BASE_URL}/w/${encodeURIComponent(slug)}/embed.json`;
  const response = await fetch(url, { signal: AbortSignal.timeout(SETTINGS_TIMEOUT) });
  if (response.ok) return (await response.json()) as EmbedSettings;
  // Another server's 404 says nothing about the waitlist.
  const { code } = (await response.json()) as { code?: unknown };
  if (code === 'not_found') return null;
  throw new Error('The settings of the waitlist did not load');
}

/** For the owner: on a site that is not allowed, nobody can join. */
function warnUnlessAllowed(slug: string, { allowedOrigins }: EmbedSettings): void {
  if ([new URL(BASE_URL).origin, ...allowedOrigins].includes(self.origin)) return;
  // biome-ignore lint/suspicious/noConsole: the owner looks there, and visitors need not know
  console.warn(
    `Anteroom: nobody can join the waitlist “${slug}” here, because ${self.origin} is not one of its allowed origins. Add it in the dashboard, under Share.`,
  );
}

/**
 * Cloudflare's widget does not work in a shadow root. It is a child of the element, shown in the dialog's slot. Inline and
 * important, its style wins over anything on the page.
 */
function widgetBox(host: HTMLElement): HTMLElement {
  const old = host.querySelector<HTMLElement>(`:scope > [slot=${WIDGET_SLOT}]`);
  const box = old ?? document.createElement('div');
  box.slot = WIDGET_SLOT;
  for (const [property, value] of [
    ['display', 'block'],
    ['visibility', 'visible'],
    ['opacity', '1'],
    ['position', 'static'],
  ] as const)
    box.style.setProperty(property, value, 'important');
  if (!old) host.append(box);
  return box;
}

/** A style sheet object is allowed by every content security policy; a `<style>` element is not. */
function addStyle(root: ShadowRoot): void {
  if ('adoptedStyleSheets' in root) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLE);
    root.adoptedStyleSheets = [sheet];
  } else {
    const style = document.createElement('style');
    style.textContent = STYLE;
    (root as ShadowRoot).append(style);
  }
}

function mount(host: HTMLElement, root: ShadowRoot, slug: string): View {
  const view = createView(WIDGET_SLOT);
  root.replaceChildren(view.element);
  addStyle(root);
  const emit = (name: string, detail: unknown) =>
    host.dispatchEvent(new CustomEvent(`anteroom:${name}`, { detail, bubbles: true, composed: true }));

  function tell(outcome: SignupOutcome): void {
    if ('result' in outcome) {
      const { result } = outcome;
      if (!('pending' in result)) return;
      view.showPending(result);
      emit('pending', { message: result.message });
      return;
    }
    const { code, message, suggestion } = outcome.problem;
    view.explain(outcome.problem);
    // A suggestion is a question, not an error.
    if (suggestion === null) emit('error', { code, message });
  }

  let starting: Promise<Signup | null> | null = null;
  async function start(): Promise<Signup | null> {
    const settings = await loadSettings(slug);
    if (!settings) return null;
    const referralCode = findReferralCode();
    const source = findSource(settings.waitlistId);
    countVisit(BASE_URL + visitPath(slug), source, referralCode);
    warnUnlessAllowed(slug, settings);
    view.dress(settings);
    const memory = createEntryMemory(settings.waitlistId);
    const showPlace = (path: string) => showTicket(view, path, memory);
    view.onLeave(memory.forget);
    const path = memory.read();
    if (path) await showPlace(path);
    const challenge =
      settings.challenge && createChallenge(settings.challenge, view.dialog, () => widgetBox(host));
    if (challenge) view.form.addEventListener('focusin', () => challenge.prepare());
    return createSignup({
      url: BASE_URL + signupPath(slug),
      referralCode,
      source,
      challenge,
      onRetrying: view.showRetrying,
      async onJoined(result, statusUrl) {
        const { name, referralBoost } = settings;
        const place = { ...result, referralBoost, status: 'waiting', ahead: null } as const;
        view.showJoined(name, place, statusUrl, result.message);
        showPlace(memory.keep(statusUrl));
        emit('joined', { ...result, statusUrl });
      },
    });
  }
  const ready = (): Promise<Signup | null> => {
    starting ??= start().catch((error: unknown) => {
      // The next attempt loads them again.
      starting = null;
      throw error;
    });
    return starting;
  };

  view.onSubmit(async input => {
    const signup = await ready().catch(() => undefined);
    if (signup === undefined) tell(UNREACHABLE);
    else tell(signup ? await signup(input) : CLOSED);
  });
  ready()
    .then(signup => signup ?? tell(CLOSED))
    .catch(() => {})
    .finally(view.reveal);
  return view;
}

/** Shows the place at a path as it is now, or the form where nobody has it anymore. */
async function showTicket(view: View, path: string, memory: EntryMemory): Promise<void> {
  const place = await load(`${BASE_URL + path}.json`, response => response.json() as Promise<PublicPlace>);
  if (place === GONE) memory.forget();
  else if (place) view.showTicket(place.waitlist.name, place, BASE_URL + path);
}

class AnteroomWaitlist extends HTMLElement {
  static readonly observedAttributes = ['slug', ASK_NAME];
  #slug: string | null = null;
  #view: View | null = null;

  connectedCallback(): void {
    this.#show();
  }

  attributeChangedCallback(): void {
    if (this.isConnected) this.#show();
  }

  #show(): void {
    const slug = this.getAttribute('slug')?.trim() ?? '';
    // Frameworks set the attribute after they add the element.
    if (slug !== '' && slug !== this.#slug) {
      this.#slug = slug;
      this.#view = mount(this, this.shadowRoot ?? this.attachShadow({ mode: 'open' }), slug);
    }
    this.#view?.askName(this.hasAttribute(ASK_NAME));
  }
}

// Another copy of this script may have run.
if (!customElements.get(EMBED_ELEMENT)) customElements.define(EMBED_ELEMENT, AnteroomWaitlist);
