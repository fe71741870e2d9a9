import { listReferrals } from './list-referrals.ts';
import { settleReferral } from './settle-referral.ts';

export const referralOperations = [listReferrals, settleReferral] as const;
