import { createHash } from 'node:crypto';
import { describeApi } from '../../core/describe-api.ts';
import type { PageAssets } from '../../core/pages/page-assets.ts';
import { describedOperations, documentedEvents } from './docs/described-operation.ts';
import { renderDocs } from './docs/render-docs.ts';
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

/** The site's address is not known when the files are built; a script fills it in (`web/docs/docs.ts`). */
const PLACEHOLDER = {
  baseUrl: 'https://anteroom.example',
  licensePriceUsd: 0,
  proPriceUsd: 0,
  allowInsecureLoopback: false,
};

/**
 * The page `/docs`: the OpenAPI description as HTML, written when the site is built (ADR 5).
 * @param page - the path of the favicon
 */
export async function buildDocsAssets({ icon }: Pick<PageAssets, 'icon'>): Promise<Map<string, SiteFile>> {
  const files = new Map<string, SiteFile>();
  const add = (extension: string, body: Buffer, contentType: string): string => {
    const hash = createHash('sha256').update(body).digest('hex').slice(0, 16);
    const path = `/docs/docs.${hash}.${extension}`;
    const cacheControl = 'public, max-age=31536000, immutable';
    files.set(path, { body, contentType, cacheControl, headers: { 'x-content-type-options': 'nosniff' } });
    return path;
  };
  const [style, script] = await Promise.all([bundle('docs/docs.css', 'esm'), bundle('docs/docs.ts', 'esm')]);
  const css = add('css', style, 'text/css; charset=utf-8');
  const js = add('js', script, 'text/javascript; charset=utf-8');
  const description = describeApi(PLACEHOLDER);
  files.set('/docs', {
    body: Buffer.from(
      renderDocs({
        operations: describedOperations(description),
        events: documentedEvents(description),
        files: { css, js, icon },
      }),
    ),
    contentType: 'text/html; charset=utf-8',
    cacheControl: 'no-cache',
    headers: {
      'content-security-policy': CONTENT_SECURITY_POLICY,
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    },
  });
  return files;
}
