import { useQuery } from '@tanstack/react-query';
import { BROWSER_TIME_ZONE } from '../components/format.ts';
import { Lines, Loaded } from '../components/loaded.tsx';
import { cityOf, runDate, runDay, runMonth, runTime, runWeekday } from './plan-words.ts';
import { type PlanTimes, runsQuery } from './queries.ts';

/** The calendar of a plan. */
export function NextRuns({
  waitlistId,
  times,
  title = 'Next runs',
}: {
  readonly waitlistId: string;
  readonly times: PlanTimes;
  readonly title?: string;
}) {
  const query = useQuery(runsQuery(waitlistId, times));
  const { timezone } = times;
  return (
    <section className="plan-runs" aria-label={title}>
      <h3>
        <span>{title}</span> <span className="quiet">{`${cityOf(timezone)} time`}</span>
      </h3>
      <Loaded query={query} skeleton={<Lines count={5} height={24} />}>
        {runs => (
          <ol data-stale={query.isPlaceholderData || undefined}>
            {runs.map(run => (
              <li key={run}>
                <span className="plan-leaf">
                  <span>{runMonth(run, timezone)}</span> <strong>{runDate(run, timezone)}</strong>
                </span>
                <span className="plan-run">
                  <span>{runWeekday(run, timezone)}</span>
                  <OwnTime run={run} timezone={timezone} />
                </span>
                <time dateTime={run}>{runTime(run, timezone)}</time>
              </li>
            ))}
          </ol>
        )}
      </Loaded>
    </section>
  );
}

/** The time where the reader is, if it is another. */
function OwnTime({ run, timezone }: { readonly run: string; readonly timezone: string }) {
  const [day, ownDay] = [runDay(run, timezone), runDay(run, BROWSER_TIME_ZONE)];
  const [time, ownTime] = [runTime(run, timezone), runTime(run, BROWSER_TIME_ZONE)];
  if (day === ownDay && time === ownTime) return null;
  const on = day === ownDay ? '' : `${runWeekday(run, BROWSER_TIME_ZONE)} `;
  return <span className="quiet">{`${on}${ownTime} your time`}</span>;
}
