import type { LoadResult, Workload } from './workload.ts';

export interface Load {
  readonly databaseUrl: string;
  readonly workload: Workload;
  readonly clients: number;
  readonly seconds: number;
  readonly signal: AbortSignal;
}

/** Sends a workload from several connections at a time, as fast as they are answered. */
export interface LoadDriver {
  /** Shown beside the figures. */
  readonly name: string;
  load(load: Load): Promise<LoadResult>;
}
