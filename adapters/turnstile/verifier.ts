import { randomUUID } from 'node:crypto';
import type {
  ChallengeToken,
  ChallengeVerdict,
  ChallengeVerifier,
} from '../../core/bot-challenge/challenge-verifier.ts';

interface TurnstileVerifierOptions {
  /** Cloudflare's siteverify, or a stand-in for it. */
  readonly url: string;
  /** Per attempt, of at most two. */
  readonly timeoutMs?: number;
}

/** Two attempts must fit within the 20 s that the page waits, and the 29 s of a function. */
const TIMEOUT_MS = 4_000;

/** Cloudflare's error codes for which the request, not the visitor, is at fault. */
const OURS = new Set(['missing-input-secret', 'invalid-input-secret', 'bad-request']);

/** There was no verdict, and whether a retry may help. */
class NoVerdictError extends Error {
  override readonly name = 'NoVerdictError';
  readonly mayPass: boolean;

  constructor(message: string, mayPass: boolean) {
    super(message);
    this.mayPass = mayPass;
  }
}

function toVerdict(answer: unknown): ChallengeVerdict {
  const { success, 'error-codes': errorCodes } = (answer ?? {}) as Record<string, unknown>;
  if (success === true) return { status: 'passed' };
  if (success !== false) throw new NoVerdictError('The response has no verdict', true);
  const codes = Array.isArray(errorCodes) ? errorCodes.filter(code => typeof code === 'string') : [];
  if (codes.includes('internal-error')) throw new NoVerdictError('internal-error', true);
  if (codes.some(code => OURS.has(code))) return { status: 'misconfigured', codes };
  return { status: codes.includes('timeout-or-duplicate') ? 'spent' : 'rejected' };
}

/** Network errors, timeouts, and 5xx may pass; a rate limit does not within a second. */
const mayPass = (error: unknown): boolean => !(error instanceof NoVerdictError) || error.mayPass;

/**
 * {@link ChallengeVerifier} on Turnstile's siteverify. Retried once if there is no verdict, with the same
 * `idempotency_key`: if the first request arrived after all, the token still counts for this signup and not as a
 * duplicate.
 *
 * The `hostname` of the answer is not compared (ADR 11).
 */
export function createTurnstileVerifier({
  url,
  timeoutMs = TIMEOUT_MS,
}: TurnstileVerifierOptions): ChallengeVerifier {
  async function ask(body: string): Promise<ChallengeVerdict> {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
      body,
      // Do not follow redirects: the secret may go only to the configured address.
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (response.status >= 500 || response.status === 429) {
      await response.body?.cancel();
      throw new NoVerdictError(`The verifier returned ${response.status}`, response.status >= 500);
    }
    return toVerdict(await response.json());
  }

  return {
    async verify({ secretKey, token, remoteAddress }: ChallengeToken) {
      const body = new URLSearchParams({
        secret: secretKey,
        response: token,
        remoteip: remoteAddress,
        idempotency_key: randomUUID(),
      }).toString();
      try {
        return await ask(body).catch((error: unknown) => {
          if (!mayPass(error)) throw error;
          return ask(body);
        });
      } catch (cause) {
        return { status: 'unavailable', cause };
      }
    },
  };
}
