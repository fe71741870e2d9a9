import type { ExportServices } from '../entries/services.ts';
import type { WakeUp } from '../outbox/outbox-store.ts';
import type { MovedUpStore } from './moved-up-store.ts';
import type { ReferralStore } from './referral-store.ts';

/** The services that read and settle referrals. */
export interface ReferralServices extends Omit<ExportServices, 'entries'> {
  readonly referrals: ReferralStore;
  readonly movedUp: Pick<MovedUpStore, 'queue'>;
  readonly worker: Pick<WakeUp, 'wake'>;
}
