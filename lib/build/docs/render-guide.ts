import { GUIDES, type Guide, guides } from '../../../core/agents/guides.ts';
import { escapeHtml } from '../../../core/markup/escape.ts';
import { type DocsFiles, renderDocsPage } from './render-docs-page.ts';
import type { RenderedMarkdown } from './render-markdown.ts';

export const guidePath = ({ name }: Pick<Guide, 'name'>): string => `/docs/${name}`;

/** The list of all guides. */
export const renderGuideLinks = (current?: string): string =>
  Object.entries(GUIDES)
    .map(
      ([group, members]) => `<p>${group}</p>
<ul>${members.map(({ name, title }) => `<li><a href="${guidePath({ name })}"${name === current ? ' aria-current="page"' : ''}>${escapeHtml(title)}</a></li>`).join('')}</ul>`,
    )
    .join('\n');

/** What all guides are about, for somebody who knows none. */
export const GUIDE_CARDS = `<section class="group" id="guides" aria-labelledby="guides-heading">
<h2 id="guides-heading">Guides</h2>
${Object.entries(GUIDES)
  .map(
    ([group, members]) => `<h3 class="small">${group}</h3>
<ul class="cards">${members.map(({ name, title, summary }) => `<li><a href="${guidePath({ name })}"><b>${escapeHtml(title)}</b><span>${escapeHtml(summary)}</span></a></li>`).join('')}</ul>`,
  )
  .join('\n')}
</section>`;

function renderToc({ sections }: RenderedMarkdown): string {
  const shown = sections.filter(({ depth }) => depth === 2 || depth === 3);
  if (shown.length < 2) return '';
  return `<nav class="toc" aria-labelledby="toc-heading">
<p id="toc-heading">On this page</p>
<ul>${shown.map(({ id, depth, heading }) => `<li${depth === 3 ? ' class="inner"' : ''}><a href="#${id}">${escapeHtml(heading)}</a></li>`).join('')}</ul>
</nav>`;
}

const renderArticle = (rendered: RenderedMarkdown, markdown: string, end: string): string =>
  `<article class="guide">
<header><h1>${escapeHtml(rendered.title)}</h1><p class="as-markdown"><a href="${markdown}">Read as Markdown</a></p></header>
${renderToc(rendered)}
<div class="prose">
${rendered.html}${end}</div>
</article>`;

/** To the guides before and after. */
function renderNeighbors(guide: Guide): string {
  const at = guides.indexOf(guide);
  const [before, after] = [guides[at - 1], guides[at + 1]];
  return `<nav class="neighbors" aria-label="More guides">
${before ? `<a href="${guidePath(before)}" rel="prev"><span>Previous</span><b>${escapeHtml(before.title)}</b></a>` : ''}
${after ? `<a class="next" href="${guidePath(after)}" rel="next"><span>Next</span><b>${escapeHtml(after.title)}</b></a>` : ''}
</nav>
`;
}

/** The page of a guide. */
export function renderGuide(guide: Guide, rendered: RenderedMarkdown, files: DocsFiles): string {
  const path = guidePath(guide);
  return renderDocsPage(
    {
      path,
      title: rendered.title,
      description: guide.summary,
      markdown: `${path}.md`,
      main: renderArticle(rendered, `${path}.md`, renderNeighbors(guide)),
      contents: renderGuideLinks(guide.name),
    },
    files,
  );
}

/** The page `/changelog`. */
export const renderChangelog = (rendered: RenderedMarkdown, files: DocsFiles): string =>
  renderDocsPage(
    {
      path: '/changelog',
      title: rendered.title,
      description: 'What is new, newest first.',
      markdown: '/changelog.md',
      main: renderArticle(rendered, '/changelog.md', ''),
      contents: renderGuideLinks(),
    },
    files,
  );
