import { createEntryStore } from '../../adapters/postgres/entry-store.ts';
import { entryOperations } from '../../core/entries/operations.ts';
import { connectorFrom } from '../connector.ts';
import { defineGroup } from '../group-handler.ts';
import { createSealer } from '../sealer.ts';
import { ConnectorClientSettings, SealSettings } from '../settings.ts';

/** Signups, from here and from the databases of their accounts. */
export const entriesGroup = defineGroup({
  name: 'entries',
  operations: entryOperations,
  settings: { ...SealSettings, ...ConnectorClientSettings },
  createServices: (pool, settings) => ({
    entries: createEntryStore(pool),
    connector: connectorFrom(settings),
    sealer: createSealer(settings),
  }),
});
