import * as z from 'zod';
import { notFound } from '../kernel/errors.ts';
import { type Creating, EFFECT } from '../kernel/operation.ts';
import { definePeopleWaitlistOperation, type WaitlistContext } from '../waitlists/waitlist-operation.ts';
import { WaitlistId } from '../waitlists/waitlist-ref.ts';
import { toBatch } from './batch.ts';
import { checkInvite, invite } from './invite.ts';
import { plannedNow } from './run-plan.ts';
import { InvitationBatch } from './schemas.ts';
import type { InvitationServices } from './services.ts';

export const runPlanNow = definePeopleWaitlistOperation({
  name: 'run_plan',
  group: 'dashboard',
  title: 'Run a plan now',
  summary: 'Invite the people of one run of the plan',
  description:
    'The plan goes on as before, and may be paused. batch is null if there was nobody to invite. With dryRun, nothing happens, and batch is what would be made.',
  method: 'POST',
  path: '/api/v1/dashboard/waitlists/{id}/plan/runs',
  effect: EFFECT.create,
  errors: ['invite_url_required', 'external_database_unavailable'],
  input: () => z.object({ id: WaitlistId, dryRun: z.boolean().default(false) }),
  output: () => z.object({ batch: InvitationBatch().nullable() }),
  async run(context: Creating<WaitlistContext<InvitationServices>>, { dryRun }) {
    const { waitlist, services, creationId } = context;
    const { invitationPlan: plan } = waitlist;
    if (plan === null) throw notFound('plan', 'Set invitationPlan of the waitlist first.');
    const { count, audience, expiresInDays } = plan;
    const inviteUrl = await checkInvite(context, { audience });
    const batch = await invite(
      context,
      { count, audience, expiresInDays },
      { batchId: creationId, inviteUrl, planned: plannedNow(plan, null), isDryRun: dryRun },
    );
    if (!dryRun) await services.worker.wake();
    return { batch: batch && toBatch(batch) };
  },
});
