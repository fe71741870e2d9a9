import { ApiError } from '../kernel/errors.ts';
import { errors } from '../languages/texts/en/errors.ts';
import type { Sealer } from '../sealing/sealer.ts';
import type { ChallengeVerdict, ChallengeVerifier, OwnChallenge } from './challenge-verifier.ts';

/** The service's shared keys, for waitlists without their own. */
export interface SharedChallenge {
  readonly siteKey: string;
  secretKey(): Promise<string>;
  /** Call when the secret was refused: it may have been rotated since it was read. */
  forgetSecretKey(): void;
}

export interface ChallengeServices {
  readonly verifier: ChallengeVerifier;
  readonly sealer: Pick<Sealer, 'open'>;
  /** Null if waitlists without their own keys have no challenge. */
  readonly shared: SharedChallenge | null;
  /** Reports failures that are not the visitor's. Contains no secrets. */
  report(trouble: ChallengeTrouble): void;
}

export interface ChallengeTrouble {
  readonly waitlistId: string;
  readonly keys: 'own' | 'shared';
  readonly verdict: Extract<ChallengeVerdict, { status: 'misconfigured' | 'unavailable' }>;
}

export interface ChallengeAttempt {
  readonly waitlistId: string;
  /** Set if the waitlist has both of its own keys. */
  readonly own: OwnChallenge | null;
  readonly token: string | null;
  readonly remoteAddress: string;
}

const refused = (message: string, resolution: string): ApiError =>
  new ApiError('challenge_failed', message, { resolution });

const missing = (): ApiError =>
  refused('This page requires a human check', 'Reload the page, complete the check, and try again.');

/** The error for the visitor. A failure on our side never lets anyone through. */
const REFUSALS: Readonly<Record<Exclude<ChallengeVerdict['status'], 'passed'>, () => ApiError>> = {
  rejected: () => refused(errors.notHuman, errors.notHumanAdvice),
  spent: () => refused('The human check has expired or was already used', errors.notHumanAdvice),
  misconfigured: () =>
    refused(
      'The human check is misconfigured on this page',
      'Try again later. The page owner has to fix the bot-challenge keys.',
    ),
  unavailable: () => refused('The human check is unavailable right now', 'Wait a moment and try again.'),
};

/**
 * Returns if the visitor passed the challenge.
 * @throws {ApiError} `challenge_failed` otherwise
 */
export async function verifyChallenge(
  { verifier, sealer, shared, report }: ChallengeServices,
  { waitlistId, own, token, remoteAddress }: ChallengeAttempt,
): Promise<void> {
  if (token === null) throw missing();
  if (!own && !shared) throw new Error('The challenge has no keys to verify it with');
  const secretKey = own
    ? await sealer.open(own.sealedSecret, { waitlistId, purpose: 'turnstile' })
    : ((await shared?.secretKey()) ?? '');
  const verdict = await verifier.verify({ secretKey, token, remoteAddress });
  if (verdict.status === 'passed') return;
  if (verdict.status === 'misconfigured' || verdict.status === 'unavailable')
    report({ waitlistId, keys: own ? 'own' : 'shared', verdict });
  if (verdict.status === 'misconfigured' && !own) shared?.forgetSecretKey();
  throw REFUSALS[verdict.status]();
}
