import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

/** Settings that the worker requires but tests do not use: nothing listens at these addresses. */
export const WORKER_ENVIRONMENT = {
  SEAL_KEY: Buffer.alloc(32).toString('base64'),
  CONNECTOR_FUNCTION_NAME: 'unused',
  WEBHOOK_SENDER_FUNCTION_NAME: 'unused',
  WORKER_QUEUE_URL: 'http://127.0.0.1:9/000000000000/unused',
  AWS_ENDPOINT_URL_SQS: 'http://127.0.0.1:9',
  ASSETS_BUCKET: 'unused',
  BASE_URL: 'https://anteroom.example',
  EMAIL_FROM: 'Anteroom <hello@anteroom.example>',
  FALLBACK_ORIGIN: 'cname.anteroom.example',
  DOMAINS_DISTRIBUTION_ID: 'unused',
  DOMAINS_CONNECTION_GROUP_ID: 'unused',
  DOMAINS_TAG: 'name=unused',
  SENDERS_TAG: 'name=unused',
} as const;

/** Workers in separate processes, so that a test can kill them. */
export interface Workers {
  /** Starts a worker, ready to receive `run`. */
  start(): Promise<ChildProcess>;
  /** The output of all workers so far. */
  output(): string;
  kill(): void;
}

export function createWorkers(environment: Readonly<Record<string, string>>): Workers {
  const running = new Set<ChildProcess>();
  let output = '';
  return {
    async start() {
      // biome-ignore lint/style/noProcessEnv: passed on explicitly, since nothing else is inherited.
      const { NODE_COMPILE_CACHE } = process.env;
      const worker = spawn(
        process.execPath,
        ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, 'worker-process.ts')],
        {
          env: { ...WORKER_ENVIRONMENT, NODE_COMPILE_CACHE, ...environment },
          stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
        },
      );
      for (const stream of [worker.stdout, worker.stderr]) {
        stream?.on('data', (chunk: Buffer) => {
          output += chunk.toString();
        });
      }
      running.add(worker);
      worker.once('close', () => running.delete(worker));
      const ended = once(worker, 'close').then(() => undefined);
      if (!(await Promise.race([once(worker, 'message'), ended])))
        throw new Error(`A worker ended before it was ready:\n${output}`);
      return worker;
    },
    output: () => output,
    kill() {
      for (const worker of running) worker.kill('SIGKILL');
    },
  };
}
