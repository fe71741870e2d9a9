import { at } from './page-code.ts';
import { findGlobalUses, type GlobalUse } from './page-scopes.ts';

/** Longer code gets no warnings: finding scopes takes time in proportion to depth times names. */
const MAX_LENGTH = 50_000;
const MAX_WARNINGS = 20;

/** Names that the sandbox blocks, by the ability that page code lacks. */
const BLOCKED: Readonly<Record<string, readonly string[]>> = {
  network: [
    'fetch',
    'XMLHttpRequest',
    'WebSocket',
    'WebTransport',
    'EventSource',
    'RTCPeerConnection',
    'sendBeacon',
    'Worker',
    'SharedWorker',
  ],
  storage: ['localStorage', 'sessionStorage', 'indexedDB', 'caches', 'cookieStore', 'cookie'],
};

function problemOf({ name, isDefined }: GlobalUse): string | undefined {
  if (!isDefined) return `${name} is not defined`;
  const lacking = Object.keys(BLOCKED).find(kind => BLOCKED[kind]?.includes(name));
  return lacking && `${name} does not work, because page code has no ${lacking}`;
}

/**
 * What page code uses that will not work when it runs, each name once, with line and column. The code must keep the
 * page code rules.
 */
export function findPageCodeWarnings(code: string): string[] {
  if (code.length > MAX_LENGTH) return [];
  const warnings = new Map<string, string>();
  for (const use of findGlobalUses(code)) {
    const problem = problemOf(use);
    if (problem && !warnings.has(problem)) warnings.set(problem, `${problem}${at(use)}`);
  }
  return [...warnings.values()].slice(0, MAX_WARNINGS);
}

/** The member `warnings` of a response, if new page code has any. */
export function warningsAbout(code: string | undefined): { readonly warnings?: string[] } {
  const warnings = code === undefined ? [] : findPageCodeWarnings(code);
  return warnings.length > 0 ? { warnings } : {};
}
