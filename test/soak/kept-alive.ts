import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Cluster, clusterDataFolder, startCluster } from '../../local/postgres/cluster.ts';
import { readPostmaster } from '../../local/postgres/postmaster.ts';
import type { ServerOrder, ServerReport } from './server-process.ts';

/** A program that is started again whenever it ends. */
export interface KeptAlive {
  /** How often it ended by itself. */
  readonly crashes: number;
  /** Resolves while it runs and answers. */
  ready(): Promise<void>;
  /** Sends a signal. After SIGKILL, it has ended, and `ready` waits for the next one. */
  signal(name: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): Promise<void>;
  /** Ends it properly, and starts it again after `meanwhile`. */
  restart(meanwhile: () => Promise<unknown>): Promise<void>;
  stop(): Promise<void>;
}

interface Running {
  readonly exited: Promise<unknown>;
  signal(name: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): Promise<void>;
  end(): Promise<unknown>;
}

/** A program that cannot start, because its disk is full or its database is away, is tried again so soon. */
const PAUSE_MS = 250;

async function keepAlive(start: () => Promise<Running>): Promise<KeptAlive> {
  let isStopping = false;
  let crashes = 0;
  /** The one that was told to end. */
  let ending: Running | undefined;
  let current = await start();
  let starting = Promise.resolve();
  let held = Promise.resolve();

  async function startAgain(): Promise<void> {
    await held;
    while (!isStopping) {
      const started = await start().catch(() => undefined);
      if (started) {
        current = started;
        watch();
        return;
      }
      await delay(PAUSE_MS);
    }
  }
  function watch(): void {
    const watched = current;
    watched.exited.then(() => {
      if (watched !== ending) crashes++;
      if (!isStopping) starting = startAgain();
    });
  }
  watch();

  function end(): Promise<unknown> {
    ending = current;
    return current.end();
  }

  const kept: KeptAlive = {
    get crashes() {
      return crashes;
    },
    async ready() {
      for (let seen: Promise<void> | undefined; seen !== starting; ) {
        seen = starting;
        await seen;
      }
    },
    async signal(name) {
      const { exited } = current;
      if (name === 'SIGKILL') ending = current;
      await current.signal(name);
      if (name === 'SIGKILL') await exited;
    },
    async restart(meanwhile) {
      await kept.ready();
      const pause = Promise.withResolvers<void>();
      held = pause.promise;
      await end();
      await meanwhile().finally(pause.resolve);
      await kept.ready();
    },
    async stop() {
      isStopping = true;
      await kept.ready();
      await end();
    },
  };
  return kept;
}

/** Keeps a Postgres alive, on one port. */
export async function keepPostgres(
  folder: string,
  port: number,
  settings: Readonly<Record<string, string>>,
): Promise<KeptAlive> {
  const toRunning = ({ exited, stop }: Cluster): Running => ({
    exited,
    async signal(name) {
      const postmaster = await readPostmaster(clusterDataFolder(folder));
      if (postmaster) process.kill(postmaster.pid, name);
    },
    end: () => stop({ force: true }),
  });
  return keepAlive(async () => toRunning(await startCluster(folder, { port, settings })));
}

const SERVER = fileURLToPath(new URL('server-process.ts', import.meta.url));

async function startServer(
  order: ServerOrder,
  log: number,
  onMemory: (rssMb: number) => void,
): Promise<Running> {
  const child: ChildProcess = fork(SERVER, [JSON.stringify(order)], {
    // A process group of its own: Ctrl-C reaches only us.
    detached: true,
    stdio: ['ignore', log, log, 'ipc'],
  });
  const exited = once(child, 'exit');
  const ready = new Promise<void>(resolve => {
    child.on('message', (report: ServerReport) => {
      if ('ready' in report) resolve();
      else onMemory(report.rssMb);
    });
  });
  const early = await Promise.race([ready, exited]);
  if (early) throw new Error(`The server ended with ${early} before it was ready`);
  return {
    exited,
    async signal(name) {
      child.kill(name);
    },
    async end() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

/** Keeps the service alive. Its log is `server.log` in `logs`. */
export async function keepServer(
  order: ServerOrder,
  logs: string,
  onMemory: (rssMb: number) => void,
): Promise<KeptAlive> {
  const log = openSync(join(logs, 'server.log'), 'a');
  return keepAlive(() => startServer(order, log, onMemory));
}
