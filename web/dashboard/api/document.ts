import type { PageAssets } from '../../../core/pages/page-assets.ts';

/** What the document says of the build that it is part of (`lib/build/dashboard-assets.ts`). */
interface DashboardDocument {
  readonly page: PageAssets;
  /** The document in which emails are shown. */
  readonly emailFrame: string;
}

const data = JSON.parse(document.getElementById('dashboard-data')?.textContent ?? '') as DashboardDocument;

export const pageAssets = data.page;
export const emailFrame = data.emailFrame;
