import { notFound } from '../kernel/errors.ts';
import { isUuid } from '../kernel/schemas.ts';
import type { ApiKeyRecord, ApiKeyStore } from './api-key-store.ts';

/** Revokes a key: it gets 401 from now on. */
export async function revokeApiKey(apiKeys: ApiKeyStore, id: string): Promise<ApiKeyRecord> {
  const key = isUuid(id) ? await apiKeys.revoke(id) : null;
  if (!key) throw notFound('API key');
  return key;
}
