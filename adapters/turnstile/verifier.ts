import { randomUUID } from 'node:crypto';
import type {
  ChallengeToken,
  ChallengeVerdict,
  ChallengeVerifier,
} from '../../core/bot-challenge/challenge-verifier.ts';

interface TurnstileVerifierOptions {
  /** Cloudflare's siteverify, or a stand-in of it. */
  readonly url: string;
  /** For each of at most two attempts. */
  readonly timeoutMs?: number;
}

/** Twice this is well below the 20 s that the page waits, and the 29 s of a function. */
const TIMEOUT_MS = 4_000;

/** Codes by which Cloudflare says that the fault is on our side of the request. */
const OURS = new Set(['missing-input-secret', 'invalid-input-secret', 'bad-request']);

/** There was no verdict; whether it is worth asking once more. */
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
  if (success !== false) throw new NoVerdictError('The answer is no verdict', true);
  const codes = Array.isArray(errorCodes) ? errorCodes.filter(code => typeof code === 'string') : [];
  if (codes.includes('internal-error')) throw new NoVerdictError('internal-error', true);
  if (codes.some(code => OURS.has(code))) return { status: 'misconfigured', codes };
  return { status: codes.includes('timeout-or-duplicate') ? 'spent' : 'rejected' };
}

/** A fault of the network, a timeout and a 5xx may pass; that we are over a limit will not within a second. */
const mayPass = (error: unknown): boolean => !(error instanceof NoVerdictError) || error.mayPass;

/**
 * {@link ChallengeVerifier} by Turnstile's siteverify. Asked again once where there was no verdict, with the same
 * `idempotency_key`: if the first request did arrive, the token counts as used by this signup and not as a duplicate.
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
      // A secret goes to the address that was set, and to no other.
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (response.status >= 500 || response.status === 429) {
      await response.body?.cancel();
      throw new NoVerdictError(`The verifier answers ${response.status}`, response.status >= 500);
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
