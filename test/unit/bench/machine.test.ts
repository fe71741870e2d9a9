import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { readProcessorTimes, shareStolen } from '../../../bench/machine.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'anteroom-machine-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** The file as Linux writes it; only the first line is read, which counts guest time twice. */
async function timesOf(all: string) {
  const file = join(folder, 'stat');
  await writeFile(file, `cpu  ${all}\ncpu0 1 1 1 1 1 1 1 1 1 1\nintr 5\n`);
  return readProcessorTimes(file);
}

it('reports the share of processor time that others used between two readings', async () => {
  const before = await timesOf('100 0 50 800 10 0 20 20 40 0');
  expect(before).toEqual({ total: 1000, stolen: 20 });
  expect(shareStolen(before, await timesOf('150 0 80 850 10 0 40 70 90 0'))).toBe(0.25);
});

it('reports nothing if nothing is known, or no time has passed', async () => {
  const times = { total: 1000, stolen: 20 };
  expect(await readProcessorTimes(join(folder, 'none'))).toBeNull();
  expect([shareStolen(null, times), shareStolen(times, null), shareStolen(times, times)]).toEqual([
    null,
    null,
    null,
  ]);
});
