import { createEntryStore } from '../../adapters/postgres/entry-store.ts';
import { entryOperations } from '../../core/entries/operations.ts';
import { createGroupHandler } from '../group-handler.ts';
import type { HttpHandler } from '../http-handler.ts';
import type { Environment } from '../settings.ts';

export const createHandler = (environment: Environment): HttpHandler =>
  createGroupHandler('entries', environment, entryOperations, pool => ({ entries: createEntryStore(pool) }));
