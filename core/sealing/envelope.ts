import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from 'node:crypto';
import { type SealContext, SealError } from './sealer.ts';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** AES-256 key length. */
export const KEY_BYTES = 32;

type Key = KeyObject | Uint8Array;

/** Authenticated with the ciphertext, so that neither the header nor the context can be swapped. */
const associatedData = (header: Buffer, { purpose, waitlistId }: SealContext): Buffer =>
  Buffer.concat([header, Buffer.from(JSON.stringify([purpose, waitlistId]))]);

/**
 * Encrypts a secret with AES-256-GCM.
 * @param header - kept in clear; says how to open the envelope
 * @returns header, nonce (12 bytes), tag (16 bytes), ciphertext
 */
export function closeEnvelope(key: Key, header: Buffer, secret: string, context: SealContext): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(associatedData(header, context));
  const ciphertext = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return Buffer.concat([header, nonce, cipher.getAuthTag(), ciphertext]);
}

/**
 * Opens what {@link closeEnvelope} made.
 * @param headerBytes - length of the header in `sealed`
 * @throws {SealError} for another key or context, or any changed byte
 */
export function openEnvelope(key: Key, headerBytes: number, sealed: Buffer, context: SealContext): string {
  const start = headerBytes + NONCE_BYTES + TAG_BYTES;
  if (sealed.length < start) throw new SealError(context, 'it was cut short');
  const nonce = sealed.subarray(headerBytes, headerBytes + NONCE_BYTES);
  const tag = sealed.subarray(headerBytes + NONCE_BYTES, start);
  const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(associatedData(sealed.subarray(0, headerBytes), context));
  decipher.setAuthTag(tag);
  try {
    return Buffer.concat([decipher.update(sealed.subarray(start)), decipher.final()]).toString('utf8');
  } catch {
    throw new SealError(context, 'it was sealed for something else or with another key, or was changed');
  }
}
