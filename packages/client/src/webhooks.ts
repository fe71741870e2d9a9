import type { WebhookEvent } from './types.ts';

/** Why an event is not to be trusted. */
export type WebhookErrorCode = 'missing_headers' | 'wrong_time' | 'wrong_signature';

/** The event is not from Anteroom, or not for this secret. Answer it with 401. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError';
  readonly code: WebhookErrorCode;

  constructor(code: WebhookErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** Those of the Fetch API, of Node, or of a function's event. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/** As Standard Webhooks advises. */
const TOLERANCE_SECONDS = 300;

function readHeader(given: WebhookHeaders, name: string): string | null {
  // Those of another implementation of the Fetch API too.
  if (typeof given.get === 'function') return given.get(name);
  // Names of any case.
  const found = Object.entries(given).find(([each]) => each.toLowerCase() === name)?.[1];
  return found === undefined ? null : String(found);
}

/** Null if it is not base64. */
function decode(base64: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(base64), character => character.charCodeAt(0));
  } catch {
    return null;
  }
}

function importSecret(secret: string) {
  const bytes = decode(secret.replace(/^whsec_/, ''));
  // An empty one would let anybody sign.
  if (!bytes?.length) throw new TypeError('The secret of a webhook is whsec_ and base64');
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
}

function concat(head: string, body: string | Uint8Array): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder();
  const parts = [encoder.encode(head), typeof body === 'string' ? encoder.encode(body) : body];
  const whole = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/**
 * Checks that an event comes from Anteroom, and reads it (Standard Webhooks).
 *
 * @param body - as it came, not parsed
 * @param secret - `whsec_…`
 * @throws {WebhookError} if the event is not signed with the secret, or older or newer than five minutes
 */
export async function verify(
  body: string | Uint8Array,
  headers: WebhookHeaders,
  secret: string,
): Promise<WebhookEvent> {
  const key = await importSecret(secret);
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map(name =>
    readHeader(headers, `webhook-${name}`),
  );
  if (!id || !timestamp || !signatures)
    throw new WebhookError(
      'missing_headers',
      'webhook-id, webhook-timestamp, or webhook-signature is missing',
    );
  // Not a number is not within the tolerance either.
  if (!(Math.abs(Date.now() / 1_000 - Number(timestamp)) <= TOLERANCE_SECONDS))
    throw new WebhookError('wrong_time', 'webhook-timestamp is not within five minutes of now');

  const signed = concat(`${id}.${timestamp}.`, body);
  // One for each valid secret: after a rotation the old one signs too.
  for (const each of signatures.split(' ')) {
    const [version, encoded = ''] = each.split(',');
    const signature = version === 'v1' && decode(encoded);
    // Compares in constant time.
    if (signature && (await crypto.subtle.verify('HMAC', key, signature, signed)))
      return JSON.parse(typeof body === 'string' ? body : new TextDecoder().decode(body));
  }
  throw new WebhookError('wrong_signature', 'No signature of the event fits the secret and the body');
}
