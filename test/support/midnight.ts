import { setTimeout as pause } from 'node:timers/promises';

const DAY_MS = 86_400_000;
/** Tests that count per day take less than this on any machine. */
const NEEDED_MS = 60_000;

/** For tests that count per UTC day or month: if less than a minute of it is left, waits for the next one. */
export async function dayWithRoom(): Promise<void> {
  const left = DAY_MS - (Date.now() % DAY_MS);
  if (left < NEEDED_MS) await pause(left);
}
