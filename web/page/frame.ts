import type * as ReactModule from 'react';
import type { createRoot as createRootFunction } from 'react-dom/client';
import { directionOf } from '../../core/languages/language.ts';
import { emulateForms } from './frame-forms.ts';
import { forwardLinks } from './frame-links.ts';
import { edgeColor, isBlank } from './frame-look.ts';
import { defineLoopGuard } from './frame-loop-guard.ts';
import {
  type FromFrame,
  helloMessage,
  type InitMessage,
  type PageLook,
  type ReadyMessage,
  type SignupInput,
  type SignupOutcome,
  type ToFrame,
} from './messages.ts';

/**
 * Removes WebRTC, which `connect-src` doesn't cover, and makes `fetch`, which the policy blocks anyway, reject with a
 * DOMException, which doesn't take the page down.
 */
function confine(): void {
  for (const name of ['RTCPeerConnection', 'webkitRTCPeerConnection', 'RTCDataChannel', 'RTCIceTransport']) {
    Reflect.deleteProperty(globalThis, name);
  }
  globalThis.fetch = async () => {
    throw new DOMException(
      'Page code has no network access. Use props.onSubmit to sign up.',
      'NotAllowedError',
    );
  };
}

/*
 * The bootstrap of the sandboxed frame, inline in the frame's document (its hash is in the policy). It waits for the shell,
 * then runs the runtime and the page code.
 *
 * Page code shares this realm and can undo anything done here. Visitors are protected by the sandbox, the policy, and the
 * shell's checks; this file makes honest page code work and reports failures early.
 */

// Called through another name, eval runs in the global scope.
// biome-ignore lint/security/noGlobalEval: this document only exists to run page code
const evaluate = globalThis.eval as (code: string) => unknown;

const ready: ReadyMessage = { type: 'anteroom:ready', document: String(Math.random()) };
const announce = () => parent.postMessage(ready, '*');

addEventListener('message', function receive(event: MessageEvent) {
  if (event.source !== parent) return;
  if (event.data === helloMessage) announce();
  const port = event.ports[0];
  if (!port || event.data?.type !== 'init') return;
  removeEventListener('message', receive);
  run(event.data, port);
});
announce();

function addRoot(): HTMLElement {
  const root = document.createElement('div');
  root.id = 'root';
  document.body.append(root);
  return root;
}

function run(init: InitMessage, port: MessagePort): void {
  const send = (message: FromFrame) => port.postMessage(message);
  const fail = (reason: string) => send({ type: 'failed', reason: reason.slice(0, 2000) });
  const root = addRoot();
  document.title = init.waitlist.name;

  let look: PageLook = init;
  let typed: SignupInput | null = null;
  let show: (() => void) | undefined;
  const outcomes = new Map<number, (outcome: SignupOutcome) => void>();
  port.onmessage = ({ data }: MessageEvent<ToFrame>) => {
    if (data.type === 'outcome') {
      outcomes.get(data.id)?.(data.outcome);
      outcomes.delete(data.id);
    } else if (data.type === 'look') {
      look = data.look;
      show?.();
    } else if (data.type === 'typed') {
      typed = Object.freeze(data.typed);
      show?.();
    } else if (!root.isConnected) {
      fail('The page code removed its root element.');
    } else {
      send({ type: 'pong', n: data.n, blank: isBlank(), edge: edgeColor() });
    }
  };

  reportFailures(fail);
  confine();
  defineLoopGuard(() => fail('The page code ran too long without a pause.'));
  forwardLinks(init.pageUrl, href => send({ type: 'open', href }));
  emulateForms();

  let lastId = 0;
  const onSubmit = (input: unknown) =>
    new Promise((resolve, reject) => {
      const { email, name, answers } = (input ?? {}) as Readonly<Record<string, unknown>>;
      if (typeof email !== 'string') throw new TypeError('onSubmit takes an object with email and name.');
      lastId += 1;
      outcomes.set(lastId, outcome => {
        if ('result' in outcome) resolve(outcome.result);
        else reject(Object.assign(new Error(outcome.problem.message), outcome.problem));
      });
      send({
        type: 'submit',
        id: lastId,
        email: email.slice(0, 1000),
        name: typeof name === 'string' ? name.slice(0, 1000) : '',
        // As JSON, because a message could not carry everything.
        ...(answers !== undefined && { answers: JSON.parse(JSON.stringify(answers)) }),
      });
    });

  evaluate(`${init.runtime}\n//# sourceURL=anteroom-runtime.js`);
  if (init.font) document.fonts.add(new FontFace('Figtree', init.font, { weight: '400 700' }));
  const { React, createRoot } = globalThis as unknown as Runtime;
  // As the value of the last statement, the function cannot be shadowed.
  const Page = evaluate(`${init.code}\n;GeneratedWaitlist\n//# sourceURL=page-code.js`);
  const pageRoot = createRoot(root);
  const onShown = () => send({ type: 'rendered', edge: edgeColor() });
  show = () => {
    const { waitlist, design, questions, language, words } = look;
    Object.assign(document.documentElement, { lang: language, dir: directionOf(language) });
    const props = Object.freeze({
      onSubmit,
      waitlist: Object.freeze(waitlist),
      design: Object.freeze(design),
      questions: Object.freeze(questions),
      language,
      words: Object.freeze(words),
      referredBy: init.referredBy,
      entry: init.entry && Object.freeze(init.entry),
      ...(typed && { typed }),
    });
    const page = React.createElement(Page as ReactModule.FunctionComponent<typeof props>, props);
    pageRoot.render(React.createElement(Shown, { React, onShown }, page));
  };
  show();
}

/** Reports the first render. React is a prop because it loads after this script. */
function Shown({ React, onShown, children }: ShownProps): ReactModule.ReactNode {
  const [reportOnce] = React.useState(() => onShown);
  React.useEffect(reportOnce, [reportOnce]);
  return children;
}

interface ShownProps {
  readonly React: typeof ReactModule;
  readonly onShown: () => void;
  readonly children?: ReactModule.ReactNode;
}

interface Runtime {
  readonly React: typeof ReactModule;
  readonly createRoot: typeof createRootFunction;
}

/**
 * Reports every uncaught error of the page code, whether at load, while rendering, or in an event handler. The shell then
 * shows the default form (contract section 5).
 */
function reportFailures(fail: (reason: string) => void): void {
  addEventListener('error', event => {
    // A browser warning, not an exception.
    if (/^ResizeObserver loop/.test(event.message)) return;
    fail(event.message);
  });
  addEventListener('unhandledrejection', ({ reason }) => {
    // A browser feature refused (canceled share, no clipboard, no network here); the page still works.
    if (reason instanceof DOMException) return;
    fail(String(reason));
  });
  addEventListener('pagehide', () => fail('The page code left its frame.'));
}
