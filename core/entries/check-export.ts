import * as z from 'zod';
import { type CallerContext, definePeopleOperation, EFFECT } from '../kernel/operation.ts';
import { WaitlistId } from '../waitlists/waitlist-id.ts';
import { startExport } from './export-parts.ts';
import type { EntryServices } from './services.ts';

export const checkExport = definePeopleOperation({
  name: 'check_export',
  group: 'dashboard',
  title: 'Check an export',
  summary: 'Whether the signups of a waitlist can be exported',
  description:
    'Begins an export and leaves it. A browser that saves a file shows nobody why there is none, so the page asks this first.',
  method: 'GET',
  path: '/api/v1/dashboard/waitlists/{id}/export-check',
  effect: EFFECT.read,
  status: 200,
  errors: ['external_database_unavailable'],
  input: () => z.object({ id: WaitlistId }),
  output: () => z.object({ upTo: z.int() }),
  async run({ caller, services }: CallerContext<EntryServices>, { id }) {
    const { upTo } = await startExport(services, { accountId: caller.account.id, id });
    return { upTo };
  },
});
