import type { PageAssets } from '../../core/pages/page-assets.ts';
import { buildDashboardAssets } from './dashboard-assets.ts';
import { buildDocsAssets } from './docs-assets.ts';
import type { SiteFile } from './site-file.ts';
import { buildPageAssets } from './web-assets.ts';

export interface SiteAssets {
  /** By URL path. */
  readonly files: ReadonlyMap<string, SiteFile>;
  /** The URLs of the hosted page's own files: the setting `PAGE_ASSETS`. */
  readonly pageAssets: PageAssets;
}

/** Builds the site's static files in memory, without the dashboard, which takes seconds to build. */
export async function buildSiteAssets(): Promise<SiteAssets> {
  const [page, docs] = await Promise.all([buildPageAssets(), buildDocsAssets()]);
  return { files: new Map<string, SiteFile>([...page.files, ...docs]), pageAssets: page.manifest };
}

/** Like {@link buildSiteAssets}, plus the dashboard: everything a deployment uploads. */
export async function buildDeployedSite(): Promise<SiteAssets> {
  const site = await buildSiteAssets();
  const dashboard = await buildDashboardAssets(site.pageAssets);
  return { ...site, files: new Map([...site.files, ...dashboard.files]) };
}
