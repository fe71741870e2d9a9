import type { PageAssets } from '../../../core/pages/page-assets.ts';

/** Data that the build writes into the HTML document (`lib/build/dashboard-assets.ts`). */
interface DashboardDocument {
  readonly page: PageAssets;
  /** Path of the document that shows email previews. */
  readonly emailFrame: string;
}

const data = JSON.parse(document.getElementById('dashboard-data')?.textContent ?? '') as DashboardDocument;

export const pageAssets = data.page;
export const emailFrame = data.emailFrame;
