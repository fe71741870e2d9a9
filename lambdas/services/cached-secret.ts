import { createSecretReader } from '../../adapters/secrets-manager/read-secret.ts';

/** A secret that is read on first use, and again after `forget` or a failed read. */
export interface CachedSecret {
  read(): Promise<string>;
  /** Call when the secret was refused: it may have been rotated. */
  forget(): void;
}

/** A secret in the environment (local run), or in Secrets Manager. */
interface SecretPlace {
  readonly value: string | undefined;
  readonly arn: string | undefined;
  readonly region: string;
}

/** Null if neither is set. */
export function createCachedSecret({ value, arn, region }: SecretPlace): CachedSecret | null {
  if (value === undefined && arn === undefined) return null;
  const readAnew = arn === undefined ? async () => value ?? '' : () => createSecretReader(region)(arn);
  let secret: Promise<string> | undefined;
  const forget = () => {
    secret = undefined;
  };
  return {
    read() {
      secret ??= readAnew()
        .then(text => text.trim())
        .catch((error: unknown) => {
          forget();
          throw error;
        });
      return secret;
    },
    forget,
  };
}
