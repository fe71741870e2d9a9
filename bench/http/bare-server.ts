import type { Bench } from '../bench.ts';
import { ask, startChild, stopChild } from '../child.ts';

export interface BareServerSettings {
  readonly databaseUrl: string;
  readonly poolSize: number;
  /** The waitlist that signups join. */
  readonly waitlistId: string;
  /** The base URL of links in responses. */
  readonly baseUrl: string;
}

/** Starts the plain server to compare ours with. @returns its port */
export async function startBareServer(bench: Bench, settings: BareServerSettings): Promise<number> {
  const child = startChild(new URL('bare-server-process.ts', import.meta.url), bench.signal);
  bench.cleanup.add(() => stopChild(child));
  const { port } = await ask<{ port: number }>(child, settings, bench.signal);
  return port;
}
