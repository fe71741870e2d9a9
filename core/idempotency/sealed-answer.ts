import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Only the request's sender has the key, so a copy of the database opens nothing. */
const sealingKey = (key: string, creationId: string): Buffer =>
  Buffer.from(hkdfSync('sha256', key, creationId, 'anteroom kept answer', 32));

/** Seals an answer. @returns nonce, tag, ciphertext */
export function sealAnswer(answer: string, key: string, creationId: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, sealingKey(key, creationId), nonce, { authTagLength: TAG_BYTES });
  const ciphertext = Buffer.concat([cipher.update(answer, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]);
}

/** Opens what {@link sealAnswer} returned. @throws if anything of it has changed */
export function openAnswer(sealed: Buffer, key: string, creationId: string): string {
  const nonce = sealed.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv(CIPHER, sealingKey(key, creationId), nonce, { authTagLength: TAG_BYTES });
  decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  return decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)).toString('utf8') + decipher.final('utf8');
}
