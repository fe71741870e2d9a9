import type { ReferralState } from '../entries/schemas.ts';
import type { SettledState } from './schemas.ts';

/**
 * What settling a referral does to its referrer. `credit`: they move up by the boost of now, and it counts. `take_back`:
 * they lose the places that the credit really gave, and it no longer counts.
 */
export type Settlement = 'nothing' | 'credit' | 'take_back';

/** Settling twice changes nothing. A held referral never moved anybody, so revoking it takes nothing back. */
export function decideSettlement(from: ReferralState, to: SettledState): Settlement {
  if (from === to) return 'nothing';
  if (to === 'credited') return 'credit';
  return from === 'credited' ? 'take_back' : 'nothing';
}
