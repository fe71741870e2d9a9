/** How a batcher works. */
export interface BatcherOptions<Item, Result> {
  /** The most items to a call. */
  readonly maxSize: number;
  /**
   * The most calls at a time. One more than the first begins only once as many items wait as are under way: so it works while
   * the others' answers travel and are handled, and batches grow no smaller by it.
   */
  readonly maxInFlight: number;
  /** Does the work of several items; answers with one result for each, in their order. */
  readonly run: (items: readonly Item[]) => Promise<readonly Result[]>;
  /**
   * Whether, after a call of several items failed with this error, each may be tried again in a call of its own, so
   * that one bad item fails alone. Only when repeating is harmless (`run` may have done the work before it failed) and
   * useful (a lost connection fails each of a hundred again). Default: never.
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
 * Gathers items without ever waiting for more: those that arrive in one turn of the event loop (requests whose bytes are
 * read together) go together, a lone one at the end of its turn; those that arrive while all calls are under way go
 * in the next. So batches are as large as the load makes them.
 * @param onIdle - called when the last call has ended and nothing waits.
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
      throw new Error(`A batch of ${batch.length} items gave ${results.length} results`);
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
      // One after the other, inside this call's share of maxInFlight, and in their order.
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

/** A batcher for each key, made when it is needed and dropped when it is idle. */
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
