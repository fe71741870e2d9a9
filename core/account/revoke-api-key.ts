import { notFound } from '../kernel/errors.ts';
import { isUuid } from '../kernel/schemas.ts';
import type { AccountStore, ApiKeyRecord } from './account-store.ts';

/** Revokes a key: it gets 401 from now on. */
export async function revokeApiKey(accounts: AccountStore, id: string): Promise<ApiKeyRecord> {
  const key = isUuid(id) ? await accounts.revokeKey(id) : null;
  if (!key) throw notFound('API key');
  return key;
}
