import type { ExportServices } from '../entries/services.ts';
import type { WakeUp } from '../outbox/outbox-store.ts';
import type { MovedUpStore } from './moved-up-store.ts';
import type { ReferralStore } from './referral-store.ts';

/** What reading and settling referrals needs. */
export interface ReferralServices extends Omit<ExportServices, 'entries'> {
  readonly referrals: ReferralStore;
  readonly movedUp: Pick<MovedUpStore, 'queue'>;
  readonly worker: Pick<WakeUp, 'wake'>;
}
