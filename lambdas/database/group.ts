import { createDatabaseStore } from '../../adapters/postgres/database-store.ts';
import { databaseOperations } from '../../core/database/operations.ts';
import { connectorFrom } from '../connector.ts';
import { defineGroup } from '../group-handler.ts';
import { createSealer } from '../sealer.ts';
import { ConnectorClientSettings, QueueSettings, SealSettings } from '../settings.ts';
import { createWorkerWakeUp } from '../worker-wake-up.ts';

/** Where the signups of a waitlist are stored. */
export const databaseGroup = defineGroup({
  name: 'database',
  operations: databaseOperations,
  settings: { ...SealSettings, ...ConnectorClientSettings, ...QueueSettings },
  createServices: (pool, settings, logger) => ({
    databases: createDatabaseStore(pool),
    connector: connectorFrom(settings),
    sealer: createSealer(settings),
    worker: createWorkerWakeUp(settings, logger),
  }),
});
