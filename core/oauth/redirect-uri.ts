const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);
/** Schemes that browsers handle themselves. */
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
 * What is wrong with a redirect URI; null when nothing is. Allowed are `https:`, `http:` on loopback, and schemes that an
 * app on the person's machine registers.
 */
export function redirectUriProblem(text: unknown): string | null {
  if (typeof text !== 'string' || text.length > LONGEST) return 'must be a string of at most 2000 characters';
  // Refuses what a parser would silently repair: others may read it differently.
  if (/[^\x21-\x7e]|\\/.test(text)) return 'must be plain ASCII without spaces and backslashes';
  const url = URL.parse(text);
  if (!url) return 'must be an absolute url';
  if (text.includes('#')) return 'must have no fragment';
  if (text.includes('*')) return 'must have no wildcard';
  if (url.username !== '' || url.password !== '') return 'must have no user name';
  if (url.protocol === 'https:' || isLoopback(url)) return null;
  if (url.protocol === 'http:') return 'must be https: (http: is for loopback only)';
  return OF_BROWSERS.has(url.protocol) ? `must not use the scheme ${url.protocol}` : null;
}

/** Whether it leads to an app on the person's own machine. Nobody can know which one. */
export const isOnOwnMachine = (redirectUri: string): boolean => {
  const url = URL.parse(redirectUri);
  return url?.protocol !== 'https:' || LOOPBACK.has(url.hostname);
};

/** Where the answer is sent, in words for people. */
export function describeRedirect(redirectUri: string): string {
  const url = URL.parse(redirectUri);
  return !url || isOnOwnMachine(redirectUri) ? 'an app on this computer' : url.host;
}
