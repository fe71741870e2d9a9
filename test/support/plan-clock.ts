import type { InvitationPlan } from '../../core/waitlists/invitation-plan.ts';

/*
 * When a plan runs, read from a clock minute by minute: slow, and made of nothing that the plan's own code uses.
 */

export const MINUTE_MS = 60_000;
const writers = new Map<string, Intl.DateTimeFormat>();

function writerOf(timeZone: string): Intl.DateTimeFormat {
  const writer =
    writers.get(timeZone) ??
    new Intl.DateTimeFormat('en-GB', {
      timeZone,
      weekday: 'short',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    });
  writers.set(timeZone, writer);
  return writer;
}

/** What clocks in a time zone show. */
export function clockIn(timezone: string, time: number) {
  const parts = writerOf(timezone).formatToParts(time);
  const of = (type: string) => parts.find(part => part.type === type)?.value ?? '';
  return {
    date: `${of('year')}-${of('month')}-${of('day')}`,
    time: `${of('hour')}:${of('minute')}`,
    weekday: of('weekday').toLowerCase(),
  };
}

type Times = Pick<InvitationPlan, 'days' | 'time' | 'timezone'>;

/**
 * The first run after a moment, minute by minute: the first minute of a date that shows the plan's time, or that is the first
 * after it.
 */
export function modelNextRun({ days, time, timezone }: Times, after: Date): Date {
  let minute = Math.floor(after.getTime() / MINUTE_MS) * MINUTE_MS;
  // A date's own minutes are known only from its start.
  minute -= 36 * 60 * MINUTE_MS;
  const reached = new Map<string, number>();
  let before = clockIn(timezone, minute - MINUTE_MS);
  for (const end = after.getTime() + 9 * 24 * 60 * MINUTE_MS; minute < end; minute += MINUTE_MS) {
    const now = clockIn(timezone, minute);
    if (now.time >= time && !reached.has(now.date)) reached.set(now.date, minute);
    // The clocks skipped the rest of the day before.
    if (now.date !== before.date && !reached.has(before.date)) reached.set(before.date, minute);
    for (const { date, weekday } of [before, now]) {
      const run = reached.get(date);
      if (run === minute && run > after.getTime() && days.includes(weekday as Times['days'][number]))
        return new Date(run);
    }
    before = now;
  }
  throw new Error('No run in nine days');
}
