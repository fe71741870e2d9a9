import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { exportEntries } from '../../../core/dashboard/export-entries.ts';
import { call } from '../api/client.ts';
import { Problem } from '../api/problem.ts';
import type { OutputOf } from '../api/types.ts';
import { notifyProblem } from '../components/notify.ts';
import { Download } from '../design/icons.ts';

type Part = OutputOf<typeof exportEntries>;

const pause = (milliseconds: number): Promise<void> =>
  new Promise(resolve => setTimeout(resolve, milliseconds));

/** A part, after the wait that a rate limit asks for. */
async function readPart(path: string, query: Part['next'], signal: AbortSignal): Promise<Part> {
  try {
    return await call<Part>(path, { query: { ...query }, signal });
  } catch (error) {
    if (!(error instanceof Problem) || error.retryAfter === undefined) throw error;
    await pause(error.retryAfter);
    return call<Part>(path, { query: { ...query }, signal });
  }
}

/** All parts as one file. Each is handed to the browser as it comes, which keeps a large file on the disk. */
async function readAll(id: string, onShare: (share: number) => void, signal: AbortSignal): Promise<Blob> {
  const path = `/dashboard/waitlists/${encodeURIComponent(id)}/export`;
  const parts: Blob[] = [];
  for (let next: Part['next'] = { after: 0, upTo: 0 }, isFirst = true; next; isFirst = false) {
    const part: Part = await readPart(path, isFirst ? null : next, signal);
    parts.push(new Blob([part.csv]));
    next = part.next;
    if (next) onShare(next.after / next.upTo);
  }
  return new Blob(parts, { type: 'text/csv;charset=utf-8' });
}

function save(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // The browser has it by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** All signups as CSV, with what is done of it on the button. */
export function ExportButton({
  id,
  slug,
  isEmpty,
}: {
  readonly id: string;
  readonly slug: string;
  readonly isEmpty: boolean;
}) {
  const [share, setShare] = useState(0);
  const leaving = useRef<AbortController>(null);
  useEffect(() => () => leaving.current?.abort(), []);
  const read = useMutation({
    mutationFn: () => {
      setShare(0);
      leaving.current = new AbortController();
      return readAll(id, setShare, leaving.current.signal);
    },
    onSuccess: file => save(file, `${slug}.csv`),
    onError(error) {
      if (!leaving.current?.signal.aborted) notifyProblem(error);
    },
  });
  return (
    <Button
      variant="default"
      leftSection={<Download size={16} />}
      disabled={isEmpty || read.isPending}
      aria-live="polite"
      onClick={() => read.mutate()}
    >
      {read.isPending ? `Exporting, ${Math.floor(share * 100)}%` : 'Export CSV'}
    </Button>
  );
}
