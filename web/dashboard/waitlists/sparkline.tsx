import { count } from '../components/format.ts';

const WIDTH = 112;
const HEIGHT = 28;
/** Room for the line's own thickness. */
const EDGE = 2;

/** The signups of some days as a line. Its words are for screen readers. */
export function Sparkline({ values }: { readonly values: readonly number[] }) {
  const most = Math.max(...values, 1);
  const points = values.map((value, index) => {
    const x = EDGE + (index / Math.max(values.length - 1, 1)) * (WIDTH - 2 * EDGE);
    const y = HEIGHT - EDGE - (value / most) * (HEIGHT - 2 * EDGE);
    return `${x.toFixed(1)},${y.toFixed(1)}`;
  });
  const sum = values.reduce((total, value) => total + value, 0);
  return (
    <svg
      className="sparkline"
      data-flat={sum === 0 || undefined}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={`${count(sum, 'signup')} in the last ${values.length} days`}
    >
      <polygon points={`${EDGE},${HEIGHT} ${points.join(' ')} ${WIDTH - EDGE},${HEIGHT}`} />
      <polyline points={points.join(' ')} />
    </svg>
  );
}
