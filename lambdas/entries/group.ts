import { createEntryStore } from '../../adapters/postgres/entry-store.ts';
import { createOutsideCalls } from '../../adapters/postgres/outside-calls.ts';
import { createWaitlistStore } from '../../adapters/postgres/waitlist-store.ts';
import { entryOperations } from '../../core/entries/operations.ts';
import type { EntryServices } from '../../core/entries/services.ts';
import { operationsOf } from '../../core/kernel/operation.ts';
import { connector, openDatabase } from '../../settings/needs.ts';
import { defineGroup } from '../http/group-handler.ts';
import { connectorFrom } from '../services/connector.ts';
import { createSealer } from '../services/sealer.ts';

export const group = defineGroup({
  name: 'entries',
  operations: operationsOf<EntryServices>('entries', entryOperations),
  needs: [connector, openDatabase],
  createServices: (pool, settings) => ({
    waitlists: createWaitlistStore(pool),
    entries: createEntryStore(pool),
    connector: connectorFrom(settings),
    outsideCalls: createOutsideCalls(pool),
    sealer: createSealer(settings),
  }),
});
