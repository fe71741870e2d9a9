import type { Language } from '../languages/language.ts';
import { textsOf } from '../languages/texts.ts';
import { escapeHtml } from './escape.ts';
import { fillMarkup } from './fill-markup.ts';

/**
 * The line under pages of accounts without `whiteLabel`.
 * @param serviceUrl - where it leads; without it, it is plain text
 */
export function renderPoweredBy(serviceUrl: string | undefined, language: Language): string {
  const label = fillMarkup(textsOf(language).pages.poweredBy, { service: '<b>Anteroom</b>' });
  if (!serviceUrl) return `<footer class="powered"><p>${label}</p></footer>`;
  const href = escapeHtml(serviceUrl);
  return `<footer class="powered"><p><a href="${href}" target="_blank" rel="noopener">${label}</a></p></footer>`;
}
