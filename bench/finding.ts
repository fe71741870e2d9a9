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

type Figures = Pick<Finding, 'ours' | 'reference' | 'ratio' | 'judged'>;

/** @param values - the judged figure of each measurement */
function judge({ target = null, ...heading }: Heading, figures: Figures, values: readonly number[]): Finding {
  const value = figures[figures.judged] ?? Number.NaN;
  const pass = target && ('atLeast' in target ? value >= target.atLeast : value <= target.atMost);
  return { ...heading, ...figures, range: [Math.min(...values), Math.max(...values)], target, pass };
}

/** Two consecutive measurements. */
export interface Pair {
  readonly reference: number;
  readonly ours: number;
}

/** A finding judged by its ratio. Each pair gives one, so a slow period of the machine affects both sides. */
export function compare(heading: Heading, pairs: readonly Pair[]): Finding {
  const ratios = pairs.map(({ ours, reference }) => ours / reference);
  const ours = median(pairs.map(pair => pair.ours));
  const reference = median(pairs.map(pair => pair.reference));
  return judge(heading, { ours, reference, ratio: median(ratios), judged: 'ratio' }, ratios);
}

/**
 * A finding with an absolute budget, for work that is the same each time. Disturbances only add time, so the minimum is
 * the true cost; the reference shows how fast the machine is.
 */
export function measureLeast(heading: Heading, pairs: readonly Pair[]): Finding {
  const times = pairs.map(pair => pair.ours);
  const ours = Math.min(...times);
  const reference = Math.min(...pairs.map(pair => pair.reference));
  return judge(heading, { ours, reference, ratio: ours / reference, judged: 'ours' }, times);
}

/** A finding without a comparison. */
export const measure = (heading: Heading, values: readonly number[]): Finding =>
  judge(heading, { ours: median(values), reference: null, ratio: null, judged: 'ours' }, values);
