import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { listen } from '../../local/http/listen.ts';

interface KmsRequest {
  readonly KeyId?: string;
  readonly KeySpec?: string;
  readonly CiphertextBlob?: string;
  readonly EncryptionContext?: Readonly<Record<string, string>>;
}

interface Call extends KmsRequest {
  readonly action: string;
}

/** A stand-in for AWS KMS that supports GenerateDataKey and Decrypt with symmetric keys. */
export interface FakeKms {
  readonly endpoint: string;
  /** Creates a key. @returns its ARN */
  createKey(): string;
  disableKey(arn: string): void;
  /** The requests received, in order. */
  readonly calls: readonly Call[];
  /** Statuses for the next responses, whatever the request; after them it responds normally. */
  fail(...statuses: number[]): void;
  stop(): Promise<void>;
}

class KmsException extends Error {
  readonly type: string;

  constructor(type: string, message = type) {
    super(message);
    this.type = type;
  }
}

/** KMS accepts the pairs of an encryption context in any order, and compares all of them. */
const associated = (context: Readonly<Record<string, string>> = {}): Buffer =>
  Buffer.from(JSON.stringify(Object.entries(context).sort()));

interface KeyState {
  readonly id: Buffer;
  readonly material: Buffer;
  enabled: boolean;
}

function wrap({ id, material }: KeyState, dataKey: Buffer, context: KmsRequest['EncryptionContext']): Buffer {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', material, nonce).setAAD(associated(context));
  const body = Buffer.concat([cipher.update(dataKey), cipher.final()]);
  return Buffer.concat([id, nonce, cipher.getAuthTag(), body]);
}

function unwrap({ material }: KeyState, blob: Buffer, context: KmsRequest['EncryptionContext']): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', material, blob.subarray(16, 28), { authTagLength: 16 });
  decipher.setAAD(associated(context)).setAuthTag(blob.subarray(28, 44));
  try {
    return Buffer.concat([decipher.update(blob.subarray(44)), decipher.final()]);
  } catch {
    throw new KmsException('InvalidCiphertextException');
  }
}

/** Starts one. Like KMS, it rejects a different context, key or blob, and unknown or disabled keys. */
export async function startFakeKms(): Promise<FakeKms> {
  const keys = new Map<string, KeyState>();
  const calls: Call[] = [];
  const failures: number[] = [];

  function usable(arn: string | undefined): KeyState {
    const key = keys.get(arn ?? '');
    if (!key) throw new KmsException('NotFoundException', `Key '${arn}' does not exist`);
    if (!key.enabled) throw new KmsException('DisabledException', `${arn} is disabled.`);
    return key;
  }

  function answer({ action, ...request }: Call): object {
    if (action === 'GenerateDataKey') {
      if (request.KeySpec !== 'AES_256') throw new KmsException('ValidationException', 'KeySpec');
      const dataKey = randomBytes(32);
      const blob = wrap(usable(request.KeyId), dataKey, request.EncryptionContext);
      return {
        CiphertextBlob: blob.toString('base64'),
        Plaintext: dataKey.toString('base64'),
        KeyId: request.KeyId,
      };
    }
    if (action !== 'Decrypt') throw new KmsException('UnknownOperationException');
    const blob = Buffer.from(request.CiphertextBlob ?? '', 'base64');
    const [arn] = [...keys].find(([, { id }]) => id.equals(blob.subarray(0, 16))) ?? [];
    if (arn === undefined) throw new KmsException('InvalidCiphertextException');
    const key = usable(request.KeyId ?? arn);
    if (key !== keys.get(arn)) throw new KmsException('IncorrectKeyException');
    const dataKey = unwrap(key, blob, request.EncryptionContext);
    return { Plaintext: dataKey.toString('base64'), KeyId: arn };
  }

  const server = await listen('127.0.0.1', 0, async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const send = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' }).end(JSON.stringify(body));
    const failure = failures.shift();
    if (failure !== undefined) {
      send(failure, { __type: 'KMSInternalException', message: 'Try again' });
      return;
    }
    const action = String(request.headers['x-amz-target']).replace('TrentService.', '');
    const call: Call = { ...(JSON.parse(Buffer.concat(chunks).toString()) as KmsRequest), action };
    calls.push(call);
    try {
      send(200, answer(call));
    } catch (error) {
      if (!(error instanceof KmsException)) throw error;
      send(400, { __type: error.type, message: error.message });
    }
  });

  return {
    endpoint: `http://127.0.0.1:${server.port}`,
    createKey() {
      const id = randomBytes(16);
      const arn = `arn:aws:kms:us-east-1:123456789012:key/${id.toString('hex')}`;
      keys.set(arn, { id, material: randomBytes(32), enabled: true });
      return arn;
    },
    disableKey(arn) {
      usable(arn).enabled = false;
    },
    calls,
    fail: (...statuses) => failures.push(...statuses),
    stop: () => server.stop({ force: true }),
  };
}
