const LONGEST = 8_000;
/** Where people go who came from nowhere in particular. */
export const HOME = '/dashboard';

/**
 * A path of our own to go to after signing in; whatever else was asked for is replaced by {@link HOME}. Browsers take
 * `//host`, `/\host` and a tab in between for other sites, so that only the form that a parser gives back is kept.
 */
export function returnPath(text: string | undefined): string {
  if (!text?.startsWith('/') || text.length > LONGEST) return HOME;
  const base = 'https://own.invalid';
  const url = URL.canParse(text, base) ? new URL(text, base) : null;
  if (url?.origin !== base) return HOME;
  const path = url.pathname + url.search;
  return path.startsWith('//') ? HOME : path;
}
