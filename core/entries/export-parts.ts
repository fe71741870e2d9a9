import { notFound } from '../kernel/errors.ts';
import { completeContacts } from './complete-contacts.ts';
import { CSV_HEADER, toCsvLine } from './csv.ts';
import type { EntryServices } from './services.ts';

/** Entries that are read at a time, and all that is held of a list. */
const WINDOW = 1_000;

/**
 * Entries that are written at a time. Texts of more than some 100 kB are garbage that V8 leaves until it collects all of
 * its heap, which with a long list comes after a hundred megabytes of them.
 */
const LINES = 100;

interface ExportedList {
  readonly accountId: string;
  readonly waitlistId: string;
}

interface Part {
  readonly lines: readonly string[];
  /** The `seq` after which it ends. */
  readonly reached: number;
  /** The `seq` with which the file ends. */
  readonly upTo: number;
}

async function readPart(
  services: EntryServices,
  { accountId, waitlistId, after, upTo }: ExportedList & { after: number; upTo?: number },
): Promise<Part> {
  const window = await services.entries.window({ accountId, waitlistId, after, limit: WINDOW, upTo });
  // Deleted during the export: what was sent so far must not look like the whole file.
  if (!window) throw notFound('waitlist');
  const lines = (await completeContacts(services, window)).map(toCsvLine);
  return {
    lines: after === 0 ? [CSV_HEADER, ...lines] : lines,
    reached: after + WINDOW,
    upTo: window.upTo,
  };
}

/** A file that has begun: its first part is read, and so whatever can be said against it was thrown. */
export interface StartedExport {
  /** How many joined until it began, those who are not listed among them. */
  readonly upTo: number;
  /** All of it, each part read when it is asked for. */
  parts(): AsyncGenerator<string, void, undefined>;
}

/**
 * Begins the CSV file of a waitlist's signups. Each part is a query of its own, and no connection is held between two:
 * neither memory nor the database notices how long the list is, or how slowly somebody reads. Who joins after the first
 * part was read is not in it.
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
