import { setTimeout as pause } from 'node:timers/promises';

const DAY_MS = 86_400_000;
/** What counts a day takes less, on any machine. */
const NEEDED_MS = 60_000;

/** For what counts by the day or the month, in UTC: waits for the next where this one has less than a minute left. */
export async function dayWithRoom(): Promise<void> {
  const left = DAY_MS - (Date.now() % DAY_MS);
  if (left < NEEDED_MS) await pause(left);
}
