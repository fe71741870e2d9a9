import { isDeepStrictEqual } from 'node:util';
import { checkAudience } from '../audiences/audience.ts';
import { InsufficientScopeError } from '../kernel/errors.ts';
import type { Caller } from '../kernel/operation.ts';
import type { InvitationPlan, InvitationPlanInput } from './invitation-plan.ts';
import { inviteUrlRequired } from './invite-url.ts';
import { nextRun } from './plan-runs.ts';
import type { WaitlistRecord } from './waitlist.ts';

type Planned = Pick<WaitlistRecord, 'inviteUrl' | 'questions'> & {
  readonly invitationPlan: InvitationPlan | null;
};

/**
 * The plan of a waitlist after a change, if the change is about it.
 * @param current - the waitlist as it is
 * @param change - what was sent
 * @throws {ApiError} `invite_url_required`; `insufficient_scope`: a plan invites people; `validation_failed`
 */
export function changePlan(
  { key }: Caller,
  current: Planned,
  change: {
    readonly invitationPlan?: InvitationPlanInput | null | undefined;
    readonly inviteUrl?: string | null | undefined;
    readonly questions?: WaitlistRecord['questions'] | undefined;
  },
): { readonly invitationPlan?: InvitationPlan | null } {
  const { invitationPlan: plan = current.invitationPlan, inviteUrl = current.inviteUrl } = change;
  if (plan !== null && inviteUrl === null) throw inviteUrlRequired('invitationPlan');
  if (change.invitationPlan === undefined || plan === null)
    return change.invitationPlan === null ? { invitationPlan: null } : {};
  if (
    current.invitationPlan !== null &&
    isDeepStrictEqual(current.invitationPlan, { ...plan, nextRunAt: current.invitationPlan.nextRunAt })
  )
    return {};
  if (!key.scopes.includes('invitations:write')) throw new InsufficientScopeError('invitations:write', key);
  checkAudience(change.questions ?? current.questions, plan.audience ?? {}, 'invitationPlan.audience');
  return {
    invitationPlan: { ...plan, nextRunAt: plan.paused ? null : nextRun(plan, new Date()).toISOString() },
  };
}
