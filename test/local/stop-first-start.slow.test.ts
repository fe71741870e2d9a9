import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../support/eventually.ts';
import { processesIn, startProcess, startServer, temporaryFolder } from '../support/local-process.ts';
import { verifies } from '../support/verifies.ts';

/** Ample time to stop, even on a slow machine, but too short for a first start. */
const SECONDS_MS = 10_000;

describe('a first start that is stopped', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  beforeAll(async () => {
    folder = await temporaryFolder();
  });
  afterAll(() => folder.remove());

  // Like Ctrl-C in a terminal, the signal reaches the whole process group: npm, Node, and the processes it has started.
  async function stopAfter(milliseconds: number, signal: NodeJS.Signals): Promise<void> {
    const dataDir = join(folder.path, `${signal}-${milliseconds}`);
    const variables = { DATA_DIR: dataDir, PORT: '0' };
    const start = startProcess('npm', ['start', '--silent'], variables, { detached: true });
    await eventually(async () => expect(start.output()).toContain('Creating the database'));
    await delay(milliseconds);
    const signalledAt = performance.now();
    process.kill(-(start.child.pid ?? Number.NaN), signal);
    expect(await start.ended).toBe(0);
    expect(performance.now() - signalledAt).toBeLessThan(SECONDS_MS);
    const greeting = /Anteroom is ready.*Stop with Ctrl-C\./s;
    const lines = start.output().replace(greeting, '').trim().split(/\n+/);
    expect(lines).toEqual(['Creating the database …', 'Stopping …']);
    expect(processesIn(dataDir)).toEqual([]);
  }

  it.each([0, 100, 700])(
    `ends quietly and leaves nothing running: SIGINT after %i ms${verifies('run.sigint-stops-everything')}`,
    milliseconds => stopAfter(milliseconds, 'SIGINT'),
  );
  it(`ends quietly and leaves nothing running: SIGTERM after 300 ms${verifies('run.sigterm-stops-everything')}`, () =>
    stopAfter(300, 'SIGTERM'));
  // By now the start is over, or nearly.
  it.concurrent.each([2_000, 4_000])(
    `ends quietly and leaves nothing running: SIGINT after %i ms${verifies('run.sigint-stops-everything')}`,
    milliseconds => stopAfter(milliseconds, 'SIGINT'),
  );

  it('can be repeated', async () => {
    const server = await startServer({ dataDir: join(folder.path, 'SIGINT-700') });
    expect((await fetch(`${server.url}/w/hello`)).status).toBe(200);
    expect(await server.stop()).toBe(0);
  });
});
