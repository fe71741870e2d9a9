import { directionOf, type Language } from '../languages/language.ts';
import { escapeHtml } from './escape.ts';
import { FONT_PRELOAD } from './font.ts';

interface HtmlDocument {
  /** Of our texts in it. Default: English. */
  readonly language?: Language;
  /** Plain text. */
  readonly title: string;
  /** The rest of its head, as markup; empty lines are left out. */
  readonly head: readonly string[];
  /** As markup. */
  readonly body: string;
  /** Attributes of `<html>` and `<body>`. */
  readonly attributes?: Readonly<Record<string, string>>;
  readonly bodyAttributes?: Readonly<Record<string, string>>;
}

const write = (attributes: Readonly<Record<string, string>> = {}): string =>
  Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escapeHtml(value)}"`)
    .join('');

/** `lang`, and the direction where it is not the one that is usual. */
export const languageAttributes = (language: Language): string =>
  write({ lang: language, ...(directionOf(language) === 'rtl' && { dir: 'rtl' }) });

/** Every HTML document of ours: pages, frames, and emails. */
export const renderDocument = (document: HtmlDocument): string => `<!doctype html>
<html${languageAttributes(document.language ?? 'en')}${write(document.attributes)}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(document.title)}</title>
${document.head.filter(line => line !== '').join('\n')}
</head>
<body${write(document.bodyAttributes)}>
${document.body}
</body>
</html>
`;

/** Light, dark, or as the reader's system is. */
export const colorScheme = (scheme: 'auto' | 'light' | 'dark'): string =>
  `<meta name="color-scheme" content="${scheme === 'auto' ? 'light dark' : scheme}">`;

interface SitePage extends Omit<HtmlDocument, 'head'> {
  readonly appearance?: 'auto' | 'light' | 'dark';
  /** Search engines leave it out. */
  readonly isPrivate?: boolean;
  /** URLs. */
  readonly icon: string;
  readonly styles?: readonly string[];
  readonly head?: readonly string[];
}

/** A document that browsers show in a tab, in our font. */
export const renderSitePage = (page: SitePage): string =>
  renderDocument({
    ...page,
    head: [
      colorScheme(page.appearance ?? 'auto'),
      page.isPrivate ? '<meta name="robots" content="noindex">' : '',
      `<link rel="icon" href="${escapeHtml(page.icon)}"${page.icon.endsWith('.svg') ? ' type="image/svg+xml"' : ''}>`,
      ...(page.styles ?? []).map(url => `<link rel="stylesheet" href="${escapeHtml(url)}">`),
      ...(page.head ?? []),
      FONT_PRELOAD,
    ],
  });

/** A script that runs once the document is parsed. */
export const moduleScript = (url: string): string =>
  `<script type="module" src="${escapeHtml(url)}"></script>`;
