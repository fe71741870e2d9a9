import * as z from 'zod';
import { ApiError, notFound } from '../kernel/errors.ts';
import {
  type DownloadedFile,
  definePublicOperation,
  EFFECT,
  type OperationContext,
} from '../kernel/operation.ts';
import type { RateLimit } from '../kernel/rate-limit.ts';
import { toFilter } from './entry-filter.ts';
import { EXPORT_MINUTES, readExportToken } from './export-link.ts';
import { startExport } from './export-parts.ts';
import type { EntryServices } from './services.ts';

export const EXPORT_PATH = '/api/v1/exports/{token}';

/** Of one link. Each holds a function while it is read. */
export const EXPORT_LIMIT: RateLimit = { requests: 10, windowSeconds: 60 };

export interface DownloadServices extends EntryServices {
  /** Counts one use of a link. @returns seconds to wait; 0 when it was counted */
  readonly admitExport: (token: string) => Promise<number>;
}

export const downloadExport = definePublicOperation({
  name: 'download_export',
  group: 'export',
  title: 'Download an export',
  summary: 'Download the CSV of an export',
  description:
    'A streamed file (RFC 4180, UTF-8 with a byte order mark, which Excel needs). It leaves out signups made after it started. If it cannot be completed, the connection is closed early.',
  method: 'GET',
  path: EXPORT_PATH,
  effect: EFFECT.read,
  errors: ['external_database_unavailable', 'rate_limited'],
  download: { mediaType: 'text/csv; charset=utf-8' },
  input: () => z.object({ token: z.string() }),
  output: () => z.custom<DownloadedFile>(),
  async run({ services, site }: OperationContext<DownloadServices>, { token }): Promise<DownloadedFile> {
    const sealed = readExportToken(await services.digestKey(), token);
    if (!sealed) throw noSuchExport();
    const seconds = await services.admitExport(token);
    if (seconds > 0) throw readTooOften(seconds);
    const { accountId, waitlistId, filter, sort } = sealed;
    const waitlist = await services.waitlists.find(accountId, { id: waitlistId });
    if (!waitlist) throw noSuchExport();
    const context = { caller: { account: { id: accountId } }, waitlist, services, site };
    const { parts } = await startExport(context, { ...(await toFilter(context, filter)), sort });
    const today = new Date().toISOString().slice(0, 10);
    return { fileName: `${waitlist.slug}-${today}.csv`, parts: parts() };
  },
});

const noSuchExport = () =>
  notFound('export', `Links to exports work for ${EXPORT_MINUTES} minutes. Get a new one.`);

const readTooOften = (seconds: number): ApiError =>
  new ApiError('rate_limited', 'This link was opened too often', {
    headers: { 'retry-after': String(seconds) },
    resolution: `Wait ${seconds} seconds and try again.`,
  });
