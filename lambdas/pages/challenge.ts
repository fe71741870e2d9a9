import type { Logger } from '@aws-lambda-powertools/logger';
import { createTurnstileVerifier } from '../../adapters/turnstile/verifier.ts';
import type { ChallengeServices, SharedChallenge } from '../../core/bot-challenge/verify-challenge.ts';
import { cacheOpenedSecrets } from '../../core/sealing/cache-opened-secrets.ts';
import type { verifyChallenge } from '../../settings/needs.ts';
import type { Settings } from '../../settings/read-settings.ts';
import { describeFailure } from '../middleware/describe-failure.ts';
import { createCachedSecret } from '../services/cached-secret.ts';
import { createMetrics } from '../services/metrics.ts';
import { createSealer } from '../services/sealer.ts';
import type { PagesSettings } from './needs.ts';

/**
 * The service's shared keys.
 * @throws {Error} if they are missing or incomplete; only the local run may have none
 */
export function createSharedChallenge(settings: Settings<typeof verifyChallenge>): SharedChallenge | null {
  const {
    TURNSTILE_SITE_KEY: siteKey,
    TURNSTILE_SECRET_KEY: secretKey,
    TURNSTILE_SECRET_ARN: arn,
  } = settings;
  const secret = createCachedSecret({ value: secretKey, arn, region: settings.AWS_REGION });
  if (siteKey === undefined && !secret && settings.CHALLENGE_OPTIONAL) return null;
  if (siteKey === undefined || !secret) {
    throw new Error(
      'Invalid settings: TURNSTILE_SITE_KEY, and one of TURNSTILE_SECRET_KEY and TURNSTILE_SECRET_ARN, are needed together',
    );
  }
  return { siteKey, secretKey: secret.read, forgetSecretKey: secret.forget };
}

/** The services that verify a bot challenge. */
export function createChallengeServices(
  settings: PagesSettings,
  shared: SharedChallenge | null,
  logger: Logger,
): ChallengeServices {
  const metrics = createMetrics(settings);
  return {
    shared,
    verifier: createTurnstileVerifier({ url: settings.TURNSTILE_VERIFY_URL }),
    sealer: cacheOpenedSecrets(createSealer(settings)),
    report({ waitlistId, keys, verdict }) {
      const seen = { waitlistId, keys, ...(keys === 'shared' && metrics({ SharedChallengeTrouble: 1 })) };
      if (verdict.status === 'misconfigured')
        logger.warn('bot-challenge keys refused', { ...seen, codes: verdict.codes });
      else logger.warn('bot challenge not verified', { ...seen, cause: describeFailure(verdict.cause) });
    },
  };
}
