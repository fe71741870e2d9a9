/** Random choices that a seed repeats. */
export interface Random {
  /** From 0 up to 1. */
  fraction(): number;
  /** A whole number from 0 up to `max`. */
  below(max: number): number;
  /** Seconds until the next of events that come independently, so many a second. */
  pause(perSecond: number): number;
  pick<Item>(items: readonly Item[]): Item | undefined;
  shuffle<Item>(items: readonly Item[]): Item[];
}

/** Mulberry32: 32 bits of state, good enough to vary a load. */
function createGenerator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function createRandom(seed: number): Random {
  const fraction = createGenerator(seed);
  const below = (max: number) => Math.floor(fraction() * max);
  return {
    fraction,
    below,
    pause: perSecond => -Math.log(1 - fraction()) / perSecond,
    pick: items => items[below(items.length)],
    shuffle(items) {
      const left = [...items];
      const shuffled = [];
      while (left.length > 0) shuffled.push(...left.splice(below(left.length), 1));
      return shuffled;
    },
  };
}
