import type { Operation } from '../operation.ts';
import { type EntryServices, listEntries } from './list-entries.ts';

export const entryOperations: readonly Operation<EntryServices>[] = [listEntries];
