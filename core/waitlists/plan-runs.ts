import { Temporal } from 'temporal-polyfill';
import type { InvitationPlan } from './invitation-plan.ts';
import { WEEKDAYS } from './weekdays.ts';

/** When a plan runs. */
export type PlanTimes = Readonly<Pick<InvitationPlan, 'days' | 'time' | 'timezone'>>;

/**
 * Whether a name is in the time zone database. Intl also takes offsets, like `+01:00`, and abbreviations, like `PST`; `Temporal`
 * also takes times that name a zone.
 */
export function isTimeZone(name: string): boolean {
  try {
    return (
      /^[a-z]/i.test(name) &&
      new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined &&
      Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(name) !== undefined
    );
  } catch {
    return false;
  }
}

/** A time that the clocks skip is the first that exists after it; one that comes twice is the first. */
function runOn(date: Temporal.PlainDate, { time, timezone }: PlanTimes): Temporal.ZonedDateTime {
  const wanted = date.toPlainDateTime(time);
  const earlier = wanted.toZonedDateTime(timezone, { disambiguation: 'earlier' });
  if (earlier.toPlainDateTime().equals(wanted)) return earlier;
  // It is before the skipped time, by as much as the clocks move.
  return earlier.getTimeZoneTransition('next') ?? wanted.toZonedDateTime(timezone);
}

/**
 * The first runs of a plan after a moment, in order.
 * @param after - a run at this moment is not among them
 */
export function runsAfter(plan: PlanTimes, after: Date, count: number): Date[] {
  const runs: Date[] = [];
  let last = after.getTime();
  // A skipped time may run a day later than it is planned for.
  let date = Temporal.Instant.fromEpochMilliseconds(last)
    .toZonedDateTimeISO(plan.timezone)
    .toPlainDate()
    .subtract({ days: 1 });
  for (; runs.length < count; date = date.add({ days: 1 })) {
    const weekday = WEEKDAYS[date.dayOfWeek - 1];
    if (!weekday || !plan.days.includes(weekday)) continue;
    const run = runOn(date, plan).epochMilliseconds;
    if (run <= last) continue;
    last = run;
    runs.push(new Date(run));
  }
  return runs;
}

/** The first run of a plan after a moment. */
export function nextRun(plan: PlanTimes, after: Date): Date {
  const [run] = runsAfter(plan, after, 1);
  if (!run) throw new Error('A plan has no day');
  return run;
}
