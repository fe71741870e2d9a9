import { createSecretReader } from '../../adapters/secrets-manager/read-secret.ts';

/** A value that is read on first use, and again after `forget` or a failed read. */
interface Cached<Value> {
  read(): Promise<Value>;
  /** Call when a secret was refused: it may have been rotated. */
  forget(): void;
}

export function readOnce<Value>(readAnew: () => Promise<Value>): Cached<Value> {
  let value: Promise<Value> | undefined;
  const forget = () => {
    value = undefined;
  };
  return {
    read() {
      value ??= readAnew().catch((error: unknown) => {
        forget();
        throw error;
      });
      return value;
    },
    forget,
  };
}

/** A secret in the environment (local run), or in Secrets Manager. */
interface SecretPlace {
  readonly value: string | undefined;
  readonly arn: string | undefined;
  readonly region: string;
}

/** Null if neither is set. */
export function createCachedSecret({ value, arn, region }: SecretPlace): Cached<string> | null {
  if (value === undefined && arn === undefined) return null;
  const readAnew = arn === undefined ? async () => value ?? '' : () => createSecretReader(region)(arn);
  return readOnce(async () => (await readAnew()).trim());
}
