import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Cleanup } from '../../local/cleanup.ts';
import { listen } from '../../local/http/listen.ts';
import type { KeptMessage } from '../../local/mail/mailbox.ts';
import type { Service, ServiceOptions } from '../../local/service.ts';
import type { Environment } from '../../settings/read-settings.ts';
import { createTestDatabase } from './database.ts';

/** `startService` of local/service.ts. */
export type StartService = (options: ServiceOptions) => Promise<Service>;

declare global {
  /** Set by service-environment.ts. */
  var startService: StartService | undefined;
}

export interface TestServer {
  /** Its URL, which is also its `BASE_URL` unless the environment sets another. */
  readonly url: string;
  readonly databaseUrl: string;
  /** The folder of its files. */
  readonly dataDir: string;
  /** The messages sent so far, newest first. */
  mail(): Promise<KeptMessage[]>;
  stop(): Promise<void>;
}

/**
 * The real local server in this process, on a free port, with its own database and stand-ins. It has no account
 * and no waitlist. Signups are not limited by address unless `SIGNUPS_PER_MINUTE_PER_IP` says so, and the worker is
 * woken sooner than in a deployment.
 *
 * @param environment - variables of the functions that override the local run's
 */
export async function startTestServer(environment: Environment = {}): Promise<TestServer> {
  const { startService } = globalThis;
  if (!startService)
    throw new Error(
      'No service: the jest project of this test lacks service-environment.ts (jest.config.js)',
    );
  const cleanup = new Cleanup();
  try {
    const dataDir = await mkdtemp(join(tmpdir(), 'anteroom-data-'));
    cleanup.add(() => rm(dataDir, { recursive: true, force: true }));
    const database = await createTestDatabase();
    cleanup.add(() => database.drop());

    let answer: Parameters<typeof listen>[2] = (_request, response) => response.destroy();
    const http = await listen('127.0.0.1', 0, (request, response) => answer(request, response));
    cleanup.add(() => http.stop({ force: true }));
    const url = `http://127.0.0.1:${http.port}`;
    const service = await startService({
      databaseUrl: database.url,
      baseUrl: environment.BASE_URL ?? url,
      dataDir,
      trustProxy: true,
      logLevel: 'ERROR',
      environment: {
        DATABASE_POOL_SIZE: '8',
        EMAIL_FROM: 'Anteroom <hello@anteroom.test>',
        SIGNUPS_PER_MINUTE_PER_IP: '10000',
        WAKE_UP_SECONDS: '0.05',
        ...environment,
      },
    });
    cleanup.add(() => service.stop());
    answer = service.listener;
    return {
      url,
      databaseUrl: database.url,
      dataDir,
      async mail() {
        const response = await fetch(`${url}/_local/mail.json`);
        return ((await response.json()) as { messages: KeptMessage[] }).messages;
      },
      stop: () => cleanup.run(),
    };
  } catch (error) {
    await cleanup.run();
    throw error;
  }
}
