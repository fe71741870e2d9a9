import { createSecretKey } from 'node:crypto';
import { createSecretReader } from '../../adapters/secrets-manager/read-secret.ts';
import { DIGEST_KEY_SEPARATOR, type DigestKey } from '../../core/kernel/digest-key.ts';
import type { digestKey } from '../../settings/needs.ts';
import type { Settings } from '../../settings/read-settings.ts';
import { readOnce } from './cached-secret.ts';

const KEY_BYTES = 32;

/** `KeyObject`s, because an HMAC with raw bytes takes twice as long. */
const decode = (text: string): DigestKey =>
  text.split(DIGEST_KEY_SEPARATOR).map(base64 => {
    const key = Buffer.from(base64, 'base64');
    if (key.length < KEY_BYTES)
      throw new Error(`Invalid settings: the digest key has fewer than ${KEY_BYTES} bytes`);
    return createSecretKey(key);
  });

/**
 * The key for digests, read once per process from the setting or from Secrets Manager. After a failed read, the next
 * request tries again.
 */
export function createDigestKey(settings: Settings<typeof digestKey>): () => Promise<DigestKey> {
  const { DIGEST_KEY, DIGEST_KEY_SECRET_ARN: arn, AWS_REGION: region } = settings;
  if (DIGEST_KEY) {
    const key = Promise.resolve(decode(DIGEST_KEY));
    return () => key;
  }
  if (!arn) throw new Error('Invalid settings: one of DIGEST_KEY and DIGEST_KEY_SECRET_ARN is needed');

  const readSecret = createSecretReader(region);
  return readOnce(async () => decode(await readSecret(arn))).read;
}
