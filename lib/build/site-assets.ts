import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { PageAssets } from '../../core/pages/page-assets.ts';
import { EMBED_PATH } from '../../core/waitlists/own-site-snippets.ts';
import { buildDashboardAssets } from './dashboard-assets.ts';
import { buildDocsAssets } from './docs-assets.ts';
import { buildEmbed } from './embed-asset.ts';
import type { SiteFile } from './site-file.ts';
import { buildPageAssets } from './web-assets.ts';

export interface SiteAssets {
  /** By URL path. */
  readonly files: ReadonlyMap<string, SiteFile>;
  /** The URLs of the hosted page's own files: the setting `PAGE_ASSETS`. */
  readonly pageAssets: PageAssets;
}

/** For search engines: pages, documents, and the files they load, but nothing that needs a person or a key. */
const ROBOTS = `User-agent: *
Allow: /api/v1/openapi.json
Disallow: /api/
Disallow: /dashboard
Disallow: /sign-in
Disallow: /_local/
`;

/** Files that browsers and search engines ask for at the root of every site. */
async function buildRootFiles(): Promise<Map<string, SiteFile>> {
  const cacheControl = 'public, max-age=3600';
  const icon = await readFile(join(import.meta.dirname, '../../web/page/favicon.ico'));
  return new Map([
    ['/robots.txt', { body: Buffer.from(ROBOTS), contentType: 'text/plain; charset=utf-8', cacheControl }],
    ['/favicon.ico', { body: icon, contentType: 'image/x-icon', cacheControl }],
  ]);
}

/** Builds the site's static files in memory, without the dashboard, which takes seconds to build. */
export async function buildSiteAssets(): Promise<SiteAssets> {
  const [page, root, embed] = await Promise.all([buildPageAssets(), buildRootFiles(), buildEmbed()]);
  const docs = await buildDocsAssets(page.manifest);
  return {
    files: new Map<string, SiteFile>([...page.files, ...docs, ...root, [EMBED_PATH, embed]]),
    pageAssets: page.manifest,
  };
}

/** Like {@link buildSiteAssets}, plus the dashboard: everything a deployment uploads. */
export async function buildDeployedSite(): Promise<SiteAssets> {
  const site = await buildSiteAssets();
  const dashboard = await buildDashboardAssets(site.pageAssets);
  return { ...site, files: new Map([...site.files, ...dashboard.files]) };
}
