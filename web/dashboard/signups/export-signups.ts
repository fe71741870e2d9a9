import type { exportEntries } from '../../../core/dashboard/export-entries.ts';
import { call } from '../api/client.ts';
import { Problem } from '../api/problem.ts';
import type { OutputOf } from '../api/types.ts';

type Part = OutputOf<typeof exportEntries>;

const sleep = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms));

/** The next part; where the rate limit asks to wait, that long and again. */
async function fetchPart(id: string, next: Part['next'], signal: AbortSignal): Promise<Part> {
  for (;;) {
    try {
      return await call<Part>(`/dashboard/waitlists/${encodeURIComponent(id)}/export`, {
        query: { ...next },
        signal,
      });
    } catch (error) {
      if (!(error instanceof Problem) || error.status !== 429 || error.retryAfter === undefined) throw error;
      await sleep(error.retryAfter);
      signal.throwIfAborted();
    }
  }
}

/**
 * All signups as one CSV file. Each part goes into a blob as soon as it is there, which a browser keeps on disk where it is
 * large, so that a million rows need no memory here.
 * @param onProgress - told how far it is, from 0 to 1
 */
export async function exportSignups(
  id: string,
  { signal, onProgress }: { readonly signal: AbortSignal; readonly onProgress: (done: number) => void },
): Promise<Blob> {
  const parts: Blob[] = [];
  let next: Part['next'] = null;
  do {
    const part: Part = await fetchPart(id, next, signal);
    parts.push(new Blob([part.csv]));
    next = part.next;
    if (next) onProgress(next.after / next.upTo);
  } while (next);
  return new Blob(parts, { type: 'text/csv;charset=utf-8' });
}

/** Has the browser save a file. */
export function saveFile(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The download has its own hold on the file by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
