import type { ErrorBody, ErrorDetail } from '../../../core/kernel/errors.ts';

/** Overrides for resolutions that the API writes for programs. */
const RESOLUTIONS: Partial<Record<ErrorBody['code'], string>> = {
  validation_failed: 'Fix it and try again.',
  database_connection_failed: 'Fix the connection string, then test it again.',
  not_found: 'It may have been deleted.',
  capability_required: 'Upgrade to Pro, then try again.',
  license_required: 'License this waitlist, then try again.',
  internal_error: 'Try again. If it keeps happening, contact support and include the request ID below.',
};

/** A failed request: the service's error, or that the service could not be reached. */
export class Problem extends Error {
  /** 0 if there was no response. */
  readonly status: number;
  readonly code: ErrorBody['code'] | 'unreachable';
  readonly resolution: string | undefined;
  readonly details: readonly ErrorDetail[];
  readonly requestId: string | undefined;
  /** Dashboard path where the missing plan or license is sold. */
  readonly upgradePath: string | undefined;
  /** Milliseconds to wait before retrying. */
  readonly retryAfter: number | undefined;

  constructor(status: number, body: Partial<ErrorBody>, retryAfter?: number) {
    super(body.error ?? 'Can’t reach the server');
    this.status = status;
    this.code = body.code ?? (status === 0 ? 'unreachable' : 'internal_error');
    this.resolution =
      (body.code && RESOLUTIONS[body.code]) ??
      body.resolution ??
      (status === 0 ? 'Check your connection and try again. Your changes are still here.' : undefined);
    this.details = body.details ?? [];
    this.requestId = body.requestId;
    this.upgradePath = body.upgradeUrl === undefined ? undefined : new URL(body.upgradeUrl).pathname;
    this.retryAfter = retryAfter;
  }

  /**
   * Error messages by field name, for a form to show next to each field.
   * @param parent - the member that the form's fields are in, such as `design`
   */
  fields(parent?: string): Record<string, string> {
    return Object.fromEntries(
      this.details
        .filter(({ path }) => path !== '')
        .map(({ path, message }) => {
          const [name, inner] = path.split('.');
          return [(name === parent && inner) || (name ?? path), capital(message)];
        }),
    );
  }

  /** Error messages by path, such as `questions.0.label`, for what is inside a member. */
  inside(member: string): Record<string, string> {
    return Object.fromEntries(
      this.details
        .filter(({ path }) => path.startsWith(`${member}.`))
        .map(({ path, message }) => [path, capital(message)]),
    );
  }
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Any thrown value as a `Problem`. */
export const toProblem = (thrown: unknown): Problem =>
  thrown instanceof Problem ? thrown : new Problem(500, { error: 'Something went wrong on this page' });
