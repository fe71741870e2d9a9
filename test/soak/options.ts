import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';

export interface SoakOptions {
  /** Length of the load, before the queues drain. */
  readonly minutes: number;
  /** Signups per second, besides bursts. */
  readonly rate: number;
  readonly seed: number;
  /** First, so many people get one announcement while the server and Postgres are killed. 0: none. */
  readonly recipients: number;
  /** End leases and delays after the load, instead of waiting for them. */
  readonly hasten: boolean;
  readonly json: boolean;
  /** A folder for what a run leaves behind: `requests.jsonl`, every request and answer, and `server.log`. */
  readonly record: string | undefined;
}

export const USAGE = `Usage: npm run soak -- [options]

  --minutes <n>      length of the load (default: 20)
  --rate <n>         signups per second (default: 100)
  --seed <n>         repeats the load and the faults of another run (default: random)
  --recipients <n>   first, one announcement to so many people, with kill -9 of Postgres and the server (default: none)
  --hasten           after the load, end leases and delays of jobs instead of waiting for them
  --json             print one JSON object and nothing else
  --record <folder>  keep every request and answer (requests.jsonl) and the server's log there`;

/** An error in the command line. */
export class UsageError extends Error {}

function positive(name: string, text: string): number {
  const value = Number(text);
  if (!(value > 0 && Number.isFinite(value))) throw new UsageError(`--${name} must be a number above 0`);
  return value;
}

/** @throws {UsageError} */
export function readOptions(args: readonly string[]): SoakOptions | 'help' {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        minutes: { type: 'string', default: '20' },
        rate: { type: 'string', default: '100' },
        seed: { type: 'string', default: String(randomInt(1, 1_000_000)) },
        recipients: { type: 'string' },
        hasten: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
        record: { type: 'string' },
        help: { type: 'boolean', default: false },
      },
    });
    if (values.help) return 'help';
    return {
      minutes: positive('minutes', values.minutes),
      rate: positive('rate', values.rate),
      seed: positive('seed', values.seed),
      recipients: values.recipients === undefined ? 0 : positive('recipients', values.recipients),
      hasten: values.hasten,
      json: values.json,
      record: values.record,
    };
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}
