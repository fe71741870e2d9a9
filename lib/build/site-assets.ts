import type { PageAssets } from '../../core/pages/page-assets.ts';
import { buildDocsAssets } from './docs-assets.ts';
import type { SiteFile } from './site-file.ts';
import { buildPageAssets } from './web-assets.ts';

export interface SiteAssets {
  /** By url path. */
  readonly files: ReadonlyMap<string, SiteFile>;
  /** The urls of the hosted page's own files: the setting `PAGE_ASSETS`. */
  readonly pageAssets: PageAssets;
}

/** Builds every static file of the site, in memory. */
export async function buildSiteAssets(): Promise<SiteAssets> {
  const [page, docs] = await Promise.all([buildPageAssets(), buildDocsAssets()]);
  return { files: new Map<string, SiteFile>([...page.files, ...docs]), pageAssets: page.manifest };
}
