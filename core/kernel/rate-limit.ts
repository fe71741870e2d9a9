import { fillCount } from '../languages/format.ts';
import { errors } from '../languages/texts/en/errors.ts';
import { ApiError } from './errors.ts';

/** At most `requests` are accepted in any window of `windowSeconds`. */
export interface RateLimit {
  readonly requests: number;
  readonly windowSeconds: number;
}

/** A limiter's verdict on one request. Accepted requests are counted. */
export interface RateLimitState {
  readonly accepted: boolean;
  /** Requests left in the current window. */
  readonly remaining: number;
  /** Whole seconds, rounded up, until the limiter accepts one more request than now. */
  readonly resetSeconds: number;
}

/** For visitors, who are counted by their network. */
export const tooManyAttempts = (seconds: number): ApiError =>
  new ApiError('rate_limited', errors.tooMany, {
    headers: { 'retry-after': String(seconds) },
    resolution: fillCount('en', errors.tooManyAdvice, seconds),
  });
