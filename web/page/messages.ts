import type { PageWaitlist } from '../../core/pages/page-data.ts';

/** What the shell says to the frame to hear its `ready`; everything after that goes over the port. */
export const helloMessage = 'anteroom:hello';

/** What the frame says to the shell. It may say it twice (unasked and asked); `document` tells whether it is the same one. */
export interface ReadyMessage {
  readonly type: 'anteroom:ready';
  readonly document: string;
}

/** The document a `ready` comes from, or null when the message is something else. */
export function parseReady(data: unknown): string | null {
  const { type, document } = (data ?? {}) as Partial<Record<keyof ReadyMessage, unknown>>;
  return type === 'anteroom:ready' && text(document, 40) ? document : null;
}

/** What page code gives to `props.onSubmit`. */
export interface SignupInput {
  readonly email: string;
  readonly name: string;
}

/** What `props.onSubmit` resolves to. */
export interface SignupResult {
  readonly position: number;
  readonly referralCode: string;
  readonly referralLink: string;
  readonly message: string;
}

/** What `props.onSubmit` rejects with: these members on an Error. `message` can be shown as it is. */
export interface SignupProblem {
  readonly message: string;
  readonly code: string;
  /** The email is on the list already; `message` is the server's. */
  readonly alreadyJoined: boolean;
  /** What is wrong with which field (`email` or `name`). */
  readonly details: readonly { readonly path: string; readonly message: string }[];
}

export type SignupOutcome = { readonly result: SignupResult } | { readonly problem: SignupProblem };

/** The first message of the shell, with the port; it starts the frame. */
export interface InitMessage {
  readonly type: 'init';
  readonly runtime: string;
  readonly code: string;
  readonly pageUrl: string;
  readonly waitlist: PageWaitlist;
  readonly referredBy: string | null;
}

export type ToFrame =
  | { readonly type: 'ping'; readonly n: number }
  | { readonly type: 'outcome'; readonly id: number; readonly outcome: SignupOutcome };

export type FromFrame =
  | { readonly type: 'rendered'; readonly edge: string | null }
  | { readonly type: 'failed'; readonly reason: string }
  /** `blank`: the page shows nothing at this moment. `edge`, here and above: the colour at its lower edge. */
  | { readonly type: 'pong'; readonly n: number; readonly blank: boolean; readonly edge: string | null }
  | { readonly type: 'submit'; readonly id: number; readonly email: string; readonly name: string }
  | { readonly type: 'open'; readonly href: string };

const text = (value: unknown, max: number): value is string =>
  typeof value === 'string' && value.length <= max;
const edgeOf = ({ edge }: Record<string, unknown>) => (text(edge, 40) ? edge : null);
const count = (value: unknown): value is number => Number.isSafeInteger(value);

/**
 * A message of the frame, or null when it has not the shape. Page code shares the frame with the bootstrap, so whatever
 * arrives may be forged: the shell believes nothing beyond what is checked here.
 */
export function parseFromFrame(data: unknown): FromFrame | null {
  if (typeof data !== 'object' || data === null) return null;
  const message = data as Record<string, unknown>;
  switch (message.type) {
    case 'rendered':
      return { type: 'rendered', edge: edgeOf(message) };
    case 'failed':
      return { type: 'failed', reason: text(message.reason, 2000) ? message.reason : '' };
    case 'pong': {
      const { n, blank } = message;
      return count(n) ? { type: 'pong', n, blank: blank === true, edge: edgeOf(message) } : null;
    }
    case 'submit': {
      const { id, email, name } = message;
      return count(id) && text(email, 1000) && text(name, 1000) ? { type: 'submit', id, email, name } : null;
    }
    case 'open':
      return text(message.href, 4000) ? { type: 'open', href: message.href } : null;
    default:
      return null;
  }
}
