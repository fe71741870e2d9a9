import * as z from 'zod';
import { EFFECT } from '../kernel/operation.ts';
import { definePeopleWaitlistOperation, type WaitlistContext } from '../waitlists/waitlist-operation.ts';
import { WaitlistId } from '../waitlists/waitlist-ref.ts';
import { startExport } from './export-parts.ts';
import type { ExportServices } from './services.ts';

export const checkExport = definePeopleWaitlistOperation({
  name: 'check_export',
  group: 'dashboard',
  title: 'Check an export',
  summary: 'Check whether the signups of a waitlist can be exported',
  description:
    'Starts an export and stops before the file. A browser does not show why a download failed, so the dashboard checks first.',
  method: 'GET',
  path: '/api/v1/dashboard/waitlists/{id}/export-check',
  effect: EFFECT.read,
  status: 200,
  errors: ['external_database_unavailable'],
  input: () => z.object({ id: WaitlistId }),
  output: () => z.object({ upTo: z.int() }),
  async run(context: WaitlistContext<ExportServices>) {
    const { upTo } = await startExport(context);
    return { upTo };
  },
});
