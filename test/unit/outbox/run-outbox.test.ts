import { describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import {
  type BatchHandler,
  defineJob,
  EXTERNAL_RESERVE_MS,
  type JobHandler,
  type JobResult,
  type Lane,
  RESERVE_MS,
  type RunnableJob,
} from '../../../core/outbox/job.ts';
import type { OutboxJob } from '../../../core/outbox/outbox-store.ts';
import { jobRetrySeconds, MAX_FAILURES, retrySeconds } from '../../../core/outbox/retry.ts';
import { type FailureFate, type OutboxRun, runOutbox } from '../../../core/outbox/run-outbox.ts';
import { createMemoryOutbox, type MemoryOutbox } from './memory-outbox.ts';

const jobs = (count: number, kind = 'send') =>
  Array.from({ length: count }, (_, index) => ({ id: String(index + 1), kind }));

const kindOf = (kind: string, { run, ...lane }: Lane & { readonly run: JobHandler }): RunnableJob =>
  defineJob({ kind, lane, run: () => run }).start({});

/** Runs with enough time, and returns the handlers' calls and the reported failures. */
async function run(outbox: MemoryOutbox, handler: JobHandler, options: Partial<OutboxRun> = {}) {
  const worked: OutboxJob[] = [];
  const failures: { id: string; message: string; fate: FailureFate }[] = [];
  const report = await runOutbox({
    outbox,
    jobs: [
      kindOf('send', {
        slots: 20,
        run: async (job, context) => {
          worked.push(job);
          return handler(job, context);
        },
      }),
    ],
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
    expect(report).toMatchObject({ done: 45, retried: 0, parked: 0, lost: 0, unfinished: false });
    expect(worked).toHaveLength(45);
    expect(new Set(worked).size).toBe(45);
    expect([outbox.rows.size, failures]).toEqual([0, []]);
    for (const { lanes, given } of outbox.claims) expect(given).toBeLessThanOrEqual(lanes[0]?.room ?? 0);
    expect(outbox.claims[0]).toMatchObject({ lanes: [{ lane: 'send', room: 20 }], given: 20 });
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
    expect(report).toMatchObject({ done: 2, retried: 1, parked: 0, lost: 0, unfinished: false });
    // Only the name is kept, because a message may contain private data.
    expect([...outbox.rows.values()]).toEqual([
      { id: '2', kind: 'send', lane: 'send', attempts: 1, failures: 1, state: 'delayed', error: 'TypeError' },
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
      { id: 'last', kind: 'send', failures: MAX_FAILURES - 1 },
      { id: 'one more', kind: 'send', failures: MAX_FAILURES - 2 },
    ]);
    const { report, failures } = await run(outbox, async () => {
      throw new RangeError('no');
    });
    expect(report).toMatchObject({ done: 0, retried: 1, parked: 1 });
    expect(outbox.rows.get('last')).toMatchObject({ state: 'parked', error: 'RangeError' });
    expect(outbox.rows.get('one more')).toMatchObject({ state: 'delayed' });
    expect(failures.map(({ fate }) => fate)).toEqual(['parked', 'retried']);
  });

  it('leaves jobs of a kind without a lane to workers that have one', async () => {
    const outbox = createMemoryOutbox([...jobs(1), { id: 'x', kind: 'of tomorrow' }]);
    const { report } = await run(outbox, done);
    expect(report).toMatchObject({ done: 1, retried: 0 });
    expect(outbox.rows.get('x')).toMatchObject({ state: 'due', attempts: 0 });
  });

  it('refills a slot as soon as its job ends, while jobs of this and other kinds are slow', async () => {
    const outbox = createMemoryOutbox([
      ...jobs(2, 'slow'),
      ...jobs(6).map(({ id }) => ({ id: `s${id}`, kind: 'send' })),
    ]);
    const slow = Promise.withResolvers<'done'>();
    const sent: string[] = [];
    const running = runOutbox({
      outbox,
      jobs: [
        kindOf('slow', { slots: 1, run: () => slow.promise }),
        kindOf('send', {
          slots: 2,
          // One of the two slots is held as well.
          run: async ({ id }) => {
            if (id === 's1') return slow.promise;
            sent.push(id);
            if (sent.length === 5) slow.resolve('done');
            return 'done';
          },
        }),
      ],
      remainingMs: () => 60_000,
      onFailure: () => {},
    });
    expect(await running).toMatchObject({ done: 8, unfinished: false });
    expect(sent).toEqual(['s2', 's3', 's4', 's5', 's6']);
    for (const { lanes } of outbox.claims)
      for (const { lane, room } of lanes) expect(room).toBeLessThanOrEqual(lane === 'slow' ? 1 : 2);
  });

  it('finds jobs that are added while a slow one runs', async () => {
    const outbox = createMemoryOutbox([{ id: 'tarpit', kind: 'slow' }]);
    const slow = Promise.withResolvers<'done'>();
    const running = runOutbox({
      outbox,
      jobs: [
        kindOf('slow', {
          slots: 1,
          run: async () => {
            outbox.add({ id: 'late', kind: 'send' });
            return slow.promise;
          },
        }),
        kindOf('send', {
          slots: 1,
          run: async () => {
            slow.resolve('done');
            return 'done';
          },
        }),
      ],
      remainingMs: () => 60_000,
      onFailure: () => {},
    });
    expect(await running).toMatchObject({ done: 2, unfinished: false });
  });

  it('starts jobs that wait for strangers only while there is time for others after them', async () => {
    const outbox = createMemoryOutbox([...jobs(1, 'slow'), { id: 'mail', kind: 'send' }]);
    const lane = { slots: 1, run: done };
    const report = await runOutbox({
      outbox,
      jobs: [kindOf('slow', { ...lane, reserveMs: EXTERNAL_RESERVE_MS }), kindOf('send', lane)],
      remainingMs: () => EXTERNAL_RESERVE_MS - 1,
      onFailure: () => {},
    });
    expect(report).toMatchObject({ done: 1, unfinished: true });
    expect([...outbox.rows.keys()]).toEqual(['1']);
  });

  it('returns jobs that have to wait, without counting a failure', async () => {
    const outbox = createMemoryOutbox(jobs(2));
    const { report, failures } = await run(outbox, async ({ id }) =>
      id === '1' ? { postponedSeconds: 7200, reason: 'account_limit' } : 'done',
    );
    expect(report).toEqual({ done: 1, postponed: 1, retried: 0, parked: 0, lost: 0, unfinished: false });
    expect(failures).toEqual([]);
    expect(outbox.delays).toEqual([7200]);
    expect([...outbox.rows.values()]).toMatchObject([
      { id: '1', failures: 0, state: 'delayed', error: 'account_limit' },
    ]);
  });

  it('runs a job that moves in its new lane, with the room of that one', async () => {
    const outbox = createMemoryOutbox(jobs(5));
    const moved: string[][] = [];
    const elsewhere = { name: 'elsewhere', slots: 2 };
    const sent = defineJob({
      kind: 'send',
      lane: { slots: 20 },
      run:
        () =>
        async ({ id }: OutboxJob) =>
          id === '1' ? 'done' : { movedTo: elsewhere.name },
      elsewhere: {
        lane: elsewhere,
        together: () => '',
        runAll: () =>
          async function* (claimed) {
            moved.push(claimed.map(({ id }) => id));
            yield claimed.map(job => ({ job, outcome: { status: 'fulfilled', value: 'done' } as const }));
          },
      },
    }).start({});
    const { report, failures } = await run(outbox, done, { jobs: [sent] });
    expect(report).toEqual({ done: 5, postponed: 0, retried: 0, parked: 0, lost: 0, unfinished: false });
    expect([moved, failures]).toEqual([
      [
        ['2', '3'],
        ['4', '5'],
      ],
      [],
    ]);
  });

  it('fails a job whose payload is invalid, and runs the others of its group', async () => {
    const outbox = createMemoryOutbox([
      { id: '1', kind: 'send', payload: { entryId: 'e1' } },
      { id: 'of a newer release', kind: 'send', payload: { entryId: 7 } },
      { id: '2', kind: 'send', payload: { entryId: 'e2' } },
    ]);
    const seen: string[] = [];
    const send = defineJob({
      kind: 'send',
      payload: z.object({ entryId: z.string() }),
      lane: { slots: 20 },
      runAll: () =>
        async function* (claimed) {
          for (const { payload } of claimed) seen.push(payload.entryId);
          yield claimed.map(job => ({ job, outcome: { status: 'fulfilled', value: 'done' } as const }));
        },
    }).start({});
    const { report } = await run(outbox, done, { jobs: [send] });
    expect([report.done, report.retried, seen]).toEqual([2, 1, ['e1', 'e2']]);
    expect(outbox.rows.get('of a newer release')).toMatchObject({ failures: 1, error: 'ZodError' });
  });

  it('fails a job whose kind shares a lane only in a newer release, and runs the others of its claim', async () => {
    const outbox = createMemoryOutbox([...jobs(2), { id: 'new', kind: 'of tomorrow' }]);
    Object.assign(outbox.rows.get('new') ?? {}, { lane: 'send' });
    const { report, failures } = await run(outbox, done);
    expect(report).toMatchObject({ done: 2, retried: 1, unfinished: false });
    expect(failures).toMatchObject([{ id: 'new', fate: 'retried' }]);
  });

  it('puts a job with more to do back as new, and continues it', async () => {
    const outbox = createMemoryOutbox(jobs(1));
    const { report, worked } = await run(outbox, async ({ id }) => (id === '1++' ? 'done' : 'more'));
    expect(worked).toEqual(['1', '1+', '1++']);
    expect(report).toMatchObject({ done: 1, retried: 0, unfinished: false });
    expect(outbox.rows.size).toBe(0);
  });

  it.each(['done', 'more', { postponedSeconds: 1, reason: 'later' }] as const)(
    'saves a result again when that fails, without doing the work again (%j)',
    async outcome => {
      const outbox = createMemoryOutbox(jobs(3));
      let refusals = 3;
      const end: MemoryOutbox['end'] = async ends => {
        if (refusals-- > 0) throw new Error('the database is away');
        return outbox.end(ends);
      };
      const { failures, worked } = await run({ ...outbox, end }, async ({ id }) =>
        id.endsWith('+') ? 'done' : outcome,
      );
      expect(worked.filter(id => !id.endsWith('+'))).toEqual(['1', '2', '3']);
      expect([...outbox.rows.values()].filter(({ state }) => state === 'leased')).toEqual([]);
      expect(failures).toEqual([]);
    },
  );

  it.each(['done', 'more', 'retry', 'park'] as const)(
    'lets the lease end when a result cannot be saved until the time is up (%s)',
    async fate => {
      const outbox = createMemoryOutbox([
        { id: '1', kind: 'send', failures: fate === 'park' ? MAX_FAILURES - 1 : 0 },
      ]);
      let left = 60_000;
      const end = async () => {
        left = 0;
        throw new Error('the database is away');
      };
      const { report, failures, worked } = await run(
        { ...outbox, end },
        async () => {
          if (fate === 'retry' || fate === 'park') throw new Error('no');
          return fate;
        },
        { remainingMs: () => left },
      );
      expect(worked).toEqual(['1']);
      expect(report).toMatchObject({ done: 0, retried: 0, parked: 0, unfinished: true });
      expect(outbox.rows.get('1')).toMatchObject({ state: 'leased' });
      expect(failures.at(-1)).toEqual({ id: '1', message: 'the database is away', fate: 'unmarked' });
    },
  );

  it.each<[string, JobHandler]>([
    ['done', async () => 'done'],
    ['unfinished', async () => 'more'],
    ['failed', async () => Promise.reject(new Error('no'))],
  ])(
    'leaves a job alone that another worker took meanwhile, when this one finds it %s',
    async (_, handler) => {
      const outbox = createMemoryOutbox(jobs(1));
      const { worked, report } = await run(outbox, async (job, context) => {
        outbox.takeOver(job.id);
        return handler(job, context);
      });
      expect(worked).toEqual(['1']);
      expect(report.lost).toBe(1);
      expect([...outbox.rows.values()]).toEqual([
        { id: '1', kind: 'send', lane: 'send', attempts: 2, failures: 0, state: 'leased' },
      ]);
    },
  );

  it('waits for what it started when it cannot claim more', async () => {
    const outbox = createMemoryOutbox(jobs(1));
    let claims = 0;
    let ended = false;
    const claim: MemoryOutbox['claim'] = async options => {
      if (++claims > 1) throw new Error('the database is away');
      return outbox.claim({ ...options, lanes: [{ lane: 'send', room: 1, perAccount: null }] });
    };
    const slow: JobHandler = () =>
      new Promise(resolve => {
        setTimeout(() => {
          ended = true;
          resolve('done');
        }, 1_500);
      });
    await expect(run({ ...outbox, claim }, slow)).rejects.toThrow('the database is away');
    expect([ended, outbox.rows.size]).toEqual([true, 0]);
  });

  it('fails when nothing can be claimed at all', async () => {
    const outbox = createMemoryOutbox([]);
    const claim = async () => {
      throw new Error('the database is away');
    };
    await expect(run({ ...outbox, claim }, done)).rejects.toThrow('the database is away');
  });
});

describe('jobs that run together', () => {
  const NO_FAILURE = () => {};
  const runAll = (
    outbox: MemoryOutbox,
    workAll: BatchHandler,
    options: {
      slots?: number;
      together?: (job: OutboxJob) => string;
      onFailure?: OutboxRun['onFailure'];
    } = {},
  ) => {
    const { slots = 20, together = () => '', onFailure = NO_FAILURE } = options;
    return runOutbox({
      outbox,
      jobs: [{ kind: 'send', ways: [{ lane: { name: 'send', slots }, run: workAll, together }] }],
      remainingMs: () => 60_000,
      onFailure,
    });
  };
  const fulfilled = (job: OutboxJob): JobResult => ({
    job,
    outcome: { status: 'fulfilled', value: 'done' },
  });

  it('are one call, whose groups are saved at once, each before the next', async () => {
    const outbox = createMemoryOutbox(jobs(45));
    const left: number[] = [];
    const calls: number[] = [];
    const report = await runAll(outbox, async function* (claimed) {
      calls.push(claimed.length);
      for (let at = 0; at < claimed.length; at += 10) {
        left.push(outbox.rows.size);
        yield claimed.slice(at, at + 10).map(fulfilled);
      }
    });
    expect(report).toMatchObject({ done: 45, unfinished: false });
    expect(calls).toEqual([20, 20, 5]);
    expect(left).toEqual([45, 35, 25, 15, 5]);
    expect(outbox.ended).toEqual([10, 10, 10, 10, 5]);
  });

  it('may be told apart: a slow group delays no other', async () => {
    const outbox = createMemoryOutbox(jobs(6));
    const slow = Promise.withResolvers<void>();
    const seen: string[][] = [];
    await runAll(
      outbox,
      async function* (claimed) {
        seen.push(claimed.map(({ id }) => id));
        if (seen.length === 1) await slow.promise;
        else slow.resolve();
        yield claimed.map(fulfilled);
      },
      { together: ({ id }) => String(Number(id) % 2) },
    );
    expect(seen).toEqual([
      ['1', '3', '5'],
      ['2', '4', '6'],
    ]);
  });

  it('fail together where the call fails, except those with a result', async () => {
    const outbox = createMemoryOutbox(jobs(3));
    const failed: string[] = [];
    const report = await runAll(
      outbox,
      async function* (claimed) {
        yield claimed.slice(0, 1).map(fulfilled);
        throw new RangeError('no');
      },
      { onFailure: ({ id }, error, fate) => failed.push(`${id} ${(error as Error).name} ${fate}`) },
    );
    expect(report).toMatchObject({ done: 1, retried: 2 });
    expect(failed).toEqual(['2 RangeError retried', '3 RangeError retried']);
    expect([...outbox.rows.values()]).toMatchObject([
      { id: '2', state: 'delayed', failures: 1 },
      { id: '3', state: 'delayed', failures: 1 },
    ]);
  });

  it('each get a result: one that is forgotten has failed', async () => {
    const outbox = createMemoryOutbox(jobs(2));
    const report = await runAll(outbox, async function* (claimed) {
      yield claimed.slice(0, 1).map(fulfilled);
    });
    expect(report).toMatchObject({ done: 1, retried: 1 });
  });
});

describe('retrySeconds', () => {
  it('is short while the database is away, and as for other failures after three', () => {
    const away = Object.assign(new Error('terminating connection'), { code: '57P01' });
    expect([1, 2, 3].map(failures => retrySeconds(failures, away))).toEqual([0, 1, 2]);
    expect(retrySeconds(4, away)).toBeGreaterThanOrEqual(120);
    expect(retrySeconds(1, new Error('SES said no'))).toBeGreaterThanOrEqual(15);
  });

  it('lets a job that met a restart of the database run again in the same run', async () => {
    const outbox = createMemoryOutbox(jobs(1));
    let tries = 0;
    const { report } = await run(outbox, async () => {
      tries++;
      if (tries === 1) throw Object.assign(new Error('terminating connection'), { code: '57P01' });
      return 'done';
    });
    expect(report).toMatchObject({ done: 1, retried: 1 });
    expect(outbox.rows.size).toBe(0);
  });
});

describe('jobRetrySeconds', () => {
  it('doubles from 15 s to 4 h, with up to a quarter more', () => {
    const delays = Array.from({ length: MAX_FAILURES }, (_, index) => jobRetrySeconds(index + 1, () => 0));
    expect(delays.slice(0, 4)).toEqual([15, 30, 60, 120]);
    expect(delays.at(-1)).toBe(4 * 3600);
    expect(jobRetrySeconds(1, () => 0.999)).toBe(19);
  });
});
