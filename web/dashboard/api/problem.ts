import type { ErrorBody, ErrorDetail } from '../../../core/kernel/errors.ts';

/** What helps here, where the service speaks to programs. */
const RESOLUTIONS: Partial<Record<ErrorBody['code'], string>> = {
  validation_failed: 'Correct it and try again.',
  database_connection_failed: 'Correct the connection string, then test it again.',
  not_found: 'Somebody may have deleted it meanwhile.',
  capability_required: 'Upgrade to Pro, then try again.',
  license_required: 'License this waitlist, then try again.',
  internal_error: 'Try again. If it happens again, tell whoever runs the service the request below.',
};

/** Why a request failed: what the service says, or that it could not be reached. */
export class Problem extends Error {
  /** 0 where no answer came. */
  readonly status: number;
  readonly code: ErrorBody['code'] | 'unreachable';
  readonly resolution: string | undefined;
  readonly details: readonly ErrorDetail[];
  readonly requestId: string | undefined;
  /** Path of the dashboard where what is missing can be bought. */
  readonly upgradePath: string | undefined;
  /** How long to wait before the next try, in milliseconds. */
  readonly retryAfter: number | undefined;

  constructor(status: number, body: Partial<ErrorBody>, retryAfter?: number) {
    super(body.error ?? 'The service could not be reached');
    this.status = status;
    this.code = body.code ?? (status === 0 ? 'unreachable' : 'internal_error');
    this.resolution =
      (body.code && RESOLUTIONS[body.code]) ??
      body.resolution ??
      (status === 0 ? 'Check your connection and try again. Nothing that you typed is lost.' : undefined);
    this.details = body.details ?? [];
    this.requestId = body.requestId;
    this.upgradePath = body.upgradeUrl === undefined ? undefined : new URL(body.upgradeUrl).pathname;
    this.retryAfter = retryAfter;
  }

  /** What is wrong with each field, by name: a form shows it there. */
  fields(): Record<string, string> {
    return Object.fromEntries(
      this.details
        .filter(({ path }) => path !== '')
        .map(({ path, message }) => [path.split('.')[0] ?? path, capital(message)]),
    );
  }
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Whatever was thrown, as a problem that can be shown. */
export const toProblem = (thrown: unknown): Problem =>
  thrown instanceof Problem ? thrown : new Problem(500, { error: 'Something went wrong on this page' });
