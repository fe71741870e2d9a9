import type { LoadResult, Workload } from './workload.ts';

export interface Load {
  readonly databaseUrl: string;
  readonly workload: Workload;
  readonly clients: number;
  readonly seconds: number;
  readonly signal: AbortSignal;
}

/** Runs a workload on several connections, as fast as they are answered. */
export interface LoadDriver {
  /** Shown with the figures. */
  readonly name: string;
  load(load: Load): Promise<LoadResult>;
}
