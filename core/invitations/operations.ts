import { getInvitation } from './get-invitation.ts';
import { inviteEntries } from './invite-entries.ts';
import { listInvitations } from './list-invitations.ts';
import { previewInvitations } from './preview-invitations.ts';
import { previewPlan } from './preview-plan.ts';
import { redeemInvitation } from './redeem-invitation.ts';
import { runPlanNow } from './run-plan-now.ts';
import { withdrawInvitations } from './withdraw-invitations.ts';

export const invitationOperations = [
  inviteEntries,
  listInvitations,
  getInvitation,
  withdrawInvitations,
  redeemInvitation,
  previewInvitations,
  previewPlan,
  runPlanNow,
] as const;
