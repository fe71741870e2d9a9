import { useSyncExternalStore } from 'react';

/** When the account may send its next request, in milliseconds since 1970; 0 if it never had to wait. */
let resumesAt = 0;
const listeners = new Set<() => void>();

/** Marks the account's limit as reached, for this many milliseconds. */
export function pauseRequests(waitMs: number): void {
  resumesAt = Math.max(resumesAt, Date.now() + waitMs);
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** When requests go on, in milliseconds since 1970. In the past if nothing waits. */
export const useResumesAt = (): number => useSyncExternalStore(subscribe, () => resumesAt);
