import { createEntryStore } from '../../adapters/postgres/entry-store.ts';
import { createMovedUpStore } from '../../adapters/postgres/moved-up-store.ts';
import { createOutsideCalls } from '../../adapters/postgres/outside-calls.ts';
import { createReferralStore } from '../../adapters/postgres/referral-store.ts';
import { createWaitlistStore } from '../../adapters/postgres/waitlist-store.ts';
import { entryOperations } from '../../core/entries/operations.ts';
import type { EntryServices } from '../../core/entries/services.ts';
import { operationsOf } from '../../core/kernel/operation.ts';
import { referralOperations } from '../../core/referrals/operations.ts';
import type { ReferralServices } from '../../core/referrals/services.ts';
import { connector, digestKey, openDatabase, workerQueue } from '../../settings/needs.ts';
import { defineGroup } from '../http/group-handler.ts';
import { connectorFrom } from '../services/connector.ts';
import { createDigestKey } from '../services/digest-key.ts';
import { createSealer } from '../services/sealer.ts';
import { createWorkerWakeUp } from '../services/worker-wake-up.ts';

export const group = defineGroup({
  name: 'entries',
  operations: operationsOf<EntryServices & ReferralServices>('entries', [
    ...entryOperations,
    ...referralOperations,
  ]),
  needs: [connector, openDatabase, digestKey, workerQueue],
  createServices: (pool, settings, logger) => ({
    waitlists: createWaitlistStore(pool),
    entries: createEntryStore(pool),
    connector: connectorFrom(settings),
    outsideCalls: createOutsideCalls(pool),
    sealer: createSealer(settings),
    digestKey: createDigestKey(settings),
    referrals: createReferralStore(pool),
    movedUp: createMovedUpStore(pool),
    worker: createWorkerWakeUp(settings, logger),
  }),
});
