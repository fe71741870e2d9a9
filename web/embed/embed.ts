import { signupPath } from '../../core/kernel/site.ts';
import type { EmbedSettings } from '../../core/pages/embed-settings.ts';
import { EMBED_ELEMENT } from '../../core/waitlists/own-site-snippets.ts';
import { createChallenge } from '../page/challenge.ts';
import type { SignupOutcome } from '../page/messages.ts';
import { createSignup, type Signup } from '../page/signup.ts';
import { STYLE } from './style.ts';
import { createView } from './view.ts';

/*
 * `{base_url}/embed.js`: the form of a waitlist on its owner's own site, as `<anteroom-waitlist slug="…">`. Everything it
 * shows is in a shadow root, where the styles of the page do not reach.
 */

const WIDGET_SLOT = 'anteroom-challenge';
const SETTINGS_TIMEOUT = 10_000;

/** Where this script came from: `{base_url}/`. */
const base = new URL('.', (document.currentScript as HTMLScriptElement | null)?.src ?? location.href).href;

const problem = (code: string, message: string): SignupOutcome => ({
  problem: { code, message, alreadyJoined: false, details: [] },
});
const closed = problem('not_found', 'This waitlist is no longer open.');
const unreachable = problem(
  'unreachable',
  'We couldn’t reach the server. Check your connection and try again.',
);

/** Null when there is no such waitlist. */
async function loadSettings(slug: string): Promise<EmbedSettings | null> {
  const url = `${base}w/${encodeURIComponent(slug)}/embed.json`;
  const response = await fetch(url, { signal: AbortSignal.timeout(SETTINGS_TIMEOUT) });
  if (response.status === 404) return null;
  if (!response.ok) throw new Error('The settings of the waitlist did not load');
  return (await response.json()) as EmbedSettings;
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

function mount(host: HTMLElement, root: ShadowRoot, slug: string): void {
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
    const { code, message } = outcome.problem;
    view.explain(outcome.problem);
    emit('error', { code, message });
  }

  let starting: Promise<Signup | null> | null = null;
  async function start(): Promise<Signup | null> {
    const settings = await loadSettings(slug);
    if (!settings) return null;
    view.dress(settings);
    const challenge =
      settings.challenge && createChallenge(settings.challenge, view.dialog, () => widgetBox(host));
    if (challenge) view.form.addEventListener('focusin', () => challenge.prepare());
    return createSignup({
      url: new URL(signupPath(slug), base).href,
      referralCode: new URLSearchParams(location.search).get('ref')?.slice(0, 64) || null,
      challenge,
      onJoined(result, statusUrl) {
        view.showJoined(result, statusUrl);
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

  view.onSubmit(async email => {
    const signup = await ready().catch(() => undefined);
    if (signup === undefined) tell(unreachable);
    else tell(signup ? await signup({ email, name: '' }) : closed);
  });
  ready()
    .then(signup => signup ?? tell(closed))
    .catch(() => {})
    .finally(view.reveal);
}

class AnteroomWaitlist extends HTMLElement {
  static readonly observedAttributes = ['slug'];
  #slug: string | null = null;

  connectedCallback(): void {
    this.#show();
  }

  attributeChangedCallback(): void {
    if (this.isConnected) this.#show();
  }

  #show(): void {
    const slug = this.getAttribute('slug')?.trim() ?? '';
    // Frameworks set the attribute after they add the element.
    if (slug === '' || slug === this.#slug) return;
    this.#slug = slug;
    mount(this, this.shadowRoot ?? this.attachShadow({ mode: 'open' }), slug);
  }
}

// Another copy of this script may have run.
if (!customElements.get(EMBED_ELEMENT)) customElements.define(EMBED_ELEMENT, AnteroomWaitlist);
