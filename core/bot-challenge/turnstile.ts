import { notFound } from '../kernel/errors.ts';
import type { TurnstileStatus } from './schemas.ts';
import type { TurnstileRecord, TurnstileServices } from './turnstile-store.ts';

/**
 * The state of a waitlist's bot challenge (contract section 6).
 * @throws {ApiError} `not_found` without a record
 */
export function toTurnstileStatus(
  record: TurnstileRecord | null,
  { hasSharedKeys }: Pick<TurnstileServices, 'hasSharedKeys'>,
): TurnstileStatus {
  if (!record) throw notFound('waitlist');
  const { hasSiteKey, hasSecretKey } = record;
  const own = hasSiteKey && hasSecretKey;
  return {
    hasCustomSiteKey: hasSiteKey,
    hasCustomSecretKey: hasSecretKey,
    mode: own ? 'custom' : hasSharedKeys ? 'shared' : 'none',
  };
}
