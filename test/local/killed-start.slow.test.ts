import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../support/eventually.ts';
import {
  postgresPort,
  type RunningServer,
  startServer,
  survivors,
  temporaryFolder,
} from '../support/local-process.ts';

const isGone = (port: number) => eventually(async () => expect(survivors(port)).toEqual([]));

describe('a server that is killed', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let server: RunningServer;
  const start = async (): Promise<number> => {
    server = await startServer({ dataDir: folder.path });
    expect((await fetch(`${server.url}/w/hello`)).status).toBe(200);
    return postgresPort(folder.path);
  };
  beforeAll(async () => {
    folder = await temporaryFolder();
  });
  afterAll(async () => {
    await server.stop();
    await folder.remove();
  });

  it('leaves no Postgres running, and starts again', async () => {
    const first = await start();
    await server.stop('SIGKILL');
    await isGone(first);

    // Not even the guard process is left to stop this Postgres.
    const second = await start();
    const guard = survivors(second).find(({ words }) => words.includes('anteroom-guard'));
    process.kill(guard?.pid ?? Number.NaN, 'SIGKILL');
    await server.stop('SIGKILL');
    expect(survivors(second)).not.toEqual([]);
    await start();
    await isGone(second);
  });
});
