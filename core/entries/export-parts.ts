import { notFound } from '../kernel/errors.ts';
import { completeContacts } from './complete-contacts.ts';
import { CSV_HEADER, toCsvLine } from './csv.ts';
import type { EntryServices } from './services.ts';

/** Entries per query, and the most that is held in memory. */
const WINDOW = 1_000;

/**
 * Entries per chunk. V8 frees strings above some 100 kB only in a full collection, which on a long list
 * comes after a hundred megabytes of them.
 */
const LINES = 100;

interface ExportedList {
  readonly accountId: string;
  readonly waitlistId: string;
}

interface Part {
  readonly lines: readonly string[];
  /** The last `seq` in this part. */
  readonly reached: number;
  /** The last `seq` of the file. */
  readonly upTo: number;
}

async function readPart(
  services: EntryServices,
  { accountId, waitlistId, after, upTo }: ExportedList & { after: number; upTo?: number },
): Promise<Part> {
  const window = await services.entries.window({ accountId, waitlistId, after, limit: WINDOW, upTo });
  // The waitlist was deleted during the export. Throw, so that the partial file does not look complete.
  if (!window) throw notFound('waitlist');
  const lines = (await completeContacts(services, window)).map(toCsvLine);
  return {
    lines: after === 0 ? [CSV_HEADER, ...lines] : lines,
    reached: after + WINDOW,
    upTo: window.upTo,
  };
}

/** An export whose first part has been read, so errors that prevent it were already thrown. */
export interface StartedExport {
  /** The newest `seq` when the export began. */
  readonly upTo: number;
  /** The whole file; each part is read when it is needed. */
  parts(): AsyncGenerator<string, void, undefined>;
}

/**
 * Starts the CSV export of a waitlist. Each part is its own query and no connection is held in between, so
 * long lists and slow readers cost neither memory nor connections. People who join after the first query
 * are not included.
 * @throws {ApiError} `not_found`, `external_database_unavailable`; the parts throw the same
 */
export async function startExport(services: EntryServices, list: ExportedList): Promise<StartedExport> {
  const first = await readPart(services, { ...list, after: 0 });
  const { upTo } = first;
  return {
    upTo,
    async *parts() {
      let part = first;
      for (;;) {
        for (let at = 0; at < part.lines.length; at += LINES) yield part.lines.slice(at, at + LINES).join('');
        if (part.reached >= upTo) return;
        part = await readPart(services, { ...list, after: part.reached, upTo });
      }
    },
  };
}
