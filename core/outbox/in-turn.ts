/** Runs work when it is its turn. */
export type InTurn = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** At most so many run at once. The others wait, first come, first served. */
export function createTurns(most: number): InTurn {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async work => {
    // Whoever ends passes its turn on, so the number stays.
    if (running < most) running++;
    else await new Promise<void>(resolve => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}
