import { runChild } from '../child.ts';
import type { RequestSource } from './request-sources.ts';

export interface HttpLoad {
  readonly port: number;
  readonly connections: number;
  readonly seconds: number;
  readonly source: RequestSource;
  /** The status that counts; any other fails the row. */
  readonly expected: number;
}

export interface HttpLoadResult {
  /** Expected answers a second. */
  readonly rate: number;
  readonly answers: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /** How often each other status was answered. */
  readonly others: Readonly<Record<string, number>>;
}

/**
 * Requests from several connections, each sending its next when the last was answered, made by a process of its own.
 * @throws {Error} when anything but `expected` was answered: what is refused is not the work that is measured.
 */
export async function loadHttp(load: HttpLoad, signal: AbortSignal): Promise<HttpLoadResult> {
  const module = new URL('http-load-process.ts', import.meta.url);
  const result = await runChild<HttpLoadResult>(module, load, signal);
  if (Object.keys(result.others).length > 0) {
    throw new Error(`Answers other than ${load.expected}: ${JSON.stringify(result.others)}`);
  }
  return result;
}
