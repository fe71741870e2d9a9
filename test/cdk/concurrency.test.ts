import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { copySignupsJob } from '../../core/customer-database/copy-signups.ts';
import { CALLS_PER_ACCOUNT } from '../../core/customer-database/outside-calls.ts';
import { OUTSIDE_READS } from '../../core/entries/outside-address.ts';
import { PARALLEL, webhookJob } from '../../core/webhooks/send-deliveries.ts';
import { functionNames } from '../../lib/build/bundle-function.ts';
import { databaseConnections, planConcurrency } from '../../lib/concurrency.ts';
import { WORKER_RUNS } from '../../lib/constructs/worker-queue.ts';
import { PRESETS } from '../../lib/presets.ts';

const ROOT = join(import.meta.dirname, '../..');
const preset = PRESETS.production;
const plan = (names: readonly string[], settings: { acu?: [number, number]; quota?: number } = {}) => {
  const [databaseMinAcu, databaseMaxAcu] = settings.acu ?? [preset.databaseMinAcu, preset.databaseMaxAcu];
  const lambdaConcurrency = settings.quota ?? 1_000;
  return planConcurrency(names, { preset: { ...preset, databaseMinAcu, databaseMaxAcu }, lambdaConcurrency });
};
const total = (planned: ReadonlyMap<string, number> | undefined): number =>
  planned?.values().reduce((sum, each) => sum + each, 0) ?? 0;

describe('the connections of the database', () => {
  // What AWS documents for a minimum and maximum of capacity units; we never assume more.
  it.each([
    [0.5, 1, 189],
    [0, 8, 1_669],
    [0.5, 16, 2_000],
    [1, 16, 3_360],
    [1, 32, 5_000],
    [2, 256, 5_000],
  ])('between %d and %d units are at most %d', (databaseMinAcu, databaseMaxAcu, stated) => {
    const assumed = databaseConnections({ databaseMinAcu, databaseMaxAcu });
    expect(assumed).toBeLessThanOrEqual(stated);
    expect(assumed).toBeGreaterThan(stated * 0.85);
  });
});

describe('the reserved concurrency of functions', () => {
  it('fits the database twice, so a deployment can replace every instance', async () => {
    const names = await functionNames();
    for (const acu of [
      [0.5, 1],
      [0.5, 4],
      [0.5, 16],
      [4, 64],
    ] as [number, number][]) {
      const planned = plan(names, { acu, quota: 100_000 });
      const without = ['database-connector', 'webhook-sender'];
      const connected = without.reduce((sum, name) => sum - (planned?.get(name) ?? 0), total(planned));
      const [databaseMinAcu, databaseMaxAcu] = acu;
      expect(connected * 2).toBeLessThan(databaseConnections({ databaseMinAcu, databaseMaxAcu }));
      expect(connected).toBeGreaterThan(0);
    }
  });

  it('is at most 800 of an account’s 1,000 instances', async () => {
    const planned = plan(await functionNames(), { acu: [8, 256] });
    expect(total(planned)).toBeLessThanOrEqual(800);
    expect(total(planned)).toBeGreaterThan(700);
  });

  it('has room for a new function before the others release instances', async () => {
    const names = await functionNames();
    for (const quota of [250, 500, 1_000, 3_000]) {
      const settings = { acu: [8, 256] as [number, number], quota };
      const added = plan([...names, 'made-tomorrow'], settings)?.get('made-tomorrow') ?? Number.NaN;
      // Lambda refuses to reserve the last hundred.
      expect(total(plan(names, settings)) + added).toBeLessThanOrEqual(quota - 100);
    }
  });

  it('is divided among all functions not limited otherwise, including new ones', async () => {
    const names = await functionNames();
    const planned = plan([...names, 'made-tomorrow']);
    expect(planned?.get('made-tomorrow')).toBeGreaterThan(0);
    expect(names.filter(name => !planned?.has(name))).toEqual([
      'mail-feedback',
      'migrate',
      'upload-answer',
      'worker',
    ]);
    expect(planned?.get('pages')).toBeGreaterThan(planned?.get('entries') ?? 0);
  });

  it('is refused if there is not one for each, naming the quota to raise', () => {
    expect(() => plan(['pages', 'entries'], { quota: 205 })).toThrow(/databaseMaxAcu.*lambdaConcurrency/);
  });

  it('lets no account, and no workers, take all instances of the connector', async () => {
    for (const acu of [
      [0.5, 1],
      [0.5, 16],
    ] as [number, number][]) {
      const instances = plan(await functionNames(), { acu })?.get('database-connector') ?? 0;
      const ofWorkers = (WORKER_RUNS + 1) * (copySignupsJob.lane.slots + OUTSIDE_READS);
      // Several accounts at their limits leave some.
      expect(instances - ofWorkers).toBeGreaterThan(4 * CALLS_PER_ACCOUNT);
    }
  });

  it('has an instance of the sender for all webhooks that are sent at once', async () => {
    const instances = plan(await functionNames())?.get('webhook-sender') ?? 0;
    expect(instances).toBeGreaterThanOrEqual((WORKER_RUNS + 1) * webhookJob.lane.slots * PARALLEL);
  });

  it('is what the documentation says before a launch', async () => {
    const names = await functionNames();
    const operations = readFileSync(join(ROOT, 'docs/operations.md'), 'utf8');
    const rows = [...operations.matchAll(/^ *\| ([\d,]+)[^|]*\| ([\d.]+) \/ (\d+) +\| (\d+) +\|$/gm)];
    expect(rows).toHaveLength(4);
    for (const [, quota = '', minAcu, maxAcu, pages] of rows) {
      const acu: [number, number] = [Number(minAcu), Number(maxAcu)];
      const planned = plan(names, { acu, quota: Number(quota.replace(',', '')) });
      expect([quota, planned?.get('pages')]).toEqual([quota, Number(pages)]);
    }
    const [, least = ''] = rows[0] ?? [];
    expect(() => plan(names, { quota: Number(least) - 1 })).toThrow('Too few instances');
    const deploying = readFileSync(join(ROOT, 'docs/deploying.md'), 'utf8');
    expect(deploying).toContain(`production needs at least ${least}`);
    expect(operations).toContain(`| ${plan(names)?.get('pages')} requests to \`pages\` at once`);
    expect(operations).toContain(
      `\`requestsPerSecond\` above ${preset.requestsPerSecond.toLocaleString('en')}`,
    );
  });

  it('is off in development, where an account may have ten instances', () => {
    const settings = { preset: PRESETS.development, lambdaConcurrency: 10 };
    expect(planConcurrency(['pages'], settings)).toBeUndefined();
  });
});
