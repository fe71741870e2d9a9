import type { PageData } from '../../core/pages/page-data.ts';
import {
  type FromFrame,
  helloMessage,
  type InitMessage,
  parseFromFrame,
  parseReady,
  type ToFrame,
} from './messages.ts';
import type { Signup } from './signup.ts';
import { startWatchdog, type Watchdog } from './watchdog.ts';

/** How long the frame document and the runtime may take to arrive. */
const arrivalTimeout = 12_000;

export interface PageFrame {
  readonly frame: HTMLIFrameElement;
  readonly data: PageData;
  readonly referredBy: string | null;
  readonly signup: Signup;
  /** The page code stands on the screen. */
  readonly onShown: () => void;
  /** The colour at the lower edge of the page, so that what stands below it can match. */
  readonly onEdge: (colour: string | null) => void;
  /** The page code asks for an address to be opened, whether or not anybody clicked. */
  readonly onOpen: (href: string) => void;
  /** The page code cannot be used, now or any more. Called at most once. */
  readonly onFailure: (reason: string) => void;
}

/**
 * Runs the page code in the sandboxed frame and serves it over one MessagePort.
 *
 * The frame's origin is opaque, so it cannot use the HTTP cache (Chromium gives such a document a cache of its own that
 * dies with it). The shell fetches the runtime, from cache after the first visit, and hands over its text.
 *
 * @returns what ends it, for a preview that is about to show other code: nothing is called back after that
 */
export function runPageCode(page: PageFrame): () => void {
  const { frame, data } = page;
  const { port1: port, port2: framePort } = new MessageChannel();
  const runtime = fetch(data.runtimeUrl).then(response => {
    if (!response.ok) throw new Error(`The runtime answers ${response.status}.`);
    return response.text();
  });
  let watchdog: Watchdog | null = null;
  let running: string | null = null;
  let over = false;
  const arrival = setTimeout(() => fail('The frame did not load in time.'), arrivalTimeout);

  function send(message: ToFrame): void {
    port.postMessage(message);
  }

  function stop(): void {
    over = true;
    clearTimeout(arrival);
    watchdog?.stop();
    removeEventListener('message', receiveFromWindow);
    port.close();
  }

  function fail(reason: string): void {
    if (over) return;
    stop();
    page.onFailure(reason);
  }

  function receiveFromWindow(event: MessageEvent): void {
    const document = event.source === frame.contentWindow ? parseReady(event.data) : null;
    if (document === null) return;
    if (running === null) start(document);
    // Another document of ours took the first one's place: the page code reloaded its frame.
    else if (document !== running) fail('The page code left its frame.');
  }

  function start(document: string): void {
    running = document;
    runtime.then(
      text => {
        if (over) return;
        clearTimeout(arrival);
        const { code, pageUrl, waitlist } = data;
        const init: InitMessage = {
          type: 'init',
          runtime: text,
          code,
          pageUrl,
          waitlist,
          referredBy: page.referredBy,
        };
        // An opaque origin cannot be named as a target; nothing in this message is secret.
        frame.contentWindow?.postMessage(init, '*', [framePort]);
        watchdog = startWatchdog(n => send({ type: 'ping', n }), fail);
      },
      error => fail(String(error)),
    );
  }

  function receive(message: FromFrame): void {
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
        page.signup(message).then(outcome => over || send({ type: 'outcome', id: message.id, outcome }));
        break;
    }
  }

  port.onmessage = event => {
    const message = parseFromFrame(event.data);
    if (message && !over) receive(message);
  };
  addEventListener('message', receiveFromWindow);
  // Whichever of the two scripts runs first is not heard by the other: this makes the frame say it again.
  frame.contentWindow?.postMessage(helloMessage, '*');
  return stop;
}
