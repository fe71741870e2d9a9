import { useState } from 'react';

/** The most people that are invited by hand at once. */
const MOST = 500;

/** People picked in the table, also on pages that are not shown. */
export interface Picks {
  readonly ids: readonly string[];
  readonly isFull: boolean;
  has(id: string): boolean;
  set(ids: readonly string[], isPicked: boolean): void;
  clear(): void;
}

export function usePicks(): Picks {
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  return {
    ids: [...picked],
    isFull: picked.size >= MOST,
    has: id => picked.has(id),
    set(ids, isPicked) {
      const others = [...picked].filter(id => !ids.includes(id));
      setPicked(new Set([...others, ...(isPicked ? ids : [])].slice(0, MOST)));
    },
    clear: () => setPicked(new Set()),
  };
}
