import { runChild } from '../child.ts';
import type { RequestSource } from './request-sources.ts';

export interface HttpLoad {
  readonly port: number;
  readonly connections: number;
  readonly seconds: number;
  readonly source: RequestSource;
  /** The expected status; any other fails the row. */
  readonly expected: number;
}

export interface HttpLoadResult {
  /** Expected responses per second. */
  readonly rate: number;
  readonly answers: number;
  /** Milliseconds. */
  readonly p99: number;
  /** How many responses had each other status. */
  readonly others: Readonly<Record<string, number>>;
}

/**
 * Sends requests on several connections from a separate process, each as soon as the previous one was answered.
 * @throws {Error} on any status but `expected`: rejected requests are not the work under test
 */
export async function loadHttp(load: HttpLoad, signal: AbortSignal): Promise<HttpLoadResult> {
  const module = new URL('http-load-process.ts', import.meta.url);
  const result = await runChild<HttpLoadResult>(module, load, signal);
  if (Object.keys(result.others).length > 0) {
    throw new Error(`Statuses other than ${load.expected}: ${JSON.stringify(result.others)}`);
  }
  return result;
}
