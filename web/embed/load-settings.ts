import type { EmbedSettings } from '../../core/pages/embed-settings.ts';

const TIMEOUT_MS = 10_000;
const LONGEST_PAUSE_MS = 30_000;

/** There is no such waitlist: what to say, in the language that was asked for. */
export interface Gone {
  readonly gone: string;
}

/** Which form, and of which server. */
export interface FormAddress {
  /** Without a trailing slash. */
  readonly baseUrl: string;
  readonly slug: string;
  /** As {@link shortLanguage}. */
  readonly language: string;
}

/** `de` of `de-AT`. Empty where there is none. */
export const shortLanguage = (lang: string): string => /^[a-z]+/i.exec(lang)?.[0].toLowerCase() ?? '';

async function loadSettings({ baseUrl, slug, language }: FormAddress): Promise<EmbedSettings | Gone> {
  const url = `${baseUrl}/w/${encodeURIComponent(slug)}/embed.json${language && `?lang=${language}`}`;
  const response = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS) });
  if (response.ok) return (await response.json()) as EmbedSettings;
  // Another server's 404 says nothing about the waitlist.
  const { code, error } = (await response.json()) as Readonly<Record<string, unknown>>;
  if (code === 'not_found') return { gone: String(error) };
  throw new Error('The settings of the waitlist did not load');
}

/**
 * Loads the settings, again and again while the server does not answer: without them, the form has no texts.
 * @returns null once it is not needed anymore
 */
export async function keepLoading(
  address: FormAddress,
  isNeeded: () => boolean,
): Promise<EmbedSettings | Gone | null> {
  for (let pause = 1_000; isNeeded(); pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    const settings = await loadSettings(address).catch(() => null);
    if (settings) return settings;
    await new Promise(resolve => setTimeout(resolve, pause * (0.5 + Math.random())));
  }
  return null;
}
