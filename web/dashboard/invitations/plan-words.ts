import type { Weekday } from '../../../core/waitlists/weekdays.ts';
import { formatNumber } from '../components/format.ts';
import type { Plan, PlanTimes } from './queries.ts';

/** The days of a week, in order. */
export const WEEKDAYS: Readonly<Record<Weekday, string>> = {
  mon: 'Monday',
  tue: 'Tuesday',
  wed: 'Wednesday',
  thu: 'Thursday',
  fri: 'Friday',
  sat: 'Saturday',
  sun: 'Sunday',
};

const WORKING_DAYS = 'mon,tue,wed,thu,fri';

const list = new Intl.ListFormat('en');

function describeDays(days: PlanTimes['days']): string {
  if (days.length === 7) return 'Every day';
  if (days.join() === WORKING_DAYS) return 'Every weekday';
  return `Every ${list.format(days.map(day => WEEKDAYS[day]))}`;
}

/** "Berlin" of Europe/Berlin. */
export const cityOf = (timezone: string): string =>
  timezone.slice(timezone.lastIndexOf('/') + 1).replaceAll('_', ' ');

/** "Every Monday and Thursday at 09:00 (Berlin), the next 50 people are invited." */
export function describePlan({ days, time, timezone, count, audience = {} }: Plan): string {
  const whom = Object.keys(audience).length > 0 ? ' who meet the conditions' : '';
  const people =
    count === 1 ? `person${whom.replace('meet', 'meets')} is` : `${formatNumber(count)} people${whom} are`;
  return `${describeDays(days)} at ${time} (${cityOf(timezone)}), the next ${people} invited.`;
}

const formatIn = (options: Intl.DateTimeFormatOptions) => (iso: string, timeZone: string) =>
  new Intl.DateTimeFormat('en', { ...options, timeZone }).format(new Date(iso));

/** "Monday, November 30" in a time zone. */
export const runDay = formatIn({ weekday: 'long', month: 'long', day: 'numeric' });
export const runWeekday = formatIn({ weekday: 'long' });
export const runMonth = formatIn({ month: 'short' });
export const runDate = formatIn({ day: 'numeric' });
/** "09:00", as plans have it. */
export const runTime = formatIn({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
