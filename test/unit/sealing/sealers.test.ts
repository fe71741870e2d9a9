import { createSecretKey, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createKmsSealer } from '../../../adapters/kms/sealer.ts';
import { createKeySealer } from '../../../core/sealing/key-sealer.ts';
import { type SealContext, SealError, type Sealer } from '../../../core/sealing/sealer.ts';
import { type FakeKms, startFakeKms } from '../../support/fake-kms.ts';

const context: SealContext = { waitlistId: '6f1c0a52-0001-4000-8000-000000000001', purpose: 'turnstile' };
const SECRET = '0x4AAAAAAA-the-secret-of-a-customer';

let kms: FakeKms;
beforeAll(async () => {
  kms = await startFakeKms();
});
afterAll(() => kms.stop());

const kmsSealer = (keyArn = kms.createKey()): Sealer =>
  createKmsSealer({ region: 'us-east-1', endpoint: kms.endpoint, keyArn });
const keySealer = (): Sealer => createKeySealer(createSecretKey(randomBytes(32)));

describe.each([
  ['with KMS', kmsSealer],
  ['with a local key', keySealer],
])('a sealer %s', (_name, create: () => Sealer) => {
  let sealer: Sealer;
  let sealed: Buffer;
  beforeAll(async () => {
    sealer = create();
    sealed = await sealer.seal(SECRET, context);
  });

  it('opens what it sealed', async () => {
    expect(await sealer.open(sealed, context)).toBe(SECRET);
    expect(await sealer.open(await sealer.seal('', context), context)).toBe('');
  });

  it('opens any text', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'grapheme' }), async text => {
        expect(await sealer.open(await sealer.seal(text, context), context)).toBe(text);
      }),
      { numRuns: 25 },
    );
  });

  it('seals the same secret differently each time, and reveals nothing about it', async () => {
    const again = await sealer.seal(SECRET, context);
    expect(again).not.toEqual(sealed);
    expect(sealed.includes(SECRET.slice(0, 8))).toBe(false);
    expect(sealed.includes(Buffer.from(SECRET).toString('base64').slice(0, 8))).toBe(false);
  });

  it('refuses to open a secret for another waitlist or purpose', async () => {
    const other = { ...context, waitlistId: '6f1c0a52-0001-4000-8000-000000000002' };
    await expect(sealer.open(sealed, other)).rejects.toThrow(SealError);
    await expect(sealer.open(sealed, { ...context, purpose: 'database' })).rejects.toThrow(SealError);
  });

  it('refuses a change of any byte', async () => {
    for (let index = 0; index < sealed.length; index += 1) {
      const changed = Buffer.from(sealed);
      changed.writeUInt8(changed.readUInt8(index) ^ 1, index);
      await expect(sealer.open(changed, context)).rejects.toThrow(SealError);
    }
  });

  it('refuses truncated or extended ciphertext', async () => {
    for (let length = 0; length < sealed.length; length += 1) {
      await expect(sealer.open(sealed.subarray(0, length), context)).rejects.toThrow(SealError);
    }
    await expect(sealer.open(Buffer.concat([sealed, Buffer.of(0)]), context)).rejects.toThrow(SealError);
  });

  it('refuses secrets sealed with another key', async () => {
    await expect(create().open(sealed, context)).rejects.toThrow(SealError);
  });

  it('names the secret that does not open, without its content', async () => {
    const changed = Buffer.from(sealed);
    changed.writeUInt8(changed.readUInt8(changed.length - 1) ^ 1, changed.length - 1);
    const error = (await sealer.open(changed, context).catch((thrown: unknown) => thrown)) as SealError;
    expect(error.message).toMatch(/^Cannot open the sealed turnstile secret of waitlist 6f1c0a52-\S+: /);
    expect(`${error.stack} ${error.cause}`).not.toContain(SECRET.slice(0, 8));
  });
});

describe('sealers', () => {
  it('do not open what the other kind sealed, and report it', async () => {
    const [ofKms, ofKey] = [kmsSealer(), keySealer()];
    await expect(ofKms.open(await ofKey.seal(SECRET, context), context)).rejects.toThrow('with a key of KMS');
    await expect(ofKey.open(await ofKms.seal(SECRET, context), context)).rejects.toThrow(
      'with a key of this machine',
    );
  });
});

describe('the KMS sealer', () => {
  it('tells KMS the waitlist and the purpose, when it seals and when it opens', async () => {
    const keyArn = kms.createKey();
    const sealer = kmsSealer(keyArn);
    const before = kms.calls.length;
    await sealer.open(await sealer.seal(SECRET, context), context);
    expect(kms.calls.slice(before)).toEqual([
      { action: 'GenerateDataKey', KeyId: keyArn, KeySpec: 'AES_256', EncryptionContext: { ...context } },
      {
        action: 'Decrypt',
        KeyId: keyArn,
        CiphertextBlob: expect.any(String),
        EncryptionContext: { ...context },
      },
    ]);
  });

  it('never sends the secret, and never uses a data key twice', async () => {
    const sealer = kmsSealer();
    const before = kms.calls.length;
    await sealer.seal(SECRET, context);
    await sealer.seal(SECRET, context);
    const calls = kms.calls.slice(before);
    expect(calls).toHaveLength(2);
    expect(JSON.stringify(calls)).not.toContain(SECRET.slice(0, 8));
  });

  it('distinguishes a refusal from a key that is temporarily unusable', async () => {
    const keyArn = kms.createKey();
    const sealed = await kmsSealer(keyArn).seal(SECRET, context);
    kms.disableKey(keyArn);
    const error: unknown = await kmsSealer(keyArn)
      .open(sealed, context)
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: 'DisabledException' });
    expect(error).not.toBeInstanceOf(SealError);
  });

  it('retries when KMS fails briefly', async () => {
    const sealer = kmsSealer();
    const sealed = await sealer.seal(SECRET, context);
    kms.fail(500);
    expect(await sealer.open(sealed, context)).toBe(SECRET);
  });
});
