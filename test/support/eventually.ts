import { setTimeout as pause } from 'node:timers/promises';

/**
 * Waits for the result of background work: repeats the check until it passes, and fails with its last error
 * after `withinMs`. Only for background work; await anything that returns a promise instead.
 */
export async function eventually<Result>(check: () => Promise<Result>, withinMs = 30_000): Promise<Result> {
  const end = Date.now() + withinMs;
  while (true) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > end) throw error;
      await pause(50);
    }
  }
}
