import type { components } from './generated/description.ts';

/** The body of an error, as the API describes it. */
export type ErrorBody = components['schemas']['ApiError'];

/** Codes of the API, and what can go wrong before it answers. */
export type ErrorCode =
  | NonNullable<ErrorBody['code']>
  /** No connection, or it broke. */
  | 'unreachable'
  /** No answer in time. */
  | 'timeout'
  /** The answer is not from Anteroom: the page of a proxy, or of another site. */
  | 'invalid_response';

interface ErrorMembers {
  readonly code: ErrorCode;
  readonly status?: number;
  readonly body?: Partial<ErrorBody>;
  readonly retryAfter?: number | undefined;
  readonly cause?: unknown;
}

/** A call that failed. `code` says why, for programs. */
export class AnteroomError extends Error {
  override readonly name = 'AnteroomError';
  readonly code: ErrorCode;
  /** Of the response; 0 if there was none. */
  readonly status: number;
  /** The fields that are wrong: `path` is dotted (`design.brandColor`), and empty for the whole input. */
  readonly details: readonly { readonly path: string; readonly message: string }[];
  /** What to do about it. */
  readonly resolution: string | undefined;
  /** Names the request. Send it to support. */
  readonly requestId: string | undefined;
  /** Seconds to wait before another try, if the server said so. */
  readonly retryAfter: number | undefined;
  /** Everything that the server said, such as `upgradeUrl`. */
  readonly body: Partial<ErrorBody>;

  constructor(message: string, { code, status = 0, body = {}, retryAfter, cause }: ErrorMembers) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.status = status;
    this.details = body.details ?? [];
    this.resolution = body.resolution;
    this.requestId = body.requestId;
    this.retryAfter = retryAfter;
    this.body = body;
  }
}
