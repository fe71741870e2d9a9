import { percentile } from '../statistics.ts';
import type { LoadResult, Workload } from './workload.ts';

/** One call of a workload. */
export interface Call {
  /** Milliseconds since some moment that all calls of a cell have in common. */
  readonly endedAt: number;
  /** Milliseconds. */
  readonly took: number;
}

/**
 * What a new connection does once (reading the catalog, compiling the procedure, planning its statements) is no part of a
 * signup, and with 32 connections takes all of the first second of two processors.
 */
export const WARM_UP_SECONDS = 2;

/** What a cell's calls come to, without those that ended while connections warmed up. */
export function resultOf(calls: readonly Call[], { signups }: Workload): LoadResult {
  const moments = calls.map(({ endedAt }) => endedAt).sort((a, b) => a - b);
  const from = (moments[0] ?? 0) + WARM_UP_SECONDS * 1000;
  const counted = calls.filter(({ endedAt }) => endedAt > from);
  const seconds = ((moments.at(-1) ?? 0) - from) / 1000;
  if (counted.length === 0) throw new Error('No call ended after the connections had warmed up');
  return {
    signupsPerSecond: (counted.length * signups) / seconds,
    p99: percentile(
      counted.map(({ took }) => took),
      0.99,
    ),
  };
}
