const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);
/** Custom schemes of known agents. Others without a dot could open any program on the person's computer. */
const SCHEMES_OF_AGENTS = new Set([
  'claude:',
  'cursor:',
  'vscode:',
  'vscode-insiders:',
  'warp:',
  'windsurf:',
]);
/** A domain name in reverse (RFC 8252, 7.1). */
const REVERSE_DOMAIN = /^[a-z]+(\.[a-z\d-]+)+:$/;
/** Members of a response. A client's own would be read as ours. */
const OF_RESPONSES = ['code', 'error', 'error_description', 'error_uri', 'iss', 'state'];
const LONGEST = 2_000;

const isLoopback = (url: URL): boolean => url.protocol === 'http:' && LOOPBACK.has(url.hostname);

/**
 * What is wrong with a redirect URI; null when nothing is. Allowed are `https:`, `http:` on loopback, and schemes that an
 * app on the person's machine registers.
 * @param ownOrigin - refused: people would see our host on the consent page and trust it
 */
export function redirectUriProblem(text: unknown, ownOrigin: string): string | null {
  if (typeof text !== 'string' || text.length > LONGEST) return 'must be a string of at most 2000 characters';
  // Refuses what a parser would silently repair: others may read it differently.
  if (/[^\x21-\x7e]|\\/.test(text)) return 'must be plain ASCII without spaces and backslashes';
  const url = URL.parse(text);
  if (!url) return 'must be an absolute url';
  // Many clients leave out the path.
  if (url.href !== text && url.href !== `${text}/`) return `must be written as ${url.href}`;
  if (url.hostname.endsWith('.')) return 'must have no dot at the end of the host';
  if (text.includes('#')) return 'must have no fragment';
  if (text.includes('*')) return 'must have no wildcard';
  if (url.username !== '' || url.password !== '') return 'must have no user name';
  if (OF_RESPONSES.some(name => url.searchParams.has(name)))
    return `must have none of the parameters ${OF_RESPONSES.join(', ')}`;
  if (url.origin === ownOrigin) return 'must not be a page of this service';
  if (url.protocol === 'https:' || isLoopback(url)) return null;
  if (url.protocol === 'http:') return 'must be https: (http: is for loopback only)';
  if (REVERSE_DOMAIN.test(url.protocol) || SCHEMES_OF_AGENTS.has(url.protocol)) return null;
  return 'must use https:, http: on loopback, or a scheme that is a domain name in reverse, like com.example.app:';
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

/** Whether all of a client's redirect URIs lead to one place, so that a person who saw one knows the others. */
export const haveOneTarget = (redirectUris: readonly string[]): boolean =>
  new Set(redirectUris.map(describeRedirect)).size === 1;
