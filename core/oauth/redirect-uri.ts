const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);
/** Schemes with which a browser itself does something. */
const OF_BROWSERS = new Set([
  'about:',
  'blob:',
  'chrome:',
  'data:',
  'file:',
  'filesystem:',
  'ftp:',
  'intent:',
  'javascript:',
  'mailto:',
  'vbscript:',
  'view-source:',
  'ws:',
  'wss:',
]);
const LONGEST = 2_000;

const isLoopback = (url: URL): boolean => url.protocol === 'http:' && LOOPBACK.has(url.hostname);

/**
 * What is wrong with an address that a client wants its answers sent to; null when nothing is. They are `https:`, `http:`
 * on loopback, or of a scheme that a program on the person's machine has registered.
 */
export function redirectUriProblem(text: unknown): string | null {
  if (typeof text !== 'string' || text.length > LONGEST) return 'must be a string of at most 2000 characters';
  // What a parser would mend without a word is refused: others may read it in another way.
  if (/[^\x21-\x7e]|\\/.test(text)) return 'must be plain ASCII without blanks and backslashes';
  const url = URL.parse(text);
  if (!url) return 'must be an absolute url';
  if (text.includes('#')) return 'must have no fragment';
  if (text.includes('*')) return 'must have no wildcard';
  if (url.username !== '' || url.password !== '') return 'must have no user name';
  if (url.protocol === 'https:' || isLoopback(url)) return null;
  if (url.protocol === 'http:') return 'must be https: (http: is for loopback only)';
  return OF_BROWSERS.has(url.protocol) ? `must not use the scheme ${url.protocol}` : null;
}

/** Whether what is sent there reaches a program on the person's own machine, and which one nobody can know. */
export const isOnOwnMachine = (redirectUri: string): boolean => {
  const url = URL.parse(redirectUri);
  return url?.protocol !== 'https:' || LOOPBACK.has(url.hostname);
};

/** Where a person's consent is sent, in words for them. */
export function describeRedirect(redirectUri: string): string {
  const url = URL.parse(redirectUri);
  return !url || isOnOwnMachine(redirectUri) ? 'a program on this computer' : url.host;
}
