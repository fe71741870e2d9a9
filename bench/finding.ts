import { median } from './statistics.ts';

/** A bound that what is judged must keep: at least, or at most. */
export type Target = { readonly atLeast: number } | { readonly atMost: number };

/** One line of the result. */
export interface Finding {
  readonly row: string;
  readonly name: string;
  /** Of `ours` and `reference`. */
  readonly unit: string;
  readonly ours: number;
  /** The same work done plainly, or the smaller case, in the same run; null where the figure stands alone. */
  readonly reference: number | null;
  /** `ours / reference`, the median of the pairs, or of the least of both; null where the figure stands alone. */
  readonly ratio: number | null;
  /** Least and greatest of what is judged: how far to trust the figure. */
  readonly range: readonly [number, number];
  readonly target: Target | null;
  /** What the target is a bound of: the ratio, or `ours`, in its unit. */
  readonly judged: 'ratio' | 'ours';
  readonly pass: boolean | null;
  readonly note?: string;
  /** What made the load, where that is a choice of the machine. */
  readonly tool?: string;
}

interface Heading {
  readonly row: string;
  readonly name: string;
  readonly unit: string;
  readonly target?: Target | null;
  readonly note?: string;
}

function keeps(value: number, target: Target | null): boolean | null {
  if (target === null) return null;
  return 'atLeast' in target ? value >= target.atLeast : value <= target.atMost;
}

const rangeOf = (values: readonly number[]): readonly [number, number] => [
  Math.min(...values),
  Math.max(...values),
];

/** Two measurements made one right after the other. */
export interface Pair {
  readonly reference: number;
  readonly ours: number;
}

/** A finding that is a ratio. Each pair gives one, so what slows the machine for a while slows both sides of it. */
export function compare({ target = null, ...heading }: Heading, pairs: readonly Pair[]): Finding {
  const ratios = pairs.map(({ ours, reference }) => ours / reference);
  const ratio = median(ratios);
  return {
    ...heading,
    ours: median(pairs.map(pair => pair.ours)),
    reference: median(pairs.map(pair => pair.reference)),
    ratio,
    range: rangeOf(ratios),
    target,
    judged: 'ratio',
    pass: keeps(ratio, target),
  };
}

/**
 * A finding with an absolute budget, of work that is the same each time. Whatever disturbs such work only adds to it, and so the least
 * of the figures is what it takes; a reference beside it tells how fast the machine is.
 */
export function measureLeast({ target = null, ...heading }: Heading, pairs: readonly Pair[]): Finding {
  const times = pairs.map(pair => pair.ours);
  const ours = Math.min(...times);
  const reference = Math.min(...pairs.map(pair => pair.reference));
  return {
    ...heading,
    ours,
    reference,
    ratio: ours / reference,
    range: rangeOf(times),
    target,
    judged: 'ours',
    pass: keeps(ours, target),
  };
}

/** A finding that stands alone. */
export function measure({ target = null, ...heading }: Heading, values: readonly number[]): Finding {
  const ours = median(values);
  return {
    ...heading,
    ours,
    reference: null,
    ratio: null,
    range: rangeOf(values),
    target,
    judged: 'ours',
    pass: keeps(ours, target),
  };
}
