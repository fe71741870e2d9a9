import { readFile } from 'node:fs/promises';
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

/** What all processors have spent since the machine started, in ticks. */
export interface ProcessorTimes {
  readonly total: number;
  /** Spent on other machines of the same host while this one had work. */
  readonly stolen: number;
}

/**
 * Source: proc_stat(5), whose first line begins with user, nice, system, idle, iowait, irq, softirq and steal.
 * @returns null where there is no such file, as on macOS
 */
export async function readProcessorTimes(file = '/proc/stat'): Promise<ProcessorTimes | null> {
  const text = await readFile(file, 'utf8').catch(() => '');
  const line = /^cpu +(.+)$/m.exec(text)?.[1];
  if (line === undefined) return null;
  // What follows those eight, the time of guests, is in the first two already.
  const ticks = line.split(' ').slice(0, 8).map(Number);
  return { total: ticks.reduce((sum, tick) => sum + tick, 0), stolen: ticks[7] ?? 0 };
}

/** The share of the processors (0 to 1) that others had meanwhile. */
export function shareStolen(before: ProcessorTimes | null, after: ProcessorTimes | null): number | null {
  if (!before || !after || after.total === before.total) return null;
  return (after.stolen - before.stolen) / (after.total - before.total);
}
