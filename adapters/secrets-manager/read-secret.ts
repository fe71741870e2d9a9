import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';

/**
 * Reads secrets of one region from AWS Secrets Manager, without caching.
 * @throws if the secret does not exist, has no text, or may not be read
 */
export function createSecretReader(region: string): (arn: string) => Promise<string> {
  const client = new SecretsManagerClient({ region });
  return async arn => {
    const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId: arn }));
    if (SecretString === undefined) throw new Error('The secret contains no text');
    return SecretString;
  };
}
