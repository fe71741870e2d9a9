import type { Operation } from '../kernel/operation.ts';
import { checkExport } from './check-export.ts';
import { eraseEntry } from './erase-entry.ts';
import { exportEntries } from './export-entries.ts';
import { getOverview } from './get-overview.ts';
import { getPerson } from './get-person.ts';
import { getStatistics } from './get-statistics.ts';
import { listCountedWaitlists } from './list-counted-waitlists.ts';
import { listEntries } from './list-entries.ts';
import { searchEntries } from './search-entries.ts';

export const entryOperations = [
  listEntries,
  getStatistics,
  listCountedWaitlists,
  getOverview,
  searchEntries,
  getPerson,
  checkExport,
  exportEntries,
  eraseEntry,
] as const satisfies readonly Operation[];
