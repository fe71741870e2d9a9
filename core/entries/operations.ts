import type { Operation } from '../operation.ts';
import { listEntries } from './list-entries.ts';
import type { EntryServices } from './services.ts';

export const entryOperations: readonly Operation<EntryServices>[] = [listEntries];
