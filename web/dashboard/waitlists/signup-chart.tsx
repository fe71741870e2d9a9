import { BarChart } from '@mantine/charts';
import { useReducedMotion } from '@mantine/hooks';
import type { Overview } from '../api/queries.ts';
import { count } from '../components/format.ts';

const day = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', timeZone: 'UTC' });

/** Signups per day (UTC), with a text summary for screen readers. */
export default function SignupChart({ days }: { readonly days: Overview['days'] }) {
  const isStill = useReducedMotion();
  const data = days.map(({ date, signups }) => ({ date: day.format(new Date(date)), Signups: signups }));
  const most = days.reduce((best, each) => (each.signups > best.signups ? each : best), {
    date: '',
    signups: 0,
  });
  const words =
    most.signups === 0
      ? 'No signups in this period.'
      : `Busiest day: ${day.format(new Date(most.date))}, with ${count(most.signups, 'signup')}.`;
  return (
    <figure className="chart">
      <BarChart
        h={240}
        data={data}
        dataKey="date"
        series={[{ name: 'Signups', color: 'var(--chart)' }]}
        gridAxis="x"
        tickLine="none"
        valueFormatter={value => value.toLocaleString('en')}
        yAxisProps={{ allowDecimals: false, width: 44 }}
        xAxisProps={{ minTickGap: 24 }}
        barProps={{ radius: 3, isAnimationActive: !isStill }}
        barChartProps={{ accessibilityLayer: false }}
        aria-hidden
      />
      <figcaption className="quiet">{words}</figcaption>
    </figure>
  );
}
