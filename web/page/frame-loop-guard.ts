import { loopGuardName } from '../../core/pages/loop-guard-name.ts';

/** How long one synchronous run of page code may take, in milliseconds. */
const budget = 2000;

/**
 * Defines the global that guarded page code calls in every loop and function (`core/pages/guard-loops.ts`).
 *
 * A run starts with the first call and ends when the event loop turns, which a posted message tells. So a loop that only
 * awaits settled promises is one run too, and code that catches the error is stopped again at its next step.
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
    // Asking for the time costs more than counting: do it every 32nd call.
    calls += 1;
    if ((calls & 31) !== 0 || now() - startedAt < budget) return;
    // Told here, since page code may catch what is thrown.
    if (!expired) onExpired();
    expired = true;
    throw new Error(`Page code ran for more than ${budget / 1000} seconds without a pause.`);
  };
  Object.defineProperty(globalThis, loopGuardName, { value: guard });
}
