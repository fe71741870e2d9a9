/** How a batcher works. */
export interface BatcherOptions<Item, Result> {
  /** The most items to a call. */
  readonly maxSize: number;
  /**
   * How many calls may run at a time. A second one starts only when as many items wait as are in flight, so that it
   * overlaps with the first without making batches smaller.
   */
  readonly maxInFlight: number;
  /** Does the work of several items; answers with one result for each, in their order. */
  readonly run: (items: readonly Item[]) => Promise<readonly Result[]>;
  /**
   * Whether to retry the items of a failed batch one by one after this error, so that one bad item fails alone. Say yes
   * only if a repeat is harmless (`run` may have done its work before it failed) and useful (not after a lost
   * connection). Default: never.
   */
  readonly retryAlone?: boolean | ((error: unknown) => boolean);
}

export interface Batcher<Item, Result> {
  /** The result of this one item. Rejects with the error of the call it was in. */
  add(item: Item): Promise<Result>;
}

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Gathers items into batches, without waiting for more to come: items of one turn of the event loop go together, and
 * items that arrive while every call is in flight go in the next batch. Batches grow with the load.
 * @param onIdle - called when the last call has ended and nothing waits
 */
export function createBatcher<Item, Result>(
  { maxSize, maxInFlight, run, retryAlone = false }: BatcherOptions<Item, Result>,
  onIdle: () => void = () => {},
): Batcher<Item, Result> {
  let waiting: Waiting<Item, Result>[] = [];
  let inFlight = 0;
  let underWay = 0;
  let scheduled = false;

  const mayRetry = (error: unknown): boolean =>
    typeof retryAlone === 'function' ? retryAlone(error) : retryAlone;

  async function attempt(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    const results = await run(batch.map(({ item }) => item));
    if (results.length !== batch.length)
      throw new Error(`A batch of ${batch.length} items returned ${results.length} results`);
    for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result);
  }

  async function settle(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      await attempt(batch);
    } catch (error) {
      if (batch.length === 1 || !mayRetry(error)) {
        for (const { reject } of batch) reject(error);
        return;
      }
      // In order, one at a time, within this call's share of maxInFlight.
      for (const one of batch) await attempt([one]).catch(one.reject);
    }
  }

  function pump(): void {
    while (inFlight < maxInFlight && waiting.length > 0 && waiting.length >= underWay) {
      const batch = waiting.slice(0, maxSize);
      waiting = waiting.slice(maxSize);
      inFlight++;
      underWay += batch.length;
      void settle(batch).then(() => {
        inFlight--;
        underWay -= batch.length;
        pump();
        if (inFlight === 0) onIdle();
      });
    }
  }

  return {
    add(item) {
      return new Promise((resolve, reject) => {
        waiting.push({ item, resolve, reject });
        if (scheduled || inFlight >= maxInFlight) return;
        scheduled = true;
        setImmediate(() => {
          scheduled = false;
          pump();
        });
      });
    },
  };
}

export interface KeyedBatcher<Item, Result> {
  add(key: string, item: Item): Promise<Result>;
  /** Keys with work under way; those that are idle hold no memory. */
  readonly activeKeys: number;
}

/** One batcher for each key, created on demand and dropped when idle. */
export function createKeyedBatcher<Item, Result>({
  run,
  ...options
}: Omit<BatcherOptions<Item, Result>, 'run'> & {
  readonly run: (key: string, items: readonly Item[]) => Promise<readonly Result[]>;
}): KeyedBatcher<Item, Result> {
  const batchers = new Map<string, Batcher<Item, Result>>();

  function batcherOf(key: string): Batcher<Item, Result> {
    const existing = batchers.get(key);
    if (existing) return existing;
    const batcher = createBatcher<Item, Result>({ ...options, run: items => run(key, items) }, () =>
      batchers.delete(key),
    );
    batchers.set(key, batcher);
    return batcher;
  }

  return {
    add: (key, item) => batcherOf(key).add(item),
    get activeKeys() {
      return batchers.size;
    },
  };
}
