import { SERVICE_NAME } from '../../../core/kernel/identity.ts';
import { escapeHtml } from '../../../core/markup/escape.ts';
import { moduleScript, renderSitePage } from '../../../core/markup/html-document.ts';
import { LOGO } from '../../../core/markup/logo.ts';
import type { DescribedOperation, DocumentedEvent } from './described-operation.ts';
import { CHAPTERS, renderChapter, START } from './introduction.ts';
import { renderEvents } from './render-events.ts';
import { renderOperation } from './render-operation.ts';

export interface DocsView {
  readonly operations: readonly DescribedOperation[];
  readonly events: readonly DocumentedEvent[];
  readonly files: { readonly css: string; readonly js: string; readonly icon: string };
}

/** Names of groups that are not their id with a capital letter. */
const GROUP_NAMES: Readonly<Record<string, string>> = {
  'email-templates': 'Email templates',
  turnstile: 'Bot protection',
  database: 'Your own database',
  entries: 'Signups',
  assets: 'Images',
  public: 'Public endpoints',
};

const groupName = (group: string): string =>
  GROUP_NAMES[group] ?? group.charAt(0).toUpperCase() + group.slice(1);

const DESCRIPTION = `The ${SERVICE_NAME} API: create waitlists, read signups, and connect domains and databases, with curl, from TypeScript, or from your agent.`;

/** The page `/docs`. */
export function renderDocs({ operations, events, files }: DocsView): string {
  const groups = [...Map.groupBy(operations, ({ tags }) => tags[0] ?? '')];
  return renderSitePage({
    title: `API reference · ${SERVICE_NAME}`,
    icon: files.icon,
    styles: [files.css],
    head: [`<meta name="description" content="${DESCRIPTION}">`, moduleScript(files.js)],
    body: `<a class="skip" href="#main">Skip to content</a>
<header class="top">
<a class="brand" href="/">${LOGO}<span>${SERVICE_NAME}</span></a>
<nav aria-label="Main"><a class="to-contents" href="#contents">Contents</a><a href="/api/v1/openapi.json">OpenAPI</a><a href="/dashboard">Dashboard</a></nav>
</header>
<div class="layout">
<main id="main">
${START}
${CHAPTERS.map(renderChapter).join('\n')}
${groups
  .map(
    ([
      group,
      members,
    ]) => `<section class="group" id="${escapeHtml(group)}" aria-labelledby="${escapeHtml(group)}-heading">
<h2 id="${escapeHtml(group)}-heading">${escapeHtml(groupName(group))}</h2>
${members.map(renderOperation).join('\n')}
</section>`,
  )
  .join('\n')}
${renderEvents(events)}
</main>
<nav id="contents" class="contents" aria-label="Contents">
<p><a href="#start">Quick start</a></p>
<ul><li><a href="#curl">With curl</a></li><li><a href="#agents">With an agent</a></li>${CHAPTERS.map(({ id, title }) => `<li><a href="#${id}">${title}</a></li>`).join('')}</ul>
${groups
  .map(
    ([group, members]) => `<p><a href="#${escapeHtml(group)}">${escapeHtml(groupName(group))}</a></p>
<ul>${members.map(({ operationId, summary }) => `<li><a href="#${escapeHtml(operationId)}">${escapeHtml(summary)}</a></li>`).join('')}</ul>`,
  )
  .join('\n')}
<p><a href="#events">Webhook events</a></p>
<ul>${events.map(({ operationId, type }) => `<li><a href="#${escapeHtml(operationId)}">${escapeHtml(type)}</a></li>`).join('')}</ul>
</nav>
</div>`,
  });
}
