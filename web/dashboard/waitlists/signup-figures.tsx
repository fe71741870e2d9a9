import type { Overview } from '../api/queries.ts';
import { formatNumber, formatPercent } from '../components/format.ts';
import { conversion, formatConversion, sumDays } from './conversion.ts';
import { LiveDot } from './live-dot.tsx';

/** All signups, as the one figure that leads. */
export const LeadFigure = ({
  overview,
  isLive,
}: {
  readonly overview: Overview;
  readonly isLive: boolean;
}) => (
  <div className="lead-figure">
    <p className="lead-figure-name">
      <span>Signups</span>
      {isLive && (
        <span className="live">
          <LiveDot isBusy />
          <span>Live</span>
        </span>
      )}
    </p>
    <p className="lead-figure-value">
      <strong>{formatNumber(overview.total)}</strong>
      <span>{overview.today > 0 ? `+${formatNumber(overview.today)} today` : 'None today yet'}</span>
    </p>
  </div>
);

/** The last days, compared with as many before. */
export function DayFigures({ overview }: { readonly overview: Overview }) {
  const now = sumDays(overview.days);
  const { before } = overview;
  const former = conversion(before);
  return (
    <dl className="figures">
      <Figure
        name={`Last ${overview.days.length} days`}
        value={formatNumber(now.signups)}
        note={change(now.signups, before.signups)}
      />
      <Figure name="Visits" value={formatNumber(now.visits)} note={change(now.visits, before.visits)} />
      <Figure
        name="Conversion"
        value={formatConversion(conversion(now))}
        note={former === null ? undefined : `${formatPercent(former)} before`}
      />
      <Statuses overview={overview} />
    </dl>
  );
}

/** The last 24 hours. Visits are counted by day. */
export function HourFigures({ overview }: { readonly overview: Overview }) {
  const today = sumDays(overview.days.slice(-1));
  const signups = overview.hours.reduce((sum, hour) => sum + hour.signups, 0);
  return (
    <dl className="figures">
      <Figure name="Last 24 hours" value={formatNumber(signups)} />
      <Figure name="Visits" value={formatNumber(today.visits)} note="today" />
      <Figure name="Conversion" value={formatConversion(conversion(today))} note="today" />
      <Statuses overview={overview} />
    </dl>
  );
}

/** How many wait, and how many were let in, once somebody was invited. */
function Statuses({ overview: { waiting, invited, accepted } }: { readonly overview: Overview }) {
  if (invited + accepted === 0) return null;
  return (
    <>
      <Figure name="Waiting" value={formatNumber(waiting)} />
      <Figure name="Invited" value={formatNumber(invited)} />
      <Figure name="Accepted" value={formatNumber(accepted)} />
    </>
  );
}

function Figure({
  name,
  value,
  note,
}: {
  readonly name: string;
  readonly value: string;
  readonly note?: string | undefined;
}) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <span>{value}</span>
        {note && <small>{note}</small>}
      </dd>
    </div>
  );
}

const change = (now: number, before: number): string =>
  now === before ? 'no change' : `${now > before ? '+' : '−'}${formatNumber(Math.abs(now - before))}`;
