import * as z from 'zod';
import { type DownloadedFile, EFFECT } from '../kernel/operation.ts';
import { definePeopleWaitlistOperation, type WaitlistContext } from '../waitlists/waitlist-operation.ts';
import { WaitlistId } from '../waitlists/waitlist-ref.ts';
import { startExport } from './export-parts.ts';
import type { ExportServices } from './services.ts';

export const exportEntries = definePeopleWaitlistOperation({
  name: 'export_entries',
  group: 'dashboard',
  title: 'Export signups',
  summary: 'Download the signups of a waitlist as CSV, in order of place',
  description:
    'A streamed file (RFC 4180, UTF-8 with a byte order mark, which Excel needs). It leaves out signups made after it started. If it cannot be completed, the connection is closed early.',
  method: 'GET',
  path: '/api/v1/dashboard/waitlists/{id}/export',
  effect: EFFECT.read,
  status: 200,
  errors: ['external_database_unavailable'],
  download: { mediaType: 'text/csv; charset=utf-8' },
  input: () => z.object({ id: WaitlistId }),
  output: () => z.custom<DownloadedFile>(),
  async run(context: WaitlistContext<ExportServices>): Promise<DownloadedFile> {
    const { parts } = await startExport(context);
    const today = new Date().toISOString().slice(0, 10);
    return { fileName: `${context.waitlist.slug}-${today}.csv`, parts: parts() };
  },
});
