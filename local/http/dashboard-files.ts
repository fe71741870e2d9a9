import { nothingHere } from '../../core/kernel/errors.ts';
import type { PageAssets } from '../../core/pages/page-assets.ts';
import { buildDashboardAssets, DASHBOARD_FILES, DASHBOARD_PATH } from '../../lib/build/dashboard-assets.ts';
import type { Detour } from './server.ts';
import { createStaticFiles, type StaticFiles } from './static-files.ts';

/** Serves the dashboard, like CloudFront from its bucket. */
export interface DashboardFiles {
  /** Answers requests for the dashboard; undefined for any other method or path. */
  readonly detour: (method: string, path: string) => Detour | undefined;
  /** Builds it now, so that its first request does not wait. */
  prepare(): Promise<void>;
}

/** Every screen has its own path, and all share one document, as in `dashboard-request.js` for CloudFront. */
const isScreen = (path: string): boolean => path === DASHBOARD_PATH || path.startsWith(`${DASHBOARD_PATH}/`);

let building: Promise<StaticFiles> | undefined;

/** Built on first use, once per process. After a failed build, the next request tries again. */
function dashboardFiles(page: PageAssets): Promise<StaticFiles> {
  building ??= buildDashboardAssets(page)
    .then(built => createStaticFiles(built.files))
    .catch(error => {
      building = undefined;
      throw error;
    });
  return building;
}

/** Serves the dashboard. Startup does not wait for it, and most tests never use it. */
export function createDashboardFiles(page: PageAssets): DashboardFiles {
  return {
    detour(method, path) {
      const reads = method === 'GET' || method === 'HEAD';
      if (!reads || !(isScreen(path) || path.startsWith(DASHBOARD_FILES))) return undefined;
      return async (request, response, requestId) => {
        const answer = await dashboardFiles(page);
        const sent = answer(request, response, isScreen(path) ? DASHBOARD_PATH : path, requestId);
        if (!sent) throw nothingHere();
        await sent;
      };
    },
    async prepare() {
      await dashboardFiles(page);
    },
  };
}
