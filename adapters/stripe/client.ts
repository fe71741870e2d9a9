import Stripe from 'stripe';
import { PaymentsUnavailableError } from '../../core/billing/payments.ts';

interface StripeClientOptions {
  /** Stripe, or a stand-in for it. */
  readonly apiUrl: string;
  readonly secretKey: string;
  /** Which mode the key must be for: live or test. */
  readonly live: boolean;
}

/** With a retry, still within the function's timeout. */
const TIMEOUT_MS = 8_000;

/** Secret keys and restricted keys. */
const MODE = /^(?:sk|rk)_(live|test)_/;

/**
 * A client for Stripe's API.
 * @throws {PaymentsUnavailableError} if the key is invalid or for the other mode: test payments must not pass for real ones.
 */
export function createStripeClient({ apiUrl, secretKey, live }: StripeClientOptions): Stripe {
  const mode = MODE.exec(secretKey)?.[1];
  if (mode === undefined)
    throw new PaymentsUnavailableError('The Stripe key is not a secret or restricted key');
  if ((mode === 'live') !== live) throw new PaymentsUnavailableError(`The Stripe key is for ${mode} mode`);
  const { protocol, hostname, port } = new URL(apiUrl);
  return new Stripe(secretKey, {
    protocol: protocol === 'http:' ? 'http' : 'https',
    host: hostname,
    port: port === '' ? (protocol === 'http:' ? 80 : 443) : port,
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 1,
    telemetry: false,
  });
}
