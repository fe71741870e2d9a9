const LONGEST = 8_000;
/** Where people go by default. */
export const HOME = '/dashboard';

/**
 * Where to go after signing in: a path on our own site, or {@link HOME}. Browsers read `//host`, `/\host` and a tab in
 * between as other sites, so only what a URL parser returns is used.
 */
export function returnPath(text: string | undefined): string {
  if (!text?.startsWith('/') || text.length > LONGEST) return HOME;
  const base = 'https://own.invalid';
  const url = URL.canParse(text, base) ? new URL(text, base) : null;
  if (url?.origin !== base) return HOME;
  const path = url.pathname + url.search;
  return path.startsWith('//') ? HOME : path;
}
