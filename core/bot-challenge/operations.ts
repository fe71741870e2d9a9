import type { Operation } from '../kernel/operation.ts';
import { clearTurnstile } from './clear-turnstile.ts';
import { getTurnstile } from './get-turnstile.ts';
import { setTurnstile } from './set-turnstile.ts';
import type { TurnstileServices } from './turnstile-store.ts';

export const turnstileOperations = [
  getTurnstile,
  setTurnstile,
  clearTurnstile,
] as const satisfies readonly Operation<TurnstileServices>[];
