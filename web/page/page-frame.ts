import type { PageData } from '../../core/pages/page-data.ts';
import {
  type FromFrame,
  helloMessage,
  type InitMessage,
  type PageEntry,
  type PageLook,
  parseFromFrame,
  parseReady,
  type SignupInput,
  type ToFrame,
} from './messages.ts';
import type { Signup } from './signup.ts';
import { startWatchdog, type Watchdog } from './watchdog.ts';

/** For the frame's document and the runtime to load. */
const arrivalTimeout = 12_000;

export interface PageFrame {
  readonly frame: HTMLIFrameElement;
  readonly data: PageData;
  readonly referredBy: string | null;
  /** The person who joined in this browser. */
  readonly entry: Promise<PageEntry | null>;
  readonly signup: Signup;
  /** The page code has rendered. */
  readonly onShown: () => void;
  /** The color at the page's lower edge, for the footer to match. */
  readonly onEdge: (color: string | null) => void;
  /** The page code asks to open a URL, with or without a click. */
  readonly onOpen: (href: string) => void;
  /** The page code failed. Called at most once. */
  readonly onFailure: (reason: string) => void;
}

export interface RunningPage {
  /** Renders the page again with other props. */
  update(look: PageLook): void;
  /** Lets the running page send what somebody typed before it was there. */
  send(typed: SignupInput): void;
  /** Stops it, for a preview about to show other code; no callback runs after that. */
  stop(): void;
}

/** The runtime, and the font: without it, the page is still a page. */
const fetchAssets = ({ runtimeUrl, fontUrl }: PageData): Promise<[string, ArrayBuffer | null]> =>
  Promise.all([
    fetch(runtimeUrl).then(response => {
      if (!response.ok) throw new Error(`The runtime answers ${response.status}.`);
      return response.text();
    }),
    fetch(fontUrl)
      .then(response => (response.ok ? response.arrayBuffer() : null))
      .catch(() => null),
  ]);

function receive(
  page: PageFrame,
  message: FromFrame,
  fail: (reason: string) => void,
  send: (message: ToFrame) => void,
  watchdog: Watchdog | null,
): void {
  switch (message.type) {
    case 'rendered':
      page.onEdge(message.edge);
      page.onShown();
      break;
    case 'failed':
      fail(message.reason);
      break;
    case 'pong':
      page.onEdge(message.edge);
      watchdog?.answered(message);
      break;
    case 'open':
      page.onOpen(message.href);
      break;
    case 'submit':
      page.signup(message).then(outcome => send({ type: 'outcome', id: message.id, outcome }));
      break;
  }
}

/**
 * Runs the page code in the sandboxed frame and talks to it over one MessagePort.
 *
 * The shell fetches the runtime and the font and passes them on: with its opaque origin, the frame could not use the HTTP
 * cache (Chromium partitions the cache by document there).
 */
export function runPageCode(page: PageFrame): RunningPage {
  const { frame, data } = page;
  const { port1: port, port2: framePort } = new MessageChannel();
  const assets = fetchAssets(data);
  let watchdog: Watchdog | null = null;
  let running: string | null = null;
  let isStopped = false;
  let look: PageLook = data;
  const arrival = setTimeout(() => fail('The frame did not load in time.'), arrivalTimeout);

  function send(message: ToFrame): void {
    if (!isStopped) port.postMessage(message);
  }

  function stop(): void {
    isStopped = true;
    clearTimeout(arrival);
    watchdog?.stop();
    removeEventListener('message', receiveFromWindow);
    port.close();
  }

  function fail(reason: string): void {
    if (isStopped) return;
    stop();
    page.onFailure(reason);
  }

  function receiveFromWindow(event: MessageEvent): void {
    const document = event.source === frame.contentWindow ? parseReady(event.data) : null;
    if (document === null) return;
    if (running === null) start(document);
    // A second frame document: the page code reloaded its frame.
    else if (document !== running) fail('The page code left its frame.');
  }

  function start(document: string): void {
    running = document;
    Promise.all([assets, page.entry]).then(
      ([[runtime, font], entry]) => {
        if (isStopped) return;
        clearTimeout(arrival);
        const { code, pageUrl } = data;
        const { waitlist, design, questions, language, words } = look;
        const shown = { waitlist, design, questions, language, words };
        const { referredBy } = page;
        const init: InitMessage = { type: 'init', runtime, font, code, pageUrl, ...shown, referredBy, entry };
        // An opaque origin cannot be a target. Nothing in this message is secret.
        frame.contentWindow?.postMessage(init, '*', [framePort]);
        watchdog = startWatchdog(n => send({ type: 'ping', n }), fail);
      },
      error => fail(String(error)),
    );
  }

  port.onmessage = event => {
    const message = parseFromFrame(event.data);
    if (message && !isStopped) receive(page, message, fail, send, watchdog);
  };
  addEventListener('message', receiveFromWindow);
  // If the frame's script ran first, its `ready` was missed: ask for it again.
  frame.contentWindow?.postMessage(helloMessage, '*');
  return {
    update(next) {
      look = next;
      if (running !== null) send({ type: 'look', look });
    },
    send: typed => send({ type: 'typed', typed }),
    stop,
  };
}
