import { percentile } from '../statistics.ts';
import type { LoadResult, Workload } from './workload.ts';

/** One call of a workload. */
export interface Call {
  /** Milliseconds since a moment common to all calls of a cell. */
  readonly endedAt: number;
  /** Milliseconds. */
  readonly took: number;
}

/**
 * One-time work of a new connection (reading the catalog, compiling the procedure, planning its statements) is not part
 * of a signup. With 32 connections it takes the whole first second of two processors.
 */
export const WARM_UP_SECONDS = 2;

/** The result of a cell's calls, without those that ended during the warm-up. */
export function resultOf(calls: readonly Call[], { signups }: Workload): LoadResult {
  const moments = calls.map(({ endedAt }) => endedAt).sort((a, b) => a - b);
  const from = (moments[0] ?? 0) + WARM_UP_SECONDS * 1000;
  const counted = calls.filter(({ endedAt }) => endedAt > from);
  const seconds = ((moments.at(-1) ?? 0) - from) / 1000;
  if (counted.length === 0) throw new Error('No calls ended after the warm-up');
  return {
    signupsPerSecond: (counted.length * signups) / seconds,
    p99: percentile(
      counted.map(({ took }) => took),
      0.99,
    ),
  };
}
