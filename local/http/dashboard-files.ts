import { ApiError } from '../../core/kernel/errors.ts';
import type { PageAssets } from '../../core/pages/page-assets.ts';
import { buildDashboardAssets, DASHBOARD_FILES, DASHBOARD_PATH } from '../../lib/build/dashboard-assets.ts';
import type { SiteFile } from '../../lib/build/site-file.ts';
import { compressFast } from './encoding.ts';
import type { Detour } from './server.ts';
import { createStaticFiles, type StaticFiles } from './static-files.ts';

/** The dashboard, as CloudFront serves it from its bucket. */
export interface DashboardFiles {
  /** Answers requests for the dashboard; undefined for any other method or path. */
  readonly detour: (method: string, path: string) => Detour | undefined;
  /** Builds it now, so that its first request does not wait. */
  prepare(): Promise<void>;
}

/** Every screen has its own path, and all share one document, as in `dashboard-request.js` for CloudFront. */
const isScreen = (path: string): boolean => path === DASHBOARD_PATH || path.startsWith(`${DASHBOARD_PATH}/`);

/** Compressed fast, for a browser on this machine. Better compression would take longer than the build. */
async function prepared(files: ReadonlyMap<string, SiteFile>): Promise<StaticFiles> {
  const encoded = [...files].map(async ([path, file]) => {
    const [br, gzip] = await Promise.all([compressFast.br(file.body), compressFast.gzip(file.body)]);
    return [path, { ...file, encoded: { br, gzip } }] as const;
  });
  return createStaticFiles(new Map(await Promise.all(encoded)));
}

/**
 * Serves the dashboard. It is built at its first request, because starts should not wait for it and most tests never show
 * it. After a failed build, the next request tries again.
 */
export function createDashboardFiles(page: PageAssets): DashboardFiles {
  let building: Promise<StaticFiles> | undefined;

  function files(): Promise<StaticFiles> {
    building ??= buildDashboardAssets(page)
      .then(built => prepared(built.files))
      .catch(error => {
        building = undefined;
        throw error;
      });
    return building;
  }

  return {
    detour(method, path) {
      const reads = method === 'GET' || method === 'HEAD';
      if (!reads || !(isScreen(path) || path.startsWith(DASHBOARD_FILES))) return undefined;
      return async (request, response, requestId) => {
        const answer = await files();
        if (answer(request, response, isScreen(path) ? DASHBOARD_PATH : path, requestId)) return;
        throw new ApiError('not_found', 'There is nothing at this path');
      };
    },
    async prepare() {
      await files();
    },
  };
}
