import { v5 as derivedUuid } from 'uuid';
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
  run: Date | null,
): PlannedRequest => ({
  maxOpen,
  remindAt: remindAfterDays === null ? null : inDays(remindAfterDays),
  run,
});

/**
 * Runs the plan of a waitlist, and waits for its next run. A run that is late, after an outage, stands for all that were
 * missed. The batch's id follows from the run, so a run that is repeated after a crash invites nobody more.
 */
export const invitationPlanJob = defineJob({
  kind: 'invitation_plan',
  lane: INVITING_LANE,
  run:
    (services: InvitationJobServices) =>
    async ({ waitlistId }): Promise<JobOutcome> => {
      const accountId = await services.invitations.findOwner(waitlistId);
      const waitlist = accountId && (await services.waitlists.find(accountId, { id: waitlistId }));
      if (!waitlist) return 'done';
      const { invitationPlan: plan, inviteUrl } = waitlist;
      if (plan?.nextRunAt == null || inviteUrl === null) return 'done';
      const run = new Date(plan.nextRunAt);
      if (run.getTime() > Date.now()) return postponeUntil(run);
      const context: ListContext<InvitationJobServices> = {
        caller: { account: { id: accountId } },
        waitlist,
        services,
        site: services.site,
      };
      const how = {
        batchId: derivedUuid(plan.nextRunAt, waitlistId),
        inviteUrl,
        planned: plannedNow(plan, run),
      };
      const { count, audience, expiresInDays } = plan;
      const wait = await inviteLater(context, { count, audience, expiresInDays }, how, run);
      if (wait) return wait;
      const next = nextRun(plan, new Date());
      await services.invitations.advancePlan(waitlistId, run, next);
      return postponeUntil(next);
    },
});
