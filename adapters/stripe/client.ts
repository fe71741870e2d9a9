import Stripe from 'stripe';
import { PaymentsAwayError } from '../../core/billing/payments.ts';

interface StripeClientOptions {
  /** Stripe, or a stand-in of it. */
  readonly apiUrl: string;
  readonly secretKey: string;
  /** Real money, or test mode: what the key must be of. */
  readonly live: boolean;
}

/** Well within the time of a function, with a repeat. */
const TIMEOUT_MS = 8_000;

/** Secret keys, and restricted ones. */
const MODE = /^(?:sk|rk)_(live|test)_/;

/**
 * A client of Stripe's API.
 * @throws {PaymentsAwayError} when the key is none, or of the other mode: test payments must not pass for real ones.
 */
export function createStripeClient({ apiUrl, secretKey, live }: StripeClientOptions): Stripe {
  const mode = MODE.exec(secretKey)?.[1];
  if (mode === undefined) throw new PaymentsAwayError('The key of Stripe is not a secret or restricted key');
  if ((mode === 'live') !== live) throw new PaymentsAwayError(`The key of Stripe is of ${mode} mode`);
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
