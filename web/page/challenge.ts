import type { Language } from '../../core/languages/language.ts';
import type { Texts } from '../../core/languages/texts.ts';
import type { PageChallenge } from '../../core/pages/page-data.ts';

/** The part of Cloudflare's script that is used here. */
interface Turnstile {
  render(container: HTMLElement, parameters: Readonly<Record<string, unknown>>): string | null | undefined;
  execute(widget: string): void;
  reset(widget: string): void;
}

/** A token, or a message for the visitor. */
export type ChallengeOutcome = { readonly token: string } | { readonly problem: string };

/** The page's bot challenge. It never throws, and every wait has a timeout. */
export interface Challenge {
  /** Starts loading Turnstile. Call it when the visitor is about to join. */
  prepare(): void;
  /** Runs a challenge. Its token is good for one signup. */
  solve(): Promise<ChallengeOutcome>;
  /** Call it once the token was sent. */
  reset(): void;
}

interface ChallengeOptions extends PageChallenge {
  readonly texts: Texts['challenge'];
  readonly language: Language;
}

interface Global {
  turnstile?: Turnstile;
  anteroomChallengeLoaded?: () => void;
}

const arrivalTimeout = 12_000;
/** Doesn't apply while the visitor is solving a challenge. */
const solvingTimeout = 20_000;

/** @param onInteractive - called when the visitor has something to solve, and when that is over */
function renderWidget(
  turnstile: Turnstile,
  container: HTMLElement,
  { siteKey, texts, language }: ChallengeOptions,
  end: (outcome: ChallengeOutcome) => void,
  onInteractive: (isInteractive: boolean) => void,
): { turnstile: Turnstile; id: string } {
  const id = turnstile.render(container, {
    sitekey: siteKey,
    language,
    // A token expires after five minutes, so it is requested only on submit.
    execution: 'execute',
    appearance: 'interaction-only',
    retry: 'never',
    'refresh-expired': 'never',
    'response-field': false,
    theme: 'auto',
    // The normal widget is 300 pixels wide and doesn't fit in the dialog on a small phone.
    size: innerWidth < 380 ? 'compact' : 'normal',
    callback: (token: string) => end({ token }),
    // Returning true tells Turnstile that the error is handled.
    'error-callback': () => {
      end({ problem: texts.notConfirmed });
      return true;
    },
    'timeout-callback': () => end({ problem: texts.tooLong }),
    'unsupported-callback': () => end({ problem: texts.unsupported }),
    'before-interactive-callback': () => onInteractive(true),
    'after-interactive-callback': () => onInteractive(false),
  });
  if (!id) throw new Error('Turnstile rendered no widget');
  return { turnstile, id };
}

/**
 * @param dialog - as rendered by the server (`core/pages/render-page.ts`)
 * @param findContainer - finds the place of the widget, when it is needed
 */
export function createChallenge(
  options: ChallengeOptions,
  dialog: HTMLDialogElement,
  findContainer = () => dialog.querySelector<HTMLElement>('[data-part=widget]') as HTMLElement,
): Challenge {
  const { scriptUrl, texts } = options;
  const global = window as unknown as Global;
  let widget: Promise<{ turnstile: Turnstile; id: string }> | null = null;
  let settle: ((outcome: ChallengeOutcome) => void) | null = null;
  let timer = 0;

  const end = (outcome: ChallengeOutcome) => settle?.(outcome);
  const startTimer = () => {
    timer = window.setTimeout(() => end({ problem: texts.tooLong }), solvingTimeout);
  };

  function setDialogOpen(isOpen: boolean): void {
    clearTimeout(timer);
    if (isOpen === dialog.open) return;
    if (isOpen) {
      dialog.removeAttribute('aria-hidden');
      dialog.showModal();
    } else {
      dialog.close();
      dialog.setAttribute('aria-hidden', 'true');
    }
  }

  const render = (turnstile: Turnstile) =>
    renderWidget(turnstile, findContainer(), options, end, isInteractive => {
      if (isInteractive) settle && setDialogOpen(true);
      else {
        setDialogOpen(false);
        if (settle) startTimer();
      }
    });

  function ready(): Promise<{ turnstile: Turnstile; id: string }> {
    widget ??= (global.turnstile ? Promise.resolve(global.turnstile) : load(scriptUrl, global))
      .then(render)
      .catch((error: unknown) => {
        // The next attempt loads it again.
        widget = null;
        throw error;
      });
    return widget;
  }

  function reset(): void {
    widget?.then(({ turnstile, id }) => turnstile.reset(id)).catch(() => {});
  }

  dialog.addEventListener('cancel', () => end({ problem: texts.canceled }));
  dialog.querySelector('button')?.addEventListener('click', () => end({ problem: texts.canceled }));

  return {
    prepare: () => void ready().catch(() => {}),

    async solve() {
      const shown = await ready().catch(() => null);
      if (!shown) return { problem: texts.notLoaded };
      const outcome = await new Promise<ChallengeOutcome>(resolve => {
        settle = resolve;
        startTimer();
        try {
          shown.turnstile.execute(shown.id);
        } catch {
          resolve({ problem: texts.notConfirmed });
        }
      });
      settle = null;
      setDialogOpen(false);
      if ('problem' in outcome) reset();
      return outcome;
    },

    reset,
  };
}

let loading: Promise<Turnstile> | null = null;

/** Loads Cloudflare's script, once for all forms of a page. Rejects if it is blocked or times out. */
function load(scriptUrl: string, global: Global): Promise<Turnstile> {
  loading ??= loadScript(scriptUrl, global).finally(() => {
    loading = null;
  });
  return loading;
}

function loadScript(scriptUrl: string, global: Global): Promise<Turnstile> {
  const url = new URL(scriptUrl);
  url.searchParams.set('render', 'explicit');
  url.searchParams.set('onload', 'anteroomChallengeLoaded' satisfies keyof Global);
  const script = document.createElement('script');
  script.src = url.href;
  script.async = true;
  return new Promise<Turnstile>((resolve, reject) => {
    const fail = () => {
      script.remove();
      reject(new Error('The Turnstile script did not load'));
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
