/** What a limiter says of one request, counting it if it is accepted. */
export interface RateLimitState {
  readonly accepted: boolean;
  /** Requests left in the current window. */
  readonly remaining: number;
  /** Whole seconds, rounded up, until one more request is allowed than now. */
  readonly resetSeconds: number;
}
