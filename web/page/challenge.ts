import type { PageChallenge } from '../../core/pages/page-data.ts';

/** Cloudflare's script, as far as it is used here. */
interface Turnstile {
  render(container: HTMLElement, parameters: Readonly<Record<string, unknown>>): string | null | undefined;
  execute(widget: string): void;
  reset(widget: string): void;
}

/** A token, or the sentence that tells the visitor why there is none. */
export type ChallengeOutcome = { readonly token: string } | { readonly problem: string };

/** The bot challenge of the page. It never throws and never waits for ever. */
export interface Challenge {
  /** The visitor is about to join: what takes time is begun. */
  prepare(): void;
  /** Has the visitor solve a challenge. The token is good for one signup. */
  solve(): Promise<ChallengeOutcome>;
  /** The token was sent, whatever came of it. */
  reset(): void;
}

interface Global {
  turnstile?: Turnstile;
  anteroomChallengeLoaded?: () => void;
}

const arrivalTimeout = 12_000;
/** For what the browser does by itself; a visitor who is asked something takes as long as they take. */
const solvingTimeout = 20_000;

const notLoaded =
  'We could not load the check that you are human. Check your connection and any content blocker, then try again.';
const notConfirmed = 'We could not confirm that you are human. Please try again.';
const tooLong = 'The check that you are human took too long. Please try again.';
const cancelled = 'The check that you are human was closed. Try again when you are ready.';
const unsupported =
  'This browser cannot run the check that you are human. Please update it, or try another one.';

/** @param dialog the element that the server rendered (`core/pages/render-challenge.ts`) */
export function createChallenge({ siteKey, scriptUrl }: PageChallenge, dialog: HTMLDialogElement): Challenge {
  const global = window as unknown as Global;
  let widget: Promise<{ turnstile: Turnstile; id: string }> | null = null;
  let settle: ((outcome: ChallengeOutcome) => void) | null = null;
  let patience = 0;

  const end = (outcome: ChallengeOutcome) => settle?.(outcome);
  const wait = () => {
    patience = window.setTimeout(() => end({ problem: tooLong }), solvingTimeout);
  };

  function ask(asking: boolean): void {
    clearTimeout(patience);
    if (asking === dialog.open) return;
    if (asking) {
      dialog.removeAttribute('aria-hidden');
      dialog.showModal();
    } else {
      // Gives the focus back to where it was.
      dialog.close();
      dialog.setAttribute('aria-hidden', 'true');
    }
  }

  function render(turnstile: Turnstile): { turnstile: Turnstile; id: string } {
    const container = dialog.querySelector<HTMLElement>('[data-part=widget]') as HTMLElement;
    const id = turnstile.render(container, {
      sitekey: siteKey,
      // A token lives five minutes and visitors read: it is made when it is needed.
      execution: 'execute',
      appearance: 'interaction-only',
      retry: 'never',
      'refresh-expired': 'never',
      'response-field': false,
      theme: 'auto',
      // 150 pixels wide and not 300, which with the dialog around it is more than a small phone has.
      size: innerWidth < 380 ? 'compact' : 'normal',
      callback: (token: string) => end({ token }),
      // True: it is dealt with here.
      'error-callback': () => {
        end({ problem: notConfirmed });
        return true;
      },
      'timeout-callback': () => end({ problem: tooLong }),
      'unsupported-callback': () => end({ problem: unsupported }),
      'before-interactive-callback': () => settle && ask(true),
      'after-interactive-callback': () => {
        ask(false);
        if (settle) wait();
      },
    });
    if (!id) throw new Error('Turnstile made no widget');
    return { turnstile, id };
  }

  function ready(): Promise<{ turnstile: Turnstile; id: string }> {
    widget ??= (global.turnstile ? Promise.resolve(global.turnstile) : load(scriptUrl, global))
      .then(render)
      .catch((error: unknown) => {
        // The next attempt loads it anew.
        widget = null;
        throw error;
      });
    return widget;
  }

  function reset(): void {
    widget?.then(({ turnstile, id }) => turnstile.reset(id)).catch(() => {});
  }

  dialog.addEventListener('cancel', () => end({ problem: cancelled }));
  dialog.querySelector('button')?.addEventListener('click', () => end({ problem: cancelled }));

  return {
    prepare() {
      ready().catch(() => {});
    },

    async solve() {
      const shown = await ready().catch(() => null);
      if (!shown) return { problem: notLoaded };
      const outcome = await new Promise<ChallengeOutcome>(resolve => {
        settle = resolve;
        wait();
        try {
          shown.turnstile.execute(shown.id);
        } catch {
          resolve({ problem: notConfirmed });
        }
      });
      settle = null;
      ask(false);
      if ('problem' in outcome) reset();
      return outcome;
    },

    reset,
  };
}

/** Loads Cloudflare's script. Rejects when it is blocked, or does not arrive in time. */
function load(scriptUrl: string, global: Global): Promise<Turnstile> {
  const url = new URL(scriptUrl);
  url.searchParams.set('render', 'explicit');
  url.searchParams.set('onload', 'anteroomChallengeLoaded' satisfies keyof Global);
  const script = document.createElement('script');
  script.src = url.href;
  script.async = true;
  return new Promise<Turnstile>((resolve, reject) => {
    const fail = () => {
      script.remove();
      reject(new Error('The script of the challenge did not load'));
    };
    const timer = setTimeout(fail, arrivalTimeout);
    script.addEventListener('error', () => {
      clearTimeout(timer);
      fail();
    });
    global.anteroomChallengeLoaded = () => {
      clearTimeout(timer);
      if (global.turnstile) resolve(global.turnstile);
      else fail();
    };
    document.head.append(script);
  });
}
