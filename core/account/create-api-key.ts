import * as z from 'zod';
import { ApiError } from '../kernel/errors.ts';
import { ScopeName, text } from '../kernel/schemas.ts';
import { parseInput } from '../kernel/validation.ts';
import { apiKeyPrefix, generateApiKey, hashApiKey } from './api-key.ts';
import type { ApiKeyRecord, ApiKeyStore } from './api-key-store.ts';
import { KEYS_MAX } from './limits.ts';

export const CreateApiKeyInput = () =>
  z.object({
    name: text({ min: 1, max: 100 }).default('API key'),
    scopes: z
      .array(ScopeName)
      .min(1)
      .transform(scopes => [...new Set(scopes)]),
  });

/**
 * @returns the record and the key itself, which is never available again
 * @throws {ApiError} `limit_reached`
 */
export async function createApiKey(
  apiKeys: ApiKeyStore,
  accountId: string,
  input: z.input<ReturnType<typeof CreateApiKeyInput>>,
): Promise<ApiKeyRecord & { readonly key: string }> {
  const { name, scopes } = parseInput(CreateApiKeyInput(), input);
  const key = generateApiKey();
  const record = await apiKeys.insert(
    accountId,
    { name, scopes, prefix: apiKeyPrefix(key), secretHash: hashApiKey(key) },
    KEYS_MAX,
  );
  if (record === 'limit_reached') {
    throw new ApiError('limit_reached', `An account can have ${KEYS_MAX} API keys`, {
      resolution: 'Revoke one first.',
    });
  }
  return { ...record, key };
}
