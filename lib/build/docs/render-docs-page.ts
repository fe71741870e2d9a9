import { SERVICE_NAME } from '../../../core/kernel/identity.ts';
import { escapeHtml } from '../../../core/markup/escape.ts';
import { moduleScript, renderSitePage } from '../../../core/markup/html-document.ts';
import { LOGO } from '../../../core/markup/logo.ts';

/** URLs of what every page of the documentation loads. */
export interface DocsFiles {
  readonly css: string;
  readonly js: string;
  readonly icon: string;
  /** What the search finds (`search-index.ts`). */
  readonly searchIndex: string;
}

interface DocsPage {
  /** Its URL. */
  readonly path: string;
  readonly title: string;
  readonly description: string;
  /** The URL of its Markdown, if it has one. */
  readonly markdown?: string;
  /** As HTML. */
  readonly main: string;
  /** The links beside it, as HTML. */
  readonly contents: string;
}

const AREAS = [
  ['/docs/start-here', 'Guides'],
  ['/docs', 'API reference'],
  ['/changelog', 'Changelog'],
] as const;

/** The area of a path is current on each of its pages. */
const areaOf = (path: string): string => (path.startsWith('/docs/') ? '/docs/start-here' : path);

/** The field is shown by the script that searches (`web/docs/search.ts`). */
const renderSearch = (searchIndex: string): string =>
  `<form class="search" role="search" data-index="${escapeHtml(searchIndex)}" hidden>
<input type="search" id="search" role="combobox" aria-label="Search the docs" aria-expanded="false" aria-controls="found" aria-autocomplete="list" placeholder="Search" autocomplete="off" autocapitalize="off" spellcheck="false" maxlength="100">
<kbd aria-hidden="true">/</kbd>
<div class="found-box" hidden><div id="found" role="listbox" aria-label="Results"></div><p class="none" hidden></p></div>
<p class="visually-hidden" role="status"></p>
</form>`;

/** A page of the documentation: our bar, the page, and the links beside it. */
export function renderDocsPage(page: DocsPage, files: DocsFiles): string {
  const { path, title, description, markdown } = page;
  return renderSitePage({
    title: `${title} · ${SERVICE_NAME}`,
    icon: files.icon,
    styles: [files.css],
    head: [
      `<meta name="description" content="${escapeHtml(description)}">`,
      markdown === undefined ? '' : `<link rel="alternate" type="text/markdown" href="${markdown}">`,
      moduleScript(files.js),
    ],
    body: `<a class="skip" href="#main">Skip to content</a>
<header class="top">
<a class="brand" href="/">${LOGO}<span>${SERVICE_NAME}</span></a>
${renderSearch(files.searchIndex)}
<nav aria-label="Main">${AREAS.map(([url, name]) => `<a href="${url}"${url === areaOf(path) ? ' aria-current="true"' : ''}>${name}</a>`).join('')}<a class="to-contents" href="#contents">Contents</a><a class="to-dashboard" href="/dashboard">Dashboard</a></nav>
</header>
<div class="layout">
<main id="main">
${page.main}
</main>
<nav id="contents" class="contents" aria-label="Contents">
${page.contents}
</nav>
</div>`,
  });
}
