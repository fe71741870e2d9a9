import { SERVICE_NAME } from '../../../core/kernel/identity.ts';
import { escapeHtml } from '../../../core/markup/escape.ts';
import type { DescribedOperation, DocumentedEvent } from './described-operation.ts';
import { CHAPTERS, renderChapter, START } from './introduction.ts';
import { type DocsFiles, renderDocsPage } from './render-docs-page.ts';
import { renderEvents } from './render-events.ts';
import { GUIDE_CARDS } from './render-guide.ts';
import { renderOperation } from './render-operation.ts';

export interface DocsView {
  readonly operations: readonly DescribedOperation[];
  readonly events: readonly DocumentedEvent[];
  readonly files: DocsFiles;
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

const DESCRIPTION = `Guides and the API of ${SERVICE_NAME}: create waitlists, read signups, and connect domains and databases, with curl, from TypeScript, or from your agent.`;

type Groups = readonly (readonly [group: string, members: readonly DescribedOperation[]])[];

const renderGroups = (groups: Groups): string =>
  groups
    .map(
      ([
        group,
        members,
      ]) => `<section class="group" id="${escapeHtml(group)}" aria-labelledby="${escapeHtml(group)}-heading">
<h2 id="${escapeHtml(group)}-heading">${escapeHtml(groupName(group))}</h2>
${members.map(renderOperation).join('\n')}
</section>`,
    )
    .join('\n');

const renderContents = (groups: Groups, events: readonly DocumentedEvent[]): string =>
  `<p><a href="#start">Quick start</a></p>
<ul><li><a href="#curl">With curl</a></li><li><a href="#agents">With an agent</a></li><li><a href="#guides">Guides</a></li>${CHAPTERS.map(({ id, title }) => `<li><a href="#${id}">${title}</a></li>`).join('')}</ul>
${groups
  .map(
    ([group, members]) => `<p><a href="#${escapeHtml(group)}">${escapeHtml(groupName(group))}</a></p>
<ul>${members.map(({ operationId, summary }) => `<li><a href="#${escapeHtml(operationId)}">${escapeHtml(summary)}</a></li>`).join('')}</ul>`,
  )
  .join('\n')}
<p><a href="#events">Webhook events</a></p>
<ul>${events.map(({ operationId, type }) => `<li><a href="#${escapeHtml(operationId)}">${escapeHtml(type)}</a></li>`).join('')}</ul>`;

/** The page `/docs`. */
export function renderDocs({ operations, events, files }: DocsView): string {
  const groups = [...Map.groupBy(operations, ({ tags }) => tags[0] ?? '')];
  return renderDocsPage(
    {
      path: '/docs',
      title: 'Documentation',
      description: DESCRIPTION,
      main: `${START}
${GUIDE_CARDS}
${CHAPTERS.map(renderChapter).join('\n')}
${renderGroups(groups)}
${renderEvents(events)}`,
      contents: renderContents(groups, events),
    },
    files,
  );
}
