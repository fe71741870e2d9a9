import { createDatabaseStore } from '../../adapters/postgres/customer-database/database-store.ts';
import { createOutsideCalls } from '../../adapters/postgres/customer-database/outside-calls.ts';
import { createWaitlistStore } from '../../adapters/postgres/waitlists/waitlist-store.ts';
import { databaseOperations } from '../../core/customer-database/operations.ts';
import { connector, sealDatabase, workerQueue } from '../../settings/needs.ts';
import { defineGroup } from '../http/group-handler.ts';
import { connectorFrom } from '../services/connector.ts';
import { createSealer } from '../services/sealer.ts';
import { createWorkerWakeUp } from '../services/worker-wake-up.ts';

export const group = defineGroup({
  name: 'database',
  operations: databaseOperations,
  needs: [connector, sealDatabase, workerQueue],
  createServices: (pool, settings, logger) => ({
    waitlists: createWaitlistStore(pool),
    databases: createDatabaseStore(pool),
    connector: connectorFrom(settings),
    outsideCalls: createOutsideCalls(pool),
    sealer: createSealer(settings),
    worker: createWorkerWakeUp(settings, logger),
  }),
});
