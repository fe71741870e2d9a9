import type { Operation } from '../kernel/operation.ts';
import { listEntries } from './list-entries.ts';
import type { EntryServices } from './services.ts';

export const entryOperations: readonly Operation<EntryServices>[] = [listEntries];
