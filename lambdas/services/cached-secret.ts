import { createSecretReader } from '../../adapters/secrets-manager/read-secret.ts';

/** A secret that is read when it is first needed; again after it was forgotten, and by the next request after a fault. */
export interface CachedSecret {
  read(): Promise<string>;
  /** It was refused: whoever changed it put the new one where this one was. */
  forget(): void;
}

/** Where a secret is: in the environment (the local run), or in Secrets Manager. */
interface SecretPlace {
  readonly value: string | undefined;
  readonly arn: string | undefined;
  readonly region: string;
}

/** The secret of a setting; null where neither is set. */
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
