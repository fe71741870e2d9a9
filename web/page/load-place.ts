import type { PageEntry } from './messages.ts';

/** Nobody has this place anymore. */
export const GONE = 'gone';

const TIMEOUT_MS = 5_000;

/** @returns null when the server could not be asked */
export async function load<T>(
  url: string,
  read: (response: Response) => Promise<T>,
): Promise<T | typeof GONE | null> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (response.status === 404) return GONE;
    return response.ok ? await read(response) : null;
  } catch {
    return null;
  }
}

/** Adds a style sheet. A place without it can still be read. */
const addStyles = (href: string): Promise<void> =>
  new Promise(resolve => {
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href });
    for (const type of ['load', 'error']) link.addEventListener(type, () => resolve());
    document.head.append(link);
  });

/** The part of a place page that shows the place, for this document, with its styles. */
export const loadPlace = (
  path: string,
  styles: readonly string[],
): Promise<HTMLElement | typeof GONE | null> =>
  load(path, async response => {
    await Promise.all(styles.map(addStyles));
    // Only this part: our policy would apply to the style sheet in its head.
    const [part = ''] = /<section id="place".*<\/section>/s.exec(await response.text()) ?? [];
    const page = new DOMParser().parseFromString(part, 'text/html');
    return document.adoptNode(page.getElementById('place') as HTMLElement);
  });

/** The part that page code may know. */
export const loadEntry = (path: string): Promise<PageEntry | typeof GONE | null> =>
  load(`${path}.json`, async response => {
    const { position, referralCode, referralLink, referralCount } = (await response.json()) as PageEntry;
    return { position, referralCode, referralLink, referralCount };
  });
