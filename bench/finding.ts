import { median } from './statistics.ts';

/** A lower or upper bound for the judged figure. */
export type Target = { readonly atLeast: number } | { readonly atMost: number };

/** One line of the result. */
export interface Finding {
  readonly row: string;
  readonly name: string;
  /** The unit of `ours` and `reference`. */
  readonly unit: string;
  readonly ours: number;
  /** The figure of a plain implementation or a smaller case in the same run; null without a comparison. */
  readonly reference: number | null;
  /** `ours / reference`: the median over the pairs, or of the two minimums; null without a comparison. */
  readonly ratio: number | null;
  /** Minimum and maximum of the judged figure, as a measure of its precision. */
  readonly range: readonly [number, number];
  readonly target: Target | null;
  /** What the target applies to: the ratio, or `ours`, in its unit. */
  readonly judged: 'ratio' | 'ours';
  readonly pass: boolean | null;
  readonly note?: string;
  /** The load generator, if it depends on the machine. */
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

/** Two consecutive measurements. */
export interface Pair {
  readonly reference: number;
  readonly ours: number;
}

/** A finding judged by its ratio. Each pair gives one, so a slow period of the machine affects both sides. */
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
 * A finding with an absolute budget, for work that is the same each time. Disturbances only add time, so the minimum is
 * the true cost; the reference shows how fast the machine is.
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

/** A finding without a comparison. */
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
