/** A held referral waits for the owner of the waitlist, and moves nobody. It is revoked if the friend leaves meanwhile. */
export const REFERRAL_STATES = ['held', 'credited', 'revoked'] as const;
export type ReferralState = (typeof REFERRAL_STATES)[number];
