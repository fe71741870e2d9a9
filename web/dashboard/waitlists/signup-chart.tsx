import { BarChart } from '@mantine/charts';
import { useReducedMotion } from '@mantine/hooks';
import type { Overview } from '../api/queries.ts';
import { count } from '../components/format.ts';

const day = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', timeZone: 'UTC' });
/** Hours are shown in the reader's own time zone. */
const hour = new Intl.DateTimeFormat('en', { hour: 'numeric' });

/** The bars of a chart, and what to call them. */
interface Bars {
  readonly unit: 'day' | 'hour';
  readonly bars: readonly { readonly label: string; readonly signups: number }[];
}

const dayBars = ({ days }: Overview): Bars => ({
  unit: 'day',
  bars: days.map(({ date, signups }) => ({ label: day.format(new Date(date)), signups })),
});

const hourBars = ({ hours }: Overview): Bars => ({
  unit: 'hour',
  bars: hours.map(({ at, signups }) => ({ label: hour.format(new Date(at)), signups })),
});

/** Signups by day (UTC) or by hour, with a text summary for screen readers. */
export default function SignupChart({
  overview,
  isHourly,
}: {
  readonly overview: Overview;
  readonly isHourly: boolean;
}) {
  const isStill = useReducedMotion();
  const { unit, bars } = isHourly ? hourBars(overview) : dayBars(overview);
  const most = bars.reduce((best, each) => (each.signups > best.signups ? each : best), {
    label: '',
    signups: 0,
  });
  const words =
    most.signups === 0
      ? 'No signups in this period.'
      : `Busiest ${unit}: ${most.label}, with ${count(most.signups, 'signup')}.`;
  return (
    <figure className="chart">
      <BarChart
        h={220}
        data={bars.map(({ label, signups }) => ({ label, Signups: signups }))}
        dataKey="label"
        series={[{ name: 'Signups', color: 'var(--chart)' }]}
        gridAxis="x"
        tickLine="none"
        valueFormatter={value => value.toLocaleString('en')}
        yAxisProps={{ allowDecimals: false, width: 44 }}
        xAxisProps={{ minTickGap: 24 }}
        barProps={{ radius: 3, isAnimationActive: !isStill }}
        // Room for the highest number of the axis beside its line.
        barChartProps={{ accessibilityLayer: false, margin: { top: 10, right: 5, bottom: 5, left: 5 } }}
        aria-hidden
      />
      <figcaption className="quiet">{words}</figcaption>
    </figure>
  );
}
