import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../local/postgres/cluster.ts';
import type { Bench } from '../bench.ts';

const MAIN = fileURLToPath(new URL('../../local/main.ts', import.meta.url));
const READY_MS = 60_000;

/** Connections to Postgres for either server: the default of the local run. */
export const POOL_SIZE = 10;

async function untilReady(url: string, signal: AbortSignal): Promise<void> {
  const deadline = performance.now() + READY_MS;
  while (performance.now() < deadline) {
    signal.throwIfAborted();
    const response = await fetch(`${url}/api/v1`, { signal }).catch(() => undefined);
    if (response?.ok) return;
    await delay(50);
  }
  throw new Error('The local server did not become ready');
}

/** Starts the whole service like `npm start`, on our database. @returns its port */
export async function startLocalServer(bench: Bench, databaseUrl: string): Promise<number> {
  const port = await freePort();
  // biome-ignore lint/style/noProcessEnv: handed on to a process that reads its settings there.
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, [MAIN], {
    stdio: ['ignore', 'ignore', 'inherit'],
    // Its own process group: Ctrl-C reaches only us, and we stop the server once no requests are in flight.
    detached: true,
    env: {
      PATH,
      HOME,
      PORT: String(port),
      HOST: '127.0.0.1',
      BASE_URL: `http://localhost:${port}`,
      DATA_DIR: join(bench.folder, 'local'),
      DATABASE_URL: databaseUrl,
      DATABASE_POOL_SIZE: String(POOL_SIZE),
      // Trust each request's address in X-Forwarded-For.
      TRUST_PROXY: 'true',
    },
  });
  const ended = once(child, 'exit');
  bench.cleanup.add(async () => {
    child.kill('SIGTERM');
    const harder = setTimeout(() => child.kill('SIGKILL'), 10_000);
    await ended;
    clearTimeout(harder);
  });
  const died = ended.then(([code]) => {
    throw new Error(`The local server ended with ${code}`);
  });
  died.catch(() => {});
  await Promise.race([untilReady(`http://127.0.0.1:${port}`, bench.signal), died]);
  return port;
}
