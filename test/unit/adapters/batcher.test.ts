import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createBatcher, createKeyedBatcher } from '../../../adapters/postgres/kernel/batcher.ts';

/** A `run` whose calls end when the test says so. */
function manualRun<Item>() {
  const calls: {
    items: readonly Item[];
    resolve: (results: Item[]) => void;
    reject: (e: unknown) => void;
  }[] = [];
  const run = (items: readonly Item[]) =>
    new Promise<Item[]>((resolve, reject) => calls.push({ items, resolve, reject }));
  const end = (index: number) => calls[index]?.resolve([...(calls[index]?.items ?? [])]);
  return { calls, run, end };
}

describe('createBatcher', () => {
  it('sends the items of one tick together, and those that arrive meanwhile in the next call', async () => {
    const { calls, run, end } = manualRun<number>();
    const batcher = createBatcher({ maxSize: 10, maxInFlight: 1, run });
    const results = Promise.all([1, 2, 3].map(item => batcher.add(item)));
    expect(calls).toHaveLength(0);
    await turn();
    expect(calls.map(call => call.items)).toEqual([[1, 2, 3]]);
    const late = Promise.all([4, 5].map(item => batcher.add(item)));
    await turn();
    expect(calls).toHaveLength(1);
    end(0);
    expect(await results).toEqual([1, 2, 3]);
    await turn();
    expect(calls[1]?.items).toEqual([4, 5]);
    end(1);
    expect(await late).toEqual([4, 5]);
  });

  it('starts a second call once as many items wait as are in flight', async () => {
    const { calls, run, end } = manualRun<number>();
    const batcher = createBatcher({ maxSize: 10, maxInFlight: 2, run });
    const first = Promise.all([1, 2].map(item => batcher.add(item)));
    await turn();
    const second = [batcher.add(3)];
    await turn();
    expect(calls.map(call => call.items)).toEqual([[1, 2]]);
    second.push(batcher.add(4));
    await turn();
    expect(calls.map(call => call.items)).toEqual([
      [1, 2],
      [3, 4],
    ]);
    const third = [5, 6, 7, 8, 9].map(item => batcher.add(item));
    await turn();
    expect(calls).toHaveLength(2);
    end(0);
    expect(await first).toEqual([1, 2]);
    await turn();
    expect(calls[2]?.items).toEqual([5, 6, 7, 8, 9]);
    end(1);
    end(2);
    expect(await Promise.all([...second, ...third])).toEqual([3, 4, 5, 6, 7, 8, 9]);
  });

  it('respects the batch size, the concurrency limit and the order under any load', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 1, max: 3 }),
        fc.array(fc.nat({ max: 3 }), { maxLength: 40 }),
        async (maxSize, maxInFlight, pauses) => {
          let inFlight = 0;
          const sent: number[] = [];
          const batcher = createBatcher<number, number>({
            maxSize,
            maxInFlight,
            async run(items) {
              expect(++inFlight).toBeLessThanOrEqual(maxInFlight);
              expect(items.length).toBeLessThanOrEqual(maxSize);
              sent.push(...items);
              for (let step = 0; step < 4; step++) await Promise.resolve();
              inFlight--;
              return items.map(item => item * 2);
            },
          });
          const results: Promise<number>[] = [];
          for (const [item, pause] of pauses.entries()) {
            results.push(batcher.add(item));
            for (let step = 0; step < pause; step++) await (step % 2 ? Promise.resolve() : turn());
          }
          expect(await Promise.all(results)).toEqual(pauses.map((_, item) => item * 2));
          expect(sent).toEqual(pauses.map((_, item) => item));
        },
      ),
    );
  });

  const failing = async (items: readonly string[]) => {
    if (items.includes('bad')) throw new Error('refused');
    return items.map(item => item.toUpperCase());
  };
  const outcomes = async (retryAlone: boolean | ((error: unknown) => boolean)) => {
    const batcher = createBatcher<string, string>({ maxSize: 10, maxInFlight: 1, retryAlone, run: failing });
    const settled = await Promise.allSettled(['first', 'a', 'bad', 'b'].map(item => batcher.add(item)));
    return settled.map(one => (one.status === 'fulfilled' ? one.value : 'failed'));
  };

  it('isolates a bad item in a batch only when told that repeating is safe', async () => {
    expect(await outcomes(true)).toEqual(['FIRST', 'A', 'failed', 'B']);
    expect(await outcomes(error => (error as Error).message === 'refused')).toEqual([
      'FIRST',
      'A',
      'failed',
      'B',
    ]);
    expect(await outcomes(false)).toEqual(['failed', 'failed', 'failed', 'failed']);
    expect(await outcomes(() => false)).toEqual(['failed', 'failed', 'failed', 'failed']);
  });

  it('does not repeat a single item, and continues after a failure', async () => {
    let calls = 0;
    const batcher = createBatcher<string, string>({
      maxSize: 10,
      maxInFlight: 1,
      retryAlone: true,
      run(items) {
        calls++;
        return failing(items);
      },
    });
    await expect(batcher.add('bad')).rejects.toThrow('refused');
    expect(calls).toBe(1);
    expect(await batcher.add('good')).toBe('GOOD');
  });

  it('rejects if run returns the wrong number of results or throws synchronously', async () => {
    const short = createBatcher<number, number>({ maxSize: 2, maxInFlight: 1, run: async () => [] });
    await expect(short.add(1)).rejects.toThrow('1 items returned 0 results');
    const throwing = createBatcher<number, number>({
      maxSize: 2,
      maxInFlight: 1,
      run: () => {
        throw new Error('at once');
      },
    });
    await expect(throwing.add(1)).rejects.toThrow('at once');
  });
});

describe('createKeyedBatcher', () => {
  it('batches each key separately, and forgets idle keys', async () => {
    const seen: [string, readonly number[]][] = [];
    const batcher = createKeyedBatcher<number, number>({
      maxSize: 10,
      maxInFlight: 1,
      async run(key, items) {
        seen.push([key, items]);
        if (key === 'c') throw new Error('no');
        return items;
      },
    });
    const results = [batcher.add('a', 1), batcher.add('b', 2), batcher.add('a', 3), batcher.add('c', 4)];
    expect(batcher.activeKeys).toBe(3);
    await Promise.allSettled(results);
    await Promise.resolve();
    expect(batcher.activeKeys).toBe(0);
    expect(seen).toEqual([
      ['a', [1, 3]],
      ['b', [2]],
      ['c', [4]],
    ]);
    expect(await batcher.add('a', 5)).toBe(5);
  });
});
