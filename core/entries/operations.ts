import { downloadExport } from './download-export.ts';
import { eraseEntry } from './erase-entry.ts';
import { exportEntries } from './export-entries.ts';
import { getEntry } from './get-entry.ts';
import { getStatistics } from './get-statistics.ts';
import { listEntries } from './list-entries.ts';
import { peopleEntryOperations } from './people-operations.ts';
import { updateEntry } from './update-entry.ts';

export const entryOperations = [
  listEntries,
  getEntry,
  updateEntry,
  eraseEntry,
  getStatistics,
  exportEntries,
  downloadExport,
  ...peopleEntryOperations,
] as const;
