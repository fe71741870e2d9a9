import { v5 as derivedUuid } from 'uuid';
import * as z from 'zod';
import type { ListContext } from '../entries/entry-filter.ts';
import { defineJob, type JobOutcome } from '../outbox/job.ts';
import type { InvitationPlan } from '../waitlists/invitation-plan.ts';
import { nextRun } from '../waitlists/plan-runs.ts';
import type { PlannedRequest } from './invitation-store.ts';
import { inDays } from './invite.ts';
import { INVITING_LANE, inviteLater } from './invite-later.ts';
import { postponeUntil } from './postpone-until.ts';
import type { InvitationJobServices } from './services.ts';

/** What the batch of a plan has besides, if it is made now. */
export const plannedNow = (
  { maxOpen, remindAfterDays }: InvitationPlan,
  run: string | null,
): PlannedRequest => ({
  maxOpen,
  remindAt: remindAfterDays === null ? null : inDays(remindAfterDays),
  run,
});

/**
 * One run of a waitlist's plan. One that is late, after an outage, stands for all that were missed. The batch's id follows from
 * the run, so a run that is repeated after a crash invites nobody more.
 */
export const invitationPlanJob = defineJob({
  kind: 'invitation_plan',
  payload: z.object({ run: z.string() }),
  lane: INVITING_LANE,
  run:
    (services: InvitationJobServices) =>
    async ({ waitlistId, payload: { run } }): Promise<JobOutcome> => {
      const accountId = await services.invitations.findOwner(waitlistId);
      const waitlist = accountId && (await services.waitlists.find(accountId, { id: waitlistId }));
      if (!waitlist) return 'done';
      const { invitationPlan: plan, inviteUrl } = waitlist;
      // It was changed, or this run is over.
      if (plan?.nextRunAt !== run || inviteUrl === null) return 'done';
      const due = new Date(run);
      if (due.getTime() > Date.now()) return postponeUntil(due);
      const context: ListContext<InvitationJobServices> = {
        caller: { account: { id: accountId } },
        waitlist,
        services,
        site: services.site,
      };
      const { count, audience, expiresInDays } = plan;
      const how = { batchId: derivedUuid(run, waitlistId), inviteUrl, planned: plannedNow(plan, run) };
      const wait = await inviteLater(context, { count, audience, expiresInDays }, how, due);
      if (wait) return wait;
      await services.invitations.advancePlan(waitlistId, run, nextRun(plan, new Date()).toISOString());
      return 'done';
    },
});
