import { clearTurnstile } from './clear-turnstile.ts';
import { getTurnstile } from './get-turnstile.ts';
import { setTurnstile } from './set-turnstile.ts';

export const turnstileOperations = [getTurnstile, setTurnstile, clearTurnstile] as const;
