import { setTimeout as delay } from 'node:timers/promises';

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 2_000;
/** Left for what follows. */
const RESERVE_MS = 1_000;

/**
 * Saves the result of work that must not be done twice, and tries again while time remains: a database that restarts
 * is back in seconds.
 * @param save - must be idempotent
 */
export async function persist(save: () => Promise<unknown>, remainingMs: () => number): Promise<void> {
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    try {
      await save();
      return;
    } catch (error) {
      if (remainingMs() < pause + RESERVE_MS) throw error;
      await delay(pause);
    }
  }
}
