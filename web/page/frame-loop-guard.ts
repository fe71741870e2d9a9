import { loopGuardName } from '../../core/page-code/loop-guard-name.ts';

/** Longest synchronous run of page code, in milliseconds. */
const budget = 2000;

/**
 * Defines the function that guarded page code calls in every loop and function (`core/page-code/guard-loops.ts`).
 *
 * A run lasts until the event loop turns, detected by a posted message. A loop that only awaits settled promises therefore
 * counts as one run, and code that catches the error is stopped again at its next call.
 */
export function defineLoopGuard(onExpired: () => void): void {
  const { port1, port2 } = new MessageChannel();
  const now = performance.now.bind(performance);
  let startedAt = 0;
  let calls = 0;
  let expired = false;
  port1.onmessage = () => {
    startedAt = 0;
    calls = 0;
  };
  const guard = () => {
    if (startedAt === 0) {
      startedAt = now();
      port2.postMessage(0);
      return;
    }
    // Reading the clock costs more than counting, so only every 32nd call does.
    calls += 1;
    if ((calls & 31) !== 0 || now() - startedAt < budget) return;
    // Page code may catch the error, so report it first.
    if (!expired) onExpired();
    expired = true;
    throw new Error(`Page code ran for more than ${budget / 1000} seconds without a pause.`);
  };
  Object.defineProperty(globalThis, loopGuardName, { value: guard });
}
