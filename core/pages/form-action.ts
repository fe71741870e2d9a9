import { signupPath } from '../kernel/site.ts';
import type { Language } from '../languages/language.ts';

/** Where the form is posted without JavaScript. Whatever is answered is in the language of the page. */
export const signupAction = (slug: string, language: Language): string =>
  `${signupPath(slug)}?lang=${language}`;

/** Where people ask for the link to their place. */
export const placeLinkAction = (slug: string, language: Language): string =>
  `/w/${encodeURIComponent(slug)}/status-links?lang=${language}`;
