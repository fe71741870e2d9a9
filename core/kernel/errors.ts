import { fill, fillCount } from '../languages/format.ts';
import type { Language } from '../languages/language.ts';
import { errors as texts } from '../languages/texts/en/errors.ts';
import type { Scope } from './scopes.ts';
import { isUnavailable } from './unavailable.ts';

/** The part of a caller's credential that errors mention. */
interface HeldCredential {
  readonly kind: string;
  readonly scopes: readonly Scope[];
}

/** Every error code and its HTTP status (contract section 3). */
export const ERROR_STATUS = {
  validation_failed: 400,
  invalid_json: 400,
  unsupported_media_type: 400,
  unauthorized: 401,
  license_required: 402,
  capability_required: 402,
  insufficient_scope: 403,
  forbidden: 403,
  challenge_failed: 403,
  origin_not_allowed: 403,
  waitlist_closed: 403,
  not_found: 404,
  method_not_allowed: 405,
  request_in_progress: 409,
  not_editable: 409,
  invitation_expired: 410,
  precondition_failed: 412,
  payload_too_large: 413,
  domain_registration_failed: 422,
  database_connection_failed: 422,
  generation_failed: 422,
  limit_reached: 422,
  invite_url_required: 422,
  idempotency_key_reused: 422,
  rate_limited: 429,
  internal_error: 500,
  service_unavailable: 503,
  external_database_unavailable: 503,
  payments_unavailable: 503,
  generation_unavailable: 503,
} as const;

/** The wait that a 503 asks for, unless something better is known. */
const RETRY_AFTER_SECONDS = 5;

export type ErrorCode = keyof typeof ERROR_STATUS;

/** A field that failed validation. `path` is dotted (`waitlistIds.0`), and empty for the whole body. */
export interface ErrorDetail {
  readonly path: string;
  readonly message: string;
}

/** The error body (specification section 7), the same for REST and for agent tools. */
export interface ErrorBody {
  readonly error: string;
  readonly code: ErrorCode;
  readonly resolution?: string;
  readonly requiredScope?: string;
  readonly grantedScopes?: readonly string[];
  readonly upgradeUrl?: string;
  readonly priceUsd?: number;
  readonly details?: readonly ErrorDetail[];
  readonly requestId?: string;
}

type ErrorMembers = Omit<ErrorBody, 'error' | 'code' | 'requestId'>;

interface ApiErrorOptions extends ErrorMembers {
  /** Extra response headers, lower case. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The internal cause: logged, never sent. */
  readonly cause?: unknown;
}

/**
 * An error whose message callers may see. Anything else that is thrown becomes `internal_error`, or
 * `service_unavailable`, with a fixed sentence, so messages of drivers and libraries never leave the service.
 */
export class ApiError extends Error {
  override readonly name: string = 'ApiError';
  readonly code: ErrorCode;
  readonly headers: Readonly<Record<string, string>>;
  /** In which language a visitor reads about it; null: it is not theirs, or nobody knows. */
  language: Language | null = null;
  readonly #members: ErrorMembers;

  constructor(code: ErrorCode, message: string, { headers = {}, cause, ...members }: ApiErrorOptions = {}) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.headers =
      ERROR_STATUS[code] === 503 ? { 'retry-after': String(RETRY_AFTER_SECONDS), ...headers } : headers;
    this.#members = members;
  }

  get status(): number {
    return ERROR_STATUS[this.code];
  }

  toBody(requestId: string): ErrorBody {
    return { error: this.message, code: this.code, ...this.#members, requestId };
  }
}

/** 400: the input breaks a rule. `details` says what each field must be. */
export class ValidationError extends ApiError {
  override readonly name = 'ValidationError';
  readonly details: readonly ErrorDetail[];

  constructor(details: readonly ErrorDetail[]) {
    const fields = [...new Set(details.map(detail => detail.path).filter(path => path !== ''))];
    super(
      'validation_failed',
      fields.length > 0 ? fill(texts.invalidFields, { fields: fields.join(', ') }) : texts.invalid,
      {
        details,
        resolution: texts.invalidAdvice,
      },
    );
    this.details = details;
  }

  static at(path: string, message: string): ValidationError {
    return new ValidationError([{ path, message }]);
  }
}

/** A key's scopes are fixed; an OAuth client can ask for more. */
const scopeResolution = (kind: string, scope: Scope): string =>
  kind === 'access_token'
    ? `Request authorization again, including the scope ${scope}.`
    : `Use a key with the scope ${scope}. Create keys in the dashboard under Settings > API keys.`;

/** 403: the credential is valid but lacks the scope. */
export class InsufficientScopeError extends ApiError {
  override readonly name = 'InsufficientScopeError';

  readonly requiredScope: Scope;
  /** Whether the client has asked for the scope and did not get it. */
  readonly askedInVain: boolean;

  constructor(
    requiredScope: Scope,
    { kind, scopes: grantedScopes }: HeldCredential,
    { askedInVain = false }: { readonly askedInVain?: boolean } = {},
  ) {
    super('insufficient_scope', `This operation needs the scope ${requiredScope}`, {
      requiredScope,
      grantedScopes,
      resolution: scopeResolution(kind, requiredScope),
    });
    this.requiredScope = requiredScope;
    this.askedInVain = askedInVain;
  }
}

/** 402: the account or the waitlist has to be upgraded first. */
export class PaymentRequiredError extends ApiError {
  override readonly name = 'PaymentRequiredError';

  constructor(
    code: 'license_required' | 'capability_required',
    message: string,
    offer: { upgradeUrl: string; priceUsd: number; resolution: string },
  ) {
    super(code, message, offer);
  }
}

/** 404 for a path that leads nowhere. */
export const nothingHere = (): ApiError =>
  new ApiError('not_found', 'There is nothing at this path', { resolution: 'GET /api/v1 lists every path.' });

export const noSuchPage = (): ApiError =>
  new ApiError('not_found', texts.noPage, { resolution: texts.noPageAdvice });

/** 404 for a resource that does not exist. One of another account gets exactly the same answer. */
export const notFound = (
  what: string,
  resolution = 'Check the id. List the resources of the account to see what exists.',
): ApiError => new ApiError('not_found', `No such ${what}`, { resolution });

const SEND_A_KEY =
  'Send an API key as "Authorization: Bearer <key>" or "x-api-key: <key>". Create keys in the dashboard under Settings > API keys.';

/** 401, always with `WWW-Authenticate` (contract section 2). */
export const unauthorized = (message: string, resolution: string = SEND_A_KEY): ApiError =>
  new ApiError('unauthorized', message, { headers: { 'www-authenticate': 'Bearer' }, resolution });

/** The error that callers see for a thrown value: an `ApiError` as it is, anything else as one of ours. */
export function toApiError(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown;
  if (isUnavailable(thrown)) {
    return new ApiError('service_unavailable', texts.unavailable, {
      cause: thrown,
      resolution: fillCount('en', texts.unavailableAdvice, RETRY_AFTER_SECONDS),
    });
  }
  return internalError(thrown);
}

/** 500: our fault. */
export const internalError = (cause: unknown): ApiError =>
  new ApiError('internal_error', texts.failed, { cause, resolution: texts.failedAdvice });

/** Rethrows an error for a visitor who reads this language. */
export function throwIn(language: Language, error: unknown): never {
  if (error instanceof ApiError) error.language ??= language;
  throw error;
}
