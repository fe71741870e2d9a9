import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';

/** What the figures were taken on; without it they say nothing. */
export interface Machine {
  readonly cpus: number;
  readonly cpu: string;
  readonly memoryGb: number;
  readonly node: string;
  /** Null when no row needed it. */
  readonly postgres: string | null;
  /** Work of others in the last minute before the run, in processors. */
  readonly load: number;
}

export function describeMachine(): Omit<Machine, 'postgres'> {
  return {
    cpus: availableParallelism(),
    cpu: cpus()[0]?.model.trim() ?? 'unknown',
    memoryGb: Math.round(totalmem() / 2 ** 30),
    node: process.versions.node,
    load: loadavg()[0] ?? 0,
  };
}
