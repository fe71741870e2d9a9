import { type InvitationPlan, MOST_UNANSWERED } from '../waitlists/invitation-plan.ts';
import { WEEKDAYS } from '../waitlists/weekdays.ts';

/** A plan that is not paused, and how its latest invitations ended. */
export interface PlacePlan
  extends Readonly<
    Pick<InvitationPlan, 'count' | 'days' | 'timezone' | 'expiresInDays' | 'audience' | 'maxOpen'>
  > {
  readonly nextRunAt: string;
  readonly accepted: number;
  /** They expired, or were withdrawn: their people are ahead again. */
  readonly ended: number;
}

const DAY_MS = 24 * 3600_000;
/** Further away, nothing is said. */
const FURTHEST_DAYS = 180;
/** So that a date further away is less exact, even where nearly everybody accepts. */
const MOST_ACCEPTED = 0.9;

/** The day in a time zone, as midnight in UTC. */
const dayIn = (timezone: string, time: Date): number =>
  Date.parse(
    // Sweden writes dates as ISO does.
    new Intl.DateTimeFormat('sv', { timeZone: timezone, dateStyle: 'short' }).format(time),
  );

/** The day of the n-th run (from 1), if the first is on this day. */
function dayOfRun(days: InvitationPlan['days'], first: number, n: number): number {
  const weeks = Math.floor((n - 1) / days.length);
  let day = first + weeks * 7 * DAY_MS;
  for (let left = (n - 1) % days.length; left > 0; ) {
    day += DAY_MS;
    const weekday = WEEKDAYS[(new Date(day).getUTCDay() + 6) % 7];
    if (weekday && days.includes(weekday)) left--;
  }
  return day;
}

/** How many invitations somebody gets, if this share of them expires. */
const invitationsEach = (expired: number): number =>
  Array.from({ length: MOST_UNANSWERED }, (_, n) => expired ** n).reduce((sum, each) => sum + each);

/**
 * When it is likely somebody's turn (docs/inviting.md). At the earliest, everybody ahead accepts at once. At the latest, as
 * many accept as lately, the others are invited again, three times in all, and where `maxOpen` limits it, a place is free only when an invitation ends.
 * @param ahead - people in front who still wait
 * @returns days in the plan's time zone, of today or later; null if the latest is more than 180 days away, or if the plan has
 * an audience, of which the person may not be one
 */
export function expectTurn(
  { count, days, timezone, expiresInDays, audience = {}, maxOpen, nextRunAt, accepted, ended }: PlacePlan,
  ahead: number,
  now: Date,
): { readonly from: string; readonly to: string } | null {
  if (Object.keys(audience).length > 0) return null;
  const today = dayIn(timezone, now);
  const first = Math.max(today, dayIn(timezone, new Date(nextRunAt)));
  // One who accepts and one who does not are added, so that a few people do not decide it.
  const share = Math.min(MOST_ACCEPTED, (accepted + 1) / (accepted + ended + 2));
  const runsWhileOpen = Math.max(1, (days.length * expiresInDays) / 7);
  const slowest = maxOpen === null ? count : Math.min(count, maxOpen / runsWhileOpen);
  const runs = (pace: number): number => Math.ceil((ahead + 1) / pace);
  const latest = runs(slowest / invitationsEach(1 - share));
  // A day has one run. So many days may be more than a date can be.
  if (latest > FURTHEST_DAYS + 1) return null;
  const from = dayOfRun(days, first, runs(maxOpen === null ? count : Math.min(count, maxOpen)));
  const to = dayOfRun(days, first, latest);
  if (to > today + FURTHEST_DAYS * DAY_MS) return null;
  const text = (day: number): string => new Date(day).toISOString().slice(0, 10);
  return { from: text(from), to: text(to) };
}
