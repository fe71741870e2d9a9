import { fill } from '../languages/format.ts';
import type { Language } from '../languages/language.ts';
import { textsOf } from '../languages/texts.ts';
import { escapeHtml } from '../markup/escape.ts';

const icon = (path: string): string =>
  `<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="${path}"/></svg>`;

const ICONS = {
  x: 'M18.901 1.153h3.68l-8.04 9.19L24 22.846h-7.406l-5.8-7.584-6.638 7.584H.474l8.6-9.83L0 1.154h7.594l5.243 6.932ZM17.61 20.644h2.039L6.486 3.24H4.298Z',
  whatsapp:
    'M17.472 14.382c-.297-.149-1.758-.867-2.03-.967-.273-.099-.471-.148-.67.15-.197.297-.767.966-.94 1.164-.173.199-.347.223-.644.075-.297-.15-1.255-.463-2.39-1.475-.883-.788-1.48-1.761-1.653-2.059-.173-.297-.018-.458.13-.606.134-.133.298-.347.446-.52.149-.174.198-.298.298-.497.099-.198.05-.371-.025-.52-.075-.149-.669-1.612-.916-2.207-.242-.579-.487-.5-.669-.51-.173-.008-.371-.01-.57-.01-.198 0-.52.074-.792.372-.272.297-1.04 1.016-1.04 2.479 0 1.462 1.065 2.875 1.213 3.074.149.198 2.096 3.2 5.077 4.487.709.306 1.262.489 1.694.625.712.227 1.36.195 1.871.118.571-.085 1.758-.719 2.006-1.413.248-.694.248-1.289.173-1.413-.074-.124-.272-.198-.57-.347m-5.421 7.403h-.004a9.87 9.87 0 0 1-5.031-1.378l-.361-.214-3.741.982.998-3.648-.235-.374a9.86 9.86 0 0 1-1.51-5.26c.001-5.45 4.436-9.884 9.888-9.884 2.64 0 5.122 1.03 6.988 2.898a9.825 9.825 0 0 1 2.893 6.994c-.003 5.45-4.437 9.884-9.885 9.884m8.413-18.297A11.815 11.815 0 0 0 12.05 0C5.495 0 .16 5.335.157 11.892c0 2.096.547 4.142 1.588 5.945L.057 24l6.305-1.654a11.882 11.882 0 0 0 5.683 1.448h.005c6.554 0 11.89-5.335 11.893-11.893a11.821 11.821 0 0 0-3.48-8.413Z',
  linkedin:
    'M20.447 20.452h-3.554v-5.569c0-1.328-.027-3.037-1.852-3.037-1.853 0-2.136 1.445-2.136 2.939v5.667H9.351V9h3.414v1.561h.046c.477-.9 1.637-1.85 3.37-1.85 3.601 0 4.267 2.37 4.267 5.455v6.286zM5.337 7.433a2.062 2.062 0 0 1-2.063-2.065 2.064 2.064 0 1 1 2.063 2.065zm1.782 13.019H3.555V9h3.564v11.452zM22.225 0H1.771C.792 0 0 .774 0 1.729v20.542C0 23.227.792 24 1.771 24h20.451C23.2 24 24 23.227 24 22.271V1.729C24 .774 23.2 0 22.222 0h.003z',
  email:
    'M3 4h18a3 3 0 0 1 3 3v10a3 3 0 0 1-3 3H3a3 3 0 0 1-3-3V7a3 3 0 0 1 3-3Zm.4 2 8.6 6.6L20.6 6H3.400Zm18.600 1.45-9.390 7.200a1 1 0 0 1-1.220 0L2 7.450V17a1 1 0 0 0 1 1h18a1 1 0 0 0 1-1V7.450Z',
  share:
    'M12 1.500 17.500 7l-1.420 1.420L13 5.330V15.500h-2V5.330L7.920 8.420 6.500 7 12 1.500ZM4 11h4v2H5.500v7.500h13V13H16v-2h4.500v11.500h-17V11H4Z',
} as const;

const named = (label: string): string => ` aria-label="${escapeHtml(label)}" title="${escapeHtml(label)}"`;

/** Links that open other services with a message to share. The button for the system's own is shown by `web/page/place.ts`. */
export function renderShareLinks(waitlistName: string, link: string, language: Language): string {
  const { place, pages } = textsOf(language);
  const text = fill(place.invite, { name: waitlistName });
  const query = (parameters: Record<string, string>) =>
    Object.entries(parameters)
      .map(([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed())}`)
      .join('&');
  const services: readonly (readonly [keyof typeof ICONS, string, string])[] = [
    ['x', pages.share.x, `https://x.com/intent/post?${query({ text, url: link })}`],
    ['whatsapp', pages.share.whatsapp, `https://wa.me/?${query({ text: `${text}: ${link}` })}`],
    [
      'linkedin',
      pages.share.linkedin,
      `https://www.linkedin.com/sharing/share-offsite/?${query({ url: link })}`,
    ],
    ['email', pages.share.email, `mailto:?${query({ subject: text, body: `${text}: ${link}` })}`],
  ];
  const items = services.map(
    ([name, label, url]) =>
      `<li><a class="share-link" href="${escapeHtml(url)}" target="_blank" rel="noopener noreferrer"${named(label)}>${icon(ICONS[name])}</a></li>`,
  );
  return `<ul class="share" data-title="${escapeHtml(waitlistName)}" data-text="${escapeHtml(text)}">
<li hidden><button data-part="share" class="share-link" type="button"${named(pages.share.other)}>${icon(ICONS.share)}</button></li>
${items.join('\n')}
</ul>`;
}
