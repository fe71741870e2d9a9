import type { Language } from '../../core/languages/language.ts';
import type { PageDesign, PageWaitlist } from '../../core/pages/page-data.ts';
import type { PageWords } from '../../core/pages/page-words.ts';
import type { Question } from '../../core/questions/question.ts';

/** Sent by the shell to request `ready`. Everything after that goes over the port. */
export const helloMessage = 'anteroom:hello';

/** Sent by the frame, possibly twice. `document` tells a repeat from a reloaded frame. */
export interface ReadyMessage {
  readonly type: 'anteroom:ready';
  readonly document: string;
}

/** The document id of a `ready` message, or null for any other message. */
export function parseReady(data: unknown): string | null {
  const { type, document } = (data ?? {}) as Partial<Record<keyof ReadyMessage, unknown>>;
  return type === 'anteroom:ready' && text(document, 40) ? document : null;
}

/** Argument of `props.onSubmit`. */
export interface SignupInput {
  readonly email: string;
  readonly name: string;
  /** By the key of the question. The server checks them. */
  readonly answers?: SentAnswers | undefined;
}

export type SentAnswers = Readonly<Record<string, unknown>>;

/** More than all questions together may have. */
const ANSWERS_MAX = 50_000;

/** Page code may send anything: only what can be sent on, and is not too long, is an answer. */
export function readAnswers(value: unknown): SentAnswers | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  try {
    return JSON.stringify(value).length <= ANSWERS_MAX ? (value as SentAnswers) : undefined;
  } catch {
    return undefined;
  }
}

/** The result of `props.onSubmit` for someone who joined. */
export interface SignupResult {
  readonly position: number;
  readonly referralCode: string;
  readonly referralLink: string;
  readonly message: string;
}

/** Its result where people confirm their address first. */
export interface SignupPending {
  readonly pending: true;
  readonly message: string;
}

/** `props.entry`: the person who joined in this browser. */
export interface PageEntry {
  readonly position: number;
  readonly referralCode: string;
  readonly referralLink: string;
  readonly referralCount: number;
}

/** Members of the Error that `props.onSubmit` rejects with. `message` can be shown to visitors. */
export interface SignupProblem {
  readonly message: string;
  readonly code: string;
  /** The email is already on the list. */
  readonly alreadyJoined: boolean;
  /** The address that they probably meant; the one they typed is sent if they submit it again. */
  readonly suggestion: string | null;
  /** Messages by field (`email`, `name`, or `answers.` and a key). */
  readonly details: readonly { readonly path: string; readonly message: string }[];
}

export type SignupOutcome =
  | { readonly result: SignupResult | SignupPending }
  | { readonly problem: SignupProblem };

/** Starts the frame; carries the port. */
export interface InitMessage extends PageLook {
  readonly type: 'init';
  readonly runtime: string;
  /** Null if it did not load. */
  readonly font: ArrayBuffer | null;
  readonly code: string;
  readonly pageUrl: string;
  readonly referredBy: string | null;
  readonly entry: PageEntry | null;
}

/** The props that the preview in the dashboard changes while the page runs. */
export interface PageLook {
  readonly waitlist: PageWaitlist;
  readonly design: PageDesign;
  readonly questions: readonly Question[];
  readonly language: Language;
  readonly words: PageWords;
}

export type ToFrame =
  | { readonly type: 'look'; readonly look: PageLook }
  /** They sent the form before the page code was there. */
  | { readonly type: 'typed'; readonly typed: SignupInput }
  | { readonly type: 'ping'; readonly n: number }
  | { readonly type: 'outcome'; readonly id: number; readonly outcome: SignupOutcome };

export type FromFrame =
  | { readonly type: 'rendered'; readonly edge: string | null }
  | { readonly type: 'failed'; readonly reason: string }
  /** `blank`: the page shows nothing right now. `edge`: the color at its lower edge. */
  | { readonly type: 'pong'; readonly n: number; readonly blank: boolean; readonly edge: string | null }
  | ({ readonly type: 'submit'; readonly id: number } & SignupInput)
  | { readonly type: 'open'; readonly href: string };

const text = (value: unknown, max: number): value is string =>
  typeof value === 'string' && value.length <= max;
const edgeOf = ({ edge }: Record<string, unknown>) => (text(edge, 40) ? edge : null);
const count = (value: unknown): value is number => Number.isSafeInteger(value);

/** Validates a message from the frame; null if invalid. Page code can forge messages, so only what is checked here is trusted. */
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
      return count(id) && text(email, 1000) && text(name, 1000)
        ? { type: 'submit', id, email, name, answers: readAnswers(message.answers) }
        : null;
    }
    case 'open':
      return text(message.href, 4000) ? { type: 'open', href: message.href } : null;
    default:
      return null;
  }
}
