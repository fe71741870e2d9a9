import * as z from 'zod';
import { EFFECT } from '../kernel/operation.ts';
import { DateTime } from '../kernel/schemas.ts';
import { InvitationPlanInput } from '../waitlists/invitation-plan.ts';
import { runsAfter } from '../waitlists/plan-runs.ts';
import { definePeopleWaitlistOperation, type WaitlistContext } from '../waitlists/waitlist-operation.ts';
import { WaitlistId } from '../waitlists/waitlist-ref.ts';
import type { InvitationServices } from './services.ts';

/** How many runs are shown. */
const SHOWN = 5;

export const previewPlan = definePeopleWaitlistOperation({
  name: 'preview_plan',
  group: 'dashboard',
  title: 'Preview a plan',
  summary: 'Read when a plan would run',
  description: 'Changes nothing. runs are the next five, also of a paused plan.',
  method: 'POST',
  path: '/api/v1/dashboard/waitlists/{id}/plan/preview',
  effect: EFFECT.read,
  input: () => z.object({ id: WaitlistId, plan: InvitationPlanInput() }),
  output: () => z.object({ runs: z.array(DateTime) }),
  async run(_context: WaitlistContext<InvitationServices>, { plan }) {
    return { runs: runsAfter(plan, new Date(), SHOWN).map(run => run.toISOString()) };
  },
});
