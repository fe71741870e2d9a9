import { DecryptCommand, GenerateDataKeyCommand, KMSClient } from '@aws-sdk/client-kms';
import { closeEnvelope, openEnvelope } from '../../core/sealing/envelope.ts';
import { type SealContext, SealError, type Sealer } from '../../core/sealing/sealer.ts';
import { clientSettings, timeouts } from '../aws-client.ts';

interface KmsSealerOptions {
  readonly region: string;
  /** Only for stand-ins of KMS. */
  readonly endpoint?: string | undefined;
  readonly keyArn: string;
}

/** The first byte of a sealed secret. Then follow the length of the wrapped data key (2 bytes) and the data key. */
const FORMAT = 1;
const PREFIX_BYTES = 3;

/** KMS errors that reject a data key; all other errors (throttling, permissions, network) are passed on. */
const REFUSALS = new Set(['InvalidCiphertextException', 'IncorrectKeyException']);

/** KMS checks it too, and IAM conditions use it. */
const encryptionContext = ({ waitlistId, purpose }: SealContext) => ({ waitlistId, purpose });

function headerOf(wrappedKey: Uint8Array): Buffer {
  const prefix = Buffer.alloc(PREFIX_BYTES);
  prefix.writeUInt8(FORMAT, 0);
  prefix.writeUInt16BE(wrappedKey.length, 1);
  return Buffer.concat([prefix, wrappedKey]);
}

function wrappedKeyOf(sealed: Buffer, context: SealContext): Buffer {
  if (sealed[0] !== FORMAT) throw new SealError(context, 'it was not sealed with a key of KMS');
  if (sealed.length < PREFIX_BYTES) throw new SealError(context, 'it was cut short');
  const end = PREFIX_BYTES + sealed.readUInt16BE(1);
  if (end === PREFIX_BYTES || sealed.length < end) throw new SealError(context, 'it was cut short');
  return sealed.subarray(PREFIX_BYTES, end);
}

/**
 * {@link Sealer} with envelope encryption: KMS creates a data key for each secret and wraps it with its own key. The
 * secret's context is authenticated twice, by KMS and by the envelope.
 */
export function createKmsSealer({ region, endpoint, keyArn }: KmsSealerOptions): Sealer {
  const client = new KMSClient({
    ...clientSettings({ region, endpoint }),
    requestHandler: timeouts({ connectMs: 2_000, answerMs: 4_000 }),
  });

  async function unwrap(wrappedKey: Buffer, context: SealContext): Promise<Uint8Array> {
    try {
      const { Plaintext } = await client.send(
        new DecryptCommand({
          KeyId: keyArn,
          CiphertextBlob: wrappedKey,
          EncryptionContext: encryptionContext(context),
        }),
      );
      if (Plaintext === undefined) throw new Error('KMS returned no data key');
      return Plaintext;
    } catch (cause) {
      if (cause instanceof Error && REFUSALS.has(cause.name))
        throw new SealError(context, 'KMS rejected its data key', { cause });
      throw cause;
    }
  }

  return {
    async seal(secret, context) {
      const { Plaintext, CiphertextBlob } = await client.send(
        new GenerateDataKeyCommand({
          KeyId: keyArn,
          KeySpec: 'AES_256',
          EncryptionContext: encryptionContext(context),
        }),
      );
      if (Plaintext === undefined || CiphertextBlob === undefined)
        throw new Error('KMS returned no data key');
      try {
        return closeEnvelope(Plaintext, headerOf(CiphertextBlob), secret, context);
      } finally {
        Plaintext.fill(0);
      }
    },

    async open(sealed, context) {
      const wrappedKey = wrappedKeyOf(sealed, context);
      const key = await unwrap(wrappedKey, context);
      try {
        return openEnvelope(key, PREFIX_BYTES + wrappedKey.length, sealed, context);
      } finally {
        key.fill(0);
      }
    },
  };
}
