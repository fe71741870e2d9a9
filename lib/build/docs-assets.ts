import { createHash } from 'node:crypto';
import { describeApi } from '../../core/describe-api.ts';
import type { PageAssets } from '../../core/pages/page-assets.ts';
import { ORIGIN } from './docs/code-block.ts';
import { describedOperations, documentedEvents } from './docs/described-operation.ts';
import { type Guides, readGuides } from './docs/read-guides.ts';
import { renderDocs } from './docs/render-docs.ts';
import type { DocsFiles } from './docs/render-docs-page.ts';
import { guidePath, renderChangelog, renderGuide } from './docs/render-guide.ts';
import { listFindable } from './docs/search-index.ts';
import { BASE_URL_MARK } from './embed-asset.ts';
import { EXAMPLE_SITE } from './example-site.ts';
import type { SiteFile } from './site-file.ts';
import { bundle } from './web-assets.ts';

/** Everything is ours, and nothing is inline. Lighthouse, for one, reads `/robots.txt` from within the page. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const NO_SNIFF = { 'x-content-type-options': 'nosniff' };

/** A text of the documentation, which names the site. */
const textFile = (text: string, type: 'html' | 'markdown'): SiteFile => ({
  body: Buffer.from(text.replaceAll(ORIGIN, BASE_URL_MARK)),
  contentType: `text/${type}; charset=utf-8`,
  cacheControl: 'no-cache',
  headers: {
    ...(type === 'html' && {
      'content-security-policy': CONTENT_SECURITY_POLICY,
      'referrer-policy': 'no-referrer',
    }),
    ...NO_SNIFF,
  },
});

/** The guides, the changelog, and their pictures: each page also as it was written, in Markdown. */
function guideFiles(
  { pages, changelog, images }: Guides,
  files: DocsFiles,
): [path: string, file: SiteFile][] {
  return [
    ...pages.flatMap(({ guide, source, rendered }): [string, SiteFile][] => [
      [guidePath(guide), textFile(renderGuide(guide, rendered, files), 'html')],
      [`${guidePath(guide)}.md`, textFile(source, 'markdown')],
    ]),
    ['/changelog', textFile(renderChangelog(changelog.rendered, files), 'html')],
    ['/changelog.md', textFile(changelog.source, 'markdown')],
    ...[...images].map(([path, body]): [string, SiteFile] => [
      path,
      { body, contentType: 'image/png', cacheControl: 'public, max-age=3600', headers: NO_SNIFF },
    ]),
  ];
}

/**
 * The documentation, written when the site is built: the OpenAPI description as HTML at `/docs` (ADR 5), and the guides.
 * @param page - the path of the favicon
 */
export async function buildDocsAssets({ icon }: Pick<PageAssets, 'icon'>): Promise<Map<string, SiteFile>> {
  const files = new Map<string, SiteFile>();
  const add = (name: string, extension: string, body: Buffer, contentType: string): string => {
    const hash = createHash('sha256').update(body).digest('hex').slice(0, 16);
    const path = `/docs/${name}.${hash}.${extension}`;
    const cacheControl = 'public, max-age=31536000, immutable';
    files.set(path, { body, contentType, cacheControl, headers: NO_SNIFF });
    return path;
  };
  const [style, script] = await Promise.all([bundle('docs/docs.css', 'esm'), bundle('docs/docs.ts', 'esm')]);
  const description = describeApi(EXAMPLE_SITE);
  const operations = describedOperations(description);
  const events = documentedEvents(description);
  const found = readGuides();
  const findable = listFindable({ operations, events, guides: found });
  const urls = {
    css: add('docs', 'css', style, 'text/css; charset=utf-8'),
    js: add('docs', 'js', script, 'text/javascript; charset=utf-8'),
    searchIndex: add('search', 'json', Buffer.from(JSON.stringify(findable)), 'application/json'),
    icon,
  };
  files.set('/docs', textFile(renderDocs({ operations, events, files: urls }), 'html'));
  for (const [path, file] of guideFiles(found, urls)) files.set(path, file);
  return files;
}
