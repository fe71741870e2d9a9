import { existsSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import type { Environment } from '../settings/read-settings.ts';
import { Cleanup } from './cleanup.ts';
import { lockDataDir } from './data-dir.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';
import { firstStart } from './first-start.ts';
import { listen } from './http/listen.ts';
import { explainDiskFull, LocalRunError } from './local-run-error.ts';
import { migrateDatabase } from './migrate-database.ts';
import { type LocalSettings, readLocalSettings } from './settings.ts';

/** The whole service on this machine. */
export interface LocalRun {
  /** Its URL: `BASE_URL`, or the loopback address it listens on. */
  readonly url: string;
  readonly keyFile: string;
  /** False if the database has an owner but this folder is new to it. */
  readonly hasKey: boolean;
  /** Whether this start created the owner, the key, and the sample waitlist. */
  readonly isFirstStart: boolean;
  /** Resolves if the embedded Postgres ends by itself. */
  readonly failed: Promise<Error>;
  /** Finishes open requests, then stops everything it started. */
  stop(): Promise<void>;
}

export interface LocalRunOptions {
  /** Called when a step takes a few seconds. */
  readonly log: (line: string) => void;
  /** Aborts a start in progress; `startLocal` then rejects. */
  readonly signal?: AbortSignal;
}

/** Holds requests until the service is ready. */
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

/** A start in progress. */
interface Start extends LocalRunOptions {
  readonly settings: LocalSettings;
  readonly cleanup: Cleanup;
  /** Set once it is running. */
  postgres?: EmbeddedPostgres;
}

/** @returns the database URL: of the embedded one, unless the settings name another */
async function startDatabase(start: Start): Promise<string> {
  const { settings, cleanup, log, signal } = start;
  if (settings.DATABASE_URL) return settings.DATABASE_URL;
  const onCreate = () => log('Creating the database …');
  start.postgres = await cleanup.track(startEmbeddedPostgres(settings.DATA_DIR, { onCreate, signal }));
  return start.postgres.url;
}

/** Resolves when Postgres has ended, unless it was stopped. */
async function postgresFailure({ postgres, settings }: Start, isStopping: () => boolean): Promise<Error> {
  const words = (await postgres?.exited) ?? '';
  if (!postgres || isStopping()) return new Promise(() => {});
  const error = new LocalRunError(`Postgres stopped unexpectedly: ${words.trim().split('\n').at(-1)}`);
  return explainDiskFull(error, settings.DATA_DIR, words);
}

async function startAll(start: Start): Promise<LocalRun> {
  const { settings, cleanup, signal } = start;
  const { DATA_DIR: dataDir, HOST: host } = settings;
  const keyFile = join(dataDir, 'api-key');
  const { waiting, ready } = untilReady();
  // First, because a port in use is the most likely problem, and the quickest to report.
  const http = await listen(host, settings.PORT, waiting);
  cleanup.add(() => http.stop({ force: true }));
  const url = settings.BASE_URL ?? `http://localhost:${http.port}`;

  const lock = await lockDataDir(dataDir);
  cleanup.add(async () => lock.release());
  const databaseUrl = await startDatabase(start);
  await migrateDatabase(databaseUrl, settings);
  // Only now, as it takes longer to load than all problems above take to report.
  const { startService } = await import('./service.ts');
  const service = await startService({
    databaseUrl,
    baseUrl: url,
    dataDir,
    trustProxy: settings.TRUST_PROXY,
    logLevel: settings.LOG_LEVEL,
    environment: settings.variables,
    signal,
  });
  cleanup.add(() => service.stop());
  const isFirstStart = await firstStart(service.pool, keyFile);
  // Added last, so it stops first: no request arrives while the functions stop.
  cleanup.add(() => http.stop());
  ready(service.listener);
  // The dashboard shows its own build errors; nothing else depends on it.
  service.prepare().catch(() => {});

  let isStopping = false;
  return {
    url,
    keyFile,
    hasKey: existsSync(keyFile),
    isFirstStart,
    failed: postgresFailure(start, () => isStopping),
    async stop() {
      isStopping = true;
      await cleanup.run();
    },
  };
}

/**
 * Starts everything (contract section 1).
 * @param environment - the settings, by the names of their environment variables
 * @throws {LocalRunError} for problems the user can fix; nothing is left running
 */
export async function startLocal(environment: Environment, options: LocalRunOptions): Promise<LocalRun> {
  const settings = readLocalSettings(environment);
  const { signal } = options;
  const start: Start = { ...options, settings, cleanup: new Cleanup() };
  const stopped = new Promise<never>((_, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason));
  });
  try {
    return await Promise.race([startAll(start), stopped]);
  } catch (error) {
    await start.cleanup.run();
    throw explainDiskFull(error as Error, settings.DATA_DIR, await start.postgres?.exited);
  }
}
