import { existsSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import type { Environment } from '../settings/read-settings.ts';
import { Cleanup } from './cleanup.ts';
import { lockDataDir, startEmbeddedPostgres } from './embedded-postgres.ts';
import { firstStart } from './first-start.ts';
import { listen } from './http/listen.ts';
import { migrateDatabase } from './migrate-database.ts';
import { startService } from './service.ts';
import { readLocalSettings } from './settings.ts';

/** The whole service on this machine. */
export interface LocalRun {
  /** Where it answers: `BASE_URL`, or the loopback address it listens on. */
  readonly url: string;
  readonly dataDir: string;
  readonly keyFile: string;
  /** Whether that file is there: a folder that is new to a database has none. */
  readonly hasKey: boolean;
  /** Whether it made the owner, the key and the sample waitlist just now. */
  readonly isFirstStart: boolean;
  /** Settles when the embedded Postgres ended by itself. */
  readonly failed: Promise<Error>;
  /** Answers what was asked, then stops everything it started. */
  stop(): Promise<void>;
  /** Ends the processes that it started, waiting for nothing else; to be followed by the end of this one. */
  kill(): Promise<void>;
}

export interface LocalRunOptions {
  /** Told what it is doing, where that takes a moment. */
  readonly log: (line: string) => void;
}

/** Requests that come before the service is ready wait for it. */
function untilReady() {
  let ready: (listener: RequestListener) => void = () => {};
  const listener = new Promise<RequestListener>(resolve => {
    ready = resolve;
  });
  const waiting: RequestListener = (request, response) => {
    listener.then(answer => answer(request, response));
  };
  return { waiting, ready };
}

/**
 * Starts everything (contract section 1).
 * @param environment - the settings, by the names of their environment variables
 * @throws {LocalRunError} for what the person at the keyboard can mend; nothing is left running
 */
export async function startLocal(environment: Environment, { log }: LocalRunOptions): Promise<LocalRun> {
  const settings = readLocalSettings(environment);
  const { DATA_DIR: dataDir, HOST: host } = settings;
  const keyFile = join(dataDir, 'api-key');
  const cleanup = new Cleanup();
  try {
    const { waiting, ready } = untilReady();
    // First, because a port that is taken is the likeliest trouble and the quickest to tell.
    const http = await listen(host, settings.PORT, waiting);
    cleanup.add(() => http.stop({ force: true }));
    const url = settings.BASE_URL ?? `http://localhost:${http.port}`;

    const lock = await lockDataDir(dataDir);
    cleanup.add(async () => lock.release());
    const postgres = settings.DATABASE_URL
      ? undefined
      : await startEmbeddedPostgres(dataDir, () => log('Preparing the database for the first time …'));
    cleanup.add(async () => postgres?.stop());
    const databaseUrl = settings.DATABASE_URL ?? postgres?.url ?? '';
    await migrateDatabase(databaseUrl, settings);
    const service = await startService({
      databaseUrl,
      baseUrl: url,
      dataDir,
      trustProxy: settings.TRUST_PROXY,
      logLevel: settings.LOG_LEVEL,
      environment: settings.variables,
    });
    cleanup.add(() => service.stop());
    const isFirstStart = await firstStart(service.pool, keyFile);
    // The last thing started is the first to stop: no request comes while its functions go.
    cleanup.add(() => http.stop());
    ready(service.listener);
    // Whoever opens the dashboard sees why it cannot be built; nothing else depends on it.
    service.prepare().catch(() => {});

    let stopping = false;
    const failed = new Promise<Error>(resolve => {
      postgres?.exited.then(() => {
        if (!stopping) resolve(new Error('The embedded Postgres ended by itself'));
      });
    });
    return {
      url,
      dataDir,
      keyFile,
      hasKey: existsSync(keyFile),
      isFirstStart,
      failed,
      async stop() {
        stopping = true;
        await cleanup.run();
      },
      async kill() {
        stopping = true;
        await postgres?.stop({ force: true });
      },
    };
  } catch (error) {
    await cleanup.run();
    throw error;
  }
}
