import { signupPath, visitPath } from '../../core/kernel/site.ts';
import type { EmbedSettings } from '../../core/pages/embed-settings.ts';
import type { PublicPlace } from '../../core/place-pages/schemas.ts';
import { EMBED_ELEMENT } from '../../core/waitlists/own-site-snippets.ts';
import { createChallenge } from '../page/challenge.ts';
import { countVisit } from '../page/count-visit.ts';
import { createEntryMemory, type EntryMemory } from '../page/entry-memory.ts';
import { GONE, load } from '../page/load-place.ts';
import type { SignupOutcome } from '../page/messages.ts';
import { findReferralCode } from '../page/referral.ts';
import { createSignup } from '../page/signup.ts';
import { findSource } from '../page/visit-source.ts';
import { keepLoading, shortLanguage } from './load-settings.ts';
import { STYLE } from './style.ts';
import { createView, type View } from './view.ts';

/*
 * `{base_url}/embed.js`: the form of a waitlist on its owner's own site, as `<anteroom-waitlist slug="…">`. Everything it
 * shows is in a shadow root, where the styles of the page do not reach.
 */

const WIDGET_SLOT = 'anteroom-challenge';
/** With this attribute, the form asks for a name too. */
const ASK_NAME = 'ask-name';

/** `{base_url}`, written in when the script is built: it may run as a module, in another file, or inlined in a page. */
declare const BASE_URL: string;

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

function mount(host: HTMLElement, root: ShadowRoot, slug: string, language: string): View {
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

  async function start(settings: EmbedSettings): Promise<void> {
    const { language, texts } = settings;
    const referralCode = findReferralCode();
    const source = findSource(settings.waitlistId);
    countVisit(BASE_URL + visitPath(slug), source, referralCode);
    warnUnlessAllowed(slug, settings);
    view.dress(settings);
    const memory = createEntryMemory(settings.waitlistId);
    const showPlace = (path: string) => showTicket(view, path, memory);
    view.onLeave(memory.forget);
    const challenge =
      settings.challenge &&
      createChallenge({ ...settings.challenge, language, texts: texts.challenge }, view.dialog, () =>
        widgetBox(host),
      );
    if (challenge) view.form.addEventListener('focusin', () => challenge.prepare());
    const signup = createSignup({
      url: BASE_URL + signupPath(slug),
      referralCode,
      source,
      challenge,
      language,
      texts: texts.form,
      onRetrying: view.showRetrying,
      async onJoined(result, statusUrl) {
        const { name, referralBoost } = settings;
        const place = { ...result, referralBoost, status: 'waiting', ahead: null } as const;
        view.showJoined(name, place, statusUrl, result.message);
        showPlace(memory.keep(statusUrl));
        emit('joined', { ...result, statusUrl });
      },
    });
    view.onSubmit(async input => tell(await signup(input)));
    const path = memory.read();
    if (path) await showPlace(path);
  }

  keepLoading({ baseUrl: BASE_URL, slug, language }, () => view.element.isConnected).then(async settings => {
    if (settings === null) return view.element.remove();
    if ('gone' in settings) {
      view.showGone(settings.gone);
      emit('error', { code: 'not_found', message: settings.gone });
    } else await start(settings);
    view.reveal();
  });
  return view;
}

/** Shows the place at a path as it is now, or the form where nobody has it anymore. */
async function showTicket(view: View, path: string, memory: EntryMemory): Promise<void> {
  const place = await load(`${BASE_URL + path}.json`, response => response.json() as Promise<PublicPlace>);
  if (place === GONE) memory.forget();
  else if (place) view.showTicket(place.waitlist.name, place, BASE_URL + path);
}

/** The language of the element, else of the page. */
const languageOf = (host: HTMLElement): string =>
  shortLanguage((host.closest<HTMLElement>('[lang]') ?? document.documentElement).lang);

class AnteroomWaitlist extends HTMLElement {
  static readonly observedAttributes = ['slug', 'lang', ASK_NAME];
  /** What it shows: the waitlist, and the language. */
  #shown = '';
  #view: View | null = null;

  connectedCallback(): void {
    // It stopped loading while it was not on the page.
    if (this.shadowRoot?.childElementCount === 0) this.#shown = '';
    this.#show();
  }

  attributeChangedCallback(): void {
    if (this.isConnected) this.#show();
  }

  #show(): void {
    const slug = this.getAttribute('slug')?.trim() ?? '';
    const language = languageOf(this);
    const shown = `${slug} ${language}`;
    // Frameworks set the attribute after they add the element.
    if (slug !== '' && shown !== this.#shown) {
      this.#shown = shown;
      const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' });
      this.#view = mount(this, root, slug, language);
    }
    this.#view?.askName(this.hasAttribute(ASK_NAME));
  }
}

// Another copy of this script may have run.
if (!customElements.get(EMBED_ELEMENT)) customElements.define(EMBED_ELEMENT, AnteroomWaitlist);
