import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Guide, guides } from '../../../core/agents/guides.ts';
import { readPng } from '../../../core/assets/read-png.ts';
import { guidePath } from './render-guide.ts';
import { type RenderedMarkdown, renderMarkdown } from './render-markdown.ts';

const ROOT = join(import.meta.dirname, '../../..');

/** A file of the documentation, and what it becomes. */
interface DocsSource {
  readonly source: string;
  readonly rendered: RenderedMarkdown;
}

export interface GuidePage extends DocsSource {
  readonly guide: Guide;
}

export interface Guides {
  readonly pages: readonly GuidePage[];
  readonly changelog: DocsSource;
  /** PNG files that they show, by URL. */
  readonly images: ReadonlyMap<string, Buffer>;
}

/** Links between guides are those of the repository. @throws if one leads to a file that is not on the site */
function linkTo(href: string): string {
  if (/^(https?:|mailto:|#)/.test(href)) return href;
  const [, name, hash = ''] = /^([a-z-]+)\.md(#.+)?$/.exec(href) ?? [];
  const guide = guides.find(each => each.name === name);
  if (!guide) throw new Error(`A guide links to ${href}, which is not on the site`);
  return guidePath(guide) + hash;
}

/** Reads the guides, the changelog, and their pictures. */
export function readGuides(): Guides {
  const images = new Map<string, Buffer>();
  const imageOf = (href: string) => {
    const url = `/docs/${href}`;
    const body = readFileSync(join(ROOT, 'docs', href));
    images.set(url, body);
    return { url, ...readPng(body) };
  };
  const read = (path: string): DocsSource => {
    const source = readFileSync(join(ROOT, path), 'utf8');
    return { source, rendered: renderMarkdown(source, { linkTo, imageOf }) };
  };
  const pages = guides.map(guide => ({ guide, ...read(`docs/${guide.name}.md`) }));
  return { pages, changelog: read('CHANGELOG.md'), images };
}
