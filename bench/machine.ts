import { readFile } from 'node:fs/promises';
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';

/** The machine, without which the figures mean nothing. */
export interface Machine {
  readonly cpus: number;
  readonly cpu: string;
  readonly memoryGb: number;
  readonly node: string;
  /** Null if no row needed it. */
  readonly postgres: string | null;
  /** Load of other work in the minute before the run, in processors. */
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

/** Time of all processors since the machine started, in ticks. */
export interface ProcessorTimes {
  readonly total: number;
  /** Time spent on other virtual machines while this one had work. */
  readonly stolen: number;
}

/**
 * Source: proc_stat(5), whose first line starts with user, nice, system, idle, iowait, irq, softirq, and steal.
 * @returns null without that file, as on macOS
 */
export async function readProcessorTimes(file = '/proc/stat'): Promise<ProcessorTimes | null> {
  const text = await readFile(file, 'utf8').catch(() => '');
  const line = /^cpu +(.+)$/m.exec(text)?.[1];
  if (line === undefined) return null;
  // The remaining fields, guest times, are already part of the first two.
  const ticks = line.split(' ').slice(0, 8).map(Number);
  return { total: ticks.reduce((sum, tick) => sum + tick, 0), stolen: ticks[7] ?? 0 };
}

/** The share of processor time (0 to 1) that others used in between. */
export function shareStolen(before: ProcessorTimes | null, after: ProcessorTimes | null): number | null {
  if (!before || !after || after.total === before.total) return null;
  return (after.stolen - before.stolen) / (after.total - before.total);
}
