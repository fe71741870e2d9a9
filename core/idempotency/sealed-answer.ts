import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { type DigestKey, linkKey } from '../kernel/digest-key.ts';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** The key that an answer is sealed with. Callers choose keys like `order-1`, and a secret of ours alone would open every answer. */
export interface Seal {
  readonly secret: DigestKey;
  /** The caller's `Idempotency-Key`. */
  readonly key: string;
  readonly creationId: string;
}

function sealingKey({ secret, key, creationId }: Seal): Buffer {
  const ofBoth = createHmac('sha256', linkKey(secret)).update('anteroom kept answer').update(key).digest();
  return Buffer.from(hkdfSync('sha256', ofBoth, creationId, 'anteroom kept answer', 32));
}

/** Seals an answer. @returns nonce, tag, ciphertext */
export function sealAnswer(answer: string, seal: Seal): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, sealingKey(seal), nonce, { authTagLength: TAG_BYTES });
  const ciphertext = Buffer.concat([cipher.update(answer, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]);
}

/** Opens what {@link sealAnswer} returned. @throws if anything of it, or the secret, has changed */
export function openAnswer(sealed: Buffer, seal: Seal): string {
  const nonce = sealed.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv(CIPHER, sealingKey(seal), nonce, { authTagLength: TAG_BYTES });
  decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  return decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)).toString('utf8') + decipher.final('utf8');
}
