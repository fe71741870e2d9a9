import type { ActiveDomains } from '../domains/domain-store.ts';
import type { EntryServices } from '../entries/services.ts';
import type { WakeUp } from '../outbox/outbox-store.ts';
import type { AdditionStore } from './addition-store.ts';

/** The services that add people. */
export interface AdditionServices extends EntryServices {
  readonly additions: AdditionStore;
  readonly domains: ActiveDomains;
  readonly worker: Pick<WakeUp, 'wake'>;
}
