import { ApiError } from '../../core/kernel/errors.ts';
import type { PageAssets } from '../../core/pages/page-assets.ts';
import { buildDashboardAssets, DASHBOARD_FILES, DASHBOARD_PATH } from '../../lib/build/dashboard-assets.ts';
import type { SiteFile } from '../../lib/build/site-file.ts';
import type { Detour } from '../http-server.ts';
import { compressFast } from './encoding.ts';
import { createStaticFiles, type StaticFiles } from './static-files.ts';

/** The dashboard of the local run, as CloudFront serves it from its bucket. */
export interface DashboardFiles {
  /** What answers for the dashboard; undefined for every other method and path. */
  readonly detour: (method: string, path: string) => Detour | undefined;
  /** Builds it now, so that whoever opens it first does not wait. */
  prepare(): Promise<void>;
}

/** Every screen has a path of its own, and all have one document; `dashboard-request.js` says so to CloudFront. */
const isScreen = (path: string): boolean => path === DASHBOARD_PATH || path.startsWith(`${DASHBOARD_PATH}/`);

/** Compressed fast: to do it well would take longer than the build, for a browser on this machine. */
async function prepared(files: ReadonlyMap<string, SiteFile>): Promise<StaticFiles> {
  const encoded = [...files].map(async ([path, file]) => {
    const [br, gzip] = await Promise.all([compressFast.br(file.body), compressFast.gzip(file.body)]);
    return [path, { ...file, encoded: { br, gzip } }] as const;
  });
  return createStaticFiles(new Map(await Promise.all(encoded)));
}

/**
 * The dashboard, built when it is first needed: a start does not wait for it, and most servers of tests never show it. A
 * build that failed is tried again at the next request.
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
        throw new ApiError('not_found', 'Nothing is at this path');
      };
    },
    async prepare() {
      await files();
    },
  };
}
