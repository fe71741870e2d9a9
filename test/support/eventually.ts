import { setTimeout as pause } from 'node:timers/promises';

/**
 * Waits for what another process will bring about: repeats the check until it holds, and fails with its last error
 * after `withinMs`. For work in the background only; what answers can be awaited.
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
