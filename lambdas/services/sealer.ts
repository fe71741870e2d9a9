import { createSecretKey } from 'node:crypto';
import { createKmsSealer } from '../../adapters/kms/sealer.ts';
import { KEY_BYTES } from '../../core/sealing/envelope.ts';
import { createKeySealer } from '../../core/sealing/key-sealer.ts';
import type { Sealer } from '../../core/sealing/sealer.ts';
import type { sealTurnstile } from '../../settings/needs.ts';
import type { Settings } from '../../settings/read-settings.ts';

/** Seals customers' secrets with the KMS key, or with the key the local run keeps. */
export function createSealer({
  SEAL_KEY: base64,
  SEAL_KEY_ARN: keyArn,
  AWS_REGION: region,
}: Settings<typeof sealTurnstile>): Sealer {
  if (keyArn) return createKmsSealer({ region, keyArn });
  if (!base64) throw new Error('Invalid settings: one of SEAL_KEY and SEAL_KEY_ARN is needed');
  const key = Buffer.from(base64, 'base64');
  if (key.length !== KEY_BYTES) throw new Error(`Invalid settings: the seal key must be ${KEY_BYTES} bytes`);
  return createKeySealer(createSecretKey(key));
}
