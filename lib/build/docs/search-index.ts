import type { DescribedOperation, DocumentedEvent } from './described-operation.ts';
import { CHAPTERS } from './introduction.ts';
import type { Guides } from './read-guides.ts';
import { guidePath } from './render-guide.ts';
import type { RenderedMarkdown } from './render-markdown.ts';

/** What the search can find: the part of a page below a heading. */
export interface Findable {
  /** With its page. */
  readonly url: string;
  readonly title: string;
  /** The page it is on. */
  readonly page: string;
  readonly text: string;
}

const REFERENCE = 'API reference';

const withoutTags = (html: string): string =>
  html
    .replace(/<[^>]+>/g, '')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ');

const ofOperation = ({ operationId, method, path, summary, description }: DescribedOperation): Findable => ({
  url: `/docs#${operationId}`,
  title: summary,
  page: REFERENCE,
  text: `${description} ${method} ${path} ${operationId}`,
});

const ofEvent = ({ operationId, type, summary, description }: DocumentedEvent): Findable => ({
  url: `/docs#${operationId}`,
  title: summary,
  page: REFERENCE,
  text: `${description} ${type}`,
});

const ofSections = (path: string, { title, sections }: RenderedMarkdown): Findable[] =>
  sections.map(({ id, heading, text }) => ({
    url: id === '' ? path : `${path}#${id}`,
    title: heading || title,
    page: title,
    text,
  }));

interface Searched {
  readonly operations: readonly DescribedOperation[];
  readonly events: readonly DocumentedEvent[];
  readonly guides: Guides;
}

/** Everything that the documentation says, for its search. */
export const listFindable = ({ operations, events, guides: { pages, changelog } }: Searched): Findable[] => [
  ...pages.flatMap(({ guide, rendered }) =>
    ofSections(guidePath(guide), rendered).map(section =>
      section.url === guidePath(guide) ? { ...section, text: `${guide.summary} ${section.text}` } : section,
    ),
  ),
  ...CHAPTERS.map(({ id, title, words }) => ({
    url: `/docs#${id}`,
    title,
    page: REFERENCE,
    text: withoutTags(words),
  })),
  ...operations.map(ofOperation),
  ...events.map(ofEvent),
  {
    url: '/changelog',
    title: changelog.rendered.title,
    page: changelog.rendered.title,
    text: changelog.rendered.sections.map(({ text }) => text).join(' '),
  },
];
