import { describe, expect, it } from '@jest/globals';
import type { OutboxJob } from '../../../core/outbox/outbox-store.ts';
import {
  type JobFate,
  type JobHandler,
  MAX_ATTEMPTS,
  type OutboxRun,
  RESERVE_MS,
  retryDelaySeconds,
  runOutbox,
} from '../../../core/outbox/run-outbox.ts';
import { createMemoryOutbox, type MemoryOutbox } from './memory-outbox.ts';

const jobs = (count: number, kind = 'send') =>
  Array.from({ length: count }, (_, index) => ({ id: String(index + 1), kind }));

/** Runs with enough time, and returns the handlers' calls and the reported failures. */
async function run(outbox: MemoryOutbox, handler: JobHandler, options: Partial<OutboxRun> = {}) {
  const worked: OutboxJob[] = [];
  const failures: { id: string; message: string; fate: JobFate }[] = [];
  const report = await runOutbox({
    outbox,
    handlers: {
      send: async (job, context) => {
        worked.push(job);
        return handler(job, context);
      },
    },
    remainingMs: () => 60_000,
    onFailure: ({ id }, error, fate) => failures.push({ id, message: (error as Error).message, fate }),
    ...options,
  });
  return { report, failures, worked: worked.map(({ id }) => id) };
}

const done: JobHandler = async () => 'done';

describe('runOutbox', () => {
  it('runs all due jobs, in bounded claims, and removes them', async () => {
    const outbox = createMemoryOutbox(jobs(45));
    const { report, worked, failures } = await run(outbox, done);
    expect(report).toMatchObject({ done: 45, retried: 0, parked: 0, unfinished: false });
    expect(worked).toHaveLength(45);
    expect(new Set(worked).size).toBe(45);
    expect([outbox.rows.size, failures]).toEqual([0, []]);
    for (const { given } of outbox.claims) expect(given).toBeLessThanOrEqual(20);
  });

  it('claims nothing when less than the reserve is left, and finishes what it has started', async () => {
    const outbox = createMemoryOutbox(jobs(45));
    let left = RESERVE_MS;
    const { report, worked } = await run(
      outbox,
      async () => {
        left = RESERVE_MS - 1;
        return 'done';
      },
      { remainingMs: () => left },
    );
    expect(outbox.claims).toHaveLength(1);
    expect(outbox.rows.size).toBe(45 - worked.length);
    expect(report).toMatchObject({ done: worked.length, unfinished: true });

    const untouched = createMemoryOutbox(jobs(1));
    const late = await run(untouched, done, { remainingMs: () => RESERVE_MS - 1 });
    expect([late.report.unfinished, late.worked, untouched.claims]).toEqual([true, [], []]);
  });

  it('tells handlers how much time is left', async () => {
    const seen: number[] = [];
    await run(createMemoryOutbox(jobs(1)), async (_, { remainingMs }) => {
      seen.push(remainingMs());
      return 'done';
    });
    expect(seen).toEqual([60_000]);
  });

  it('returns failed jobs, while the others continue', async () => {
    const outbox = createMemoryOutbox(jobs(3));
    const { report, failures, worked } = await run(outbox, async ({ id }) => {
      if (id === '2') throw new TypeError('SES said: ada@example.com');
      return 'done';
    });
    expect(worked).toEqual(['1', '2', '3']);
    expect(report).toMatchObject({ done: 2, retried: 1, parked: 0, unfinished: false });
    // Only the name is kept, because a message may contain private data.
    expect([...outbox.rows.values()]).toEqual([
      { id: '2', kind: 'send', attempts: 1, state: 'delayed', error: 'TypeError' },
    ]);
    expect(outbox.delays[0]).toBeGreaterThanOrEqual(15);
    expect(failures).toEqual([{ id: '2', message: 'SES said: ada@example.com', fate: 'retried' }]);
  });

  it('waits for the others when a handler throws synchronously', async () => {
    const outbox = createMemoryOutbox(jobs(2));
    const { report } = await run(outbox, ({ id }) => {
      if (id === '1') throw new Error('at once');
      return new Promise(resolve => setImmediate(resolve, 'done'));
    });
    expect(report).toMatchObject({ done: 1, retried: 1 });
    expect([...outbox.rows.keys()]).toEqual(['1']);
  });

  it('parks a job after its last failed attempt, and not before', async () => {
    const outbox = createMemoryOutbox([
      { id: 'last', kind: 'send', attempts: MAX_ATTEMPTS - 1 },
      { id: 'one more', kind: 'send', attempts: MAX_ATTEMPTS - 2 },
    ]);
    const { report, failures } = await run(outbox, async () => {
      throw new RangeError('no');
    });
    expect(report).toMatchObject({ done: 0, retried: 1, parked: 1 });
    expect(outbox.rows.get('last')).toMatchObject({ state: 'parked', error: 'RangeError' });
    expect(outbox.rows.get('one more')).toMatchObject({ state: 'delayed' });
    expect(failures.map(({ fate }) => fate)).toEqual(['parked', 'retried']);
  });

  it('treats a job of an unknown kind as failed', async () => {
    const outbox = createMemoryOutbox([...jobs(1), { id: 'x', kind: 'of tomorrow' }]);
    const { report, failures } = await run(outbox, done);
    expect(report).toMatchObject({ done: 1, retried: 1 });
    expect(failures).toEqual([{ id: 'x', message: expect.stringContaining('of tomorrow'), fate: 'retried' }]);
    expect(outbox.rows.get('x')?.state).toBe('delayed');
  });

  it('returns jobs that have to wait, without counting a failure', async () => {
    const outbox = createMemoryOutbox(jobs(2));
    const { report, failures } = await run(outbox, async ({ id }) =>
      id === '1' ? { postponedSeconds: 7200, reason: 'account_limit' } : 'done',
    );
    expect(report).toEqual({ done: 1, postponed: 1, retried: 0, parked: 0, unfinished: false });
    expect(failures).toEqual([]);
    expect(outbox.delays).toEqual([7200]);
    expect([...outbox.rows.values()]).toMatchObject([{ id: '1', state: 'delayed', error: 'account_limit' }]);
  });

  it('puts a job with more to do back as new, and continues it', async () => {
    const outbox = createMemoryOutbox(jobs(1));
    const { report, worked } = await run(outbox, async ({ id }) => (id === '1++' ? 'done' : 'more'));
    expect(worked).toEqual(['1', '1+', '1++']);
    expect(report).toMatchObject({ done: 1, retried: 0, unfinished: false });
    expect(outbox.rows.size).toBe(0);
  });

  it.each(['complete', 'again'] as const)(
    'does not call failed what was done when %s fails: the lease ends by itself',
    async call => {
      const outbox = createMemoryOutbox(jobs(3));
      const failing = {
        ...outbox,
        [call]: async () => {
          throw new Error('the database is away');
        },
      };
      const { report, failures, worked } = await run(failing, async () =>
        call === 'complete' ? 'done' : 'more',
      );
      expect(worked).toEqual(['1', '2', '3']);
      expect(report).toMatchObject({ done: 0, retried: 0, parked: 0 });
      expect(outbox.delays).toEqual([]);
      for (const row of outbox.rows.values()) expect(row).toMatchObject({ state: 'leased', attempts: 1 });
      expect(outbox.rows.size).toBe(3);
      expect(new Set(failures.map(({ fate }) => fate))).toEqual(new Set(['unmarked']));
    },
  );

  it.each(['retry', 'park'] as const)('also reports when %s fails, and continues', async call => {
    const outbox = createMemoryOutbox([
      { id: 'bad', kind: 'send', attempts: call === 'park' ? MAX_ATTEMPTS - 1 : 0 },
      ...jobs(2),
    ]);
    const failing = {
      ...outbox,
      [call]: async () => {
        throw new Error('the database is away');
      },
    };
    const { report, failures } = await run(failing, async ({ id }) => {
      if (id === 'bad') throw new Error('no');
      return 'done';
    });
    expect(report).toMatchObject({ done: 2, retried: 0, parked: 0 });
    expect(failures.at(-1)).toEqual({ id: 'bad', message: 'the database is away', fate: 'unmarked' });
    expect([...outbox.rows.keys()]).toEqual(['bad']);
  });

  it.each<[string, JobHandler]>([
    ['done', async () => 'done'],
    ['unfinished', async () => 'more'],
    ['failed', async () => Promise.reject(new Error('no'))],
  ])(
    'leaves a job alone that another worker took meanwhile, when this one finds it %s',
    async (_, handler) => {
      const outbox = createMemoryOutbox(jobs(1));
      const { worked } = await run(outbox, async (job, context) => {
        outbox.takeOver(job.id);
        return handler(job, context);
      });
      expect(worked).toEqual(['1']);
      expect([...outbox.rows.values()]).toEqual([{ id: '1', kind: 'send', attempts: 2, state: 'leased' }]);
    },
  );

  it('fails when nothing can be claimed at all', async () => {
    const outbox = createMemoryOutbox([]);
    const claim = async () => {
      throw new Error('the database is away');
    };
    await expect(run({ ...outbox, claim }, done)).rejects.toThrow('the database is away');
  });
});

describe('retryDelaySeconds', () => {
  it('doubles from 15 s to 4 h, with up to a quarter more', () => {
    const delays = Array.from({ length: MAX_ATTEMPTS }, (_, index) => retryDelaySeconds(index + 1, () => 0));
    expect(delays.slice(0, 4)).toEqual([15, 30, 60, 120]);
    expect(delays.at(-1)).toBe(4 * 3600);
    expect(retryDelaySeconds(1, () => 0.999)).toBe(19);
  });
});
