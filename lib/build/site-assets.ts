import type { PageAssets } from '../../core/pages/page-assets.ts';
import { buildDashboardAssets } from './dashboard-assets.ts';
import { buildDocsAssets } from './docs-assets.ts';
import type { SiteFile } from './site-file.ts';
import { buildPageAssets } from './web-assets.ts';

export interface SiteAssets {
  /** By url path. */
  readonly files: ReadonlyMap<string, SiteFile>;
  /** The urls of the hosted page's own files: the setting `PAGE_ASSETS`. */
  readonly pageAssets: PageAssets;
}

/** Builds the static files of the site in memory, without those of the dashboard, which take seconds. */
export async function buildSiteAssets(): Promise<SiteAssets> {
  const [page, docs] = await Promise.all([buildPageAssets(), buildDocsAssets()]);
  return { files: new Map<string, SiteFile>([...page.files, ...docs]), pageAssets: page.manifest };
}

/** As {@link buildSiteAssets}, with the dashboard: all that a deployment puts into its bucket. */
export async function buildDeployedSite(): Promise<SiteAssets> {
  const site = await buildSiteAssets();
  const dashboard = await buildDashboardAssets(site.pageAssets);
  return { ...site, files: new Map([...site.files, ...dashboard.files]) };
}
