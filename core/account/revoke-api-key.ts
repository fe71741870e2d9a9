import { notFound } from '../kernel/errors.ts';
import { isUuid } from '../kernel/schemas.ts';
import type { AccountStore, ApiKeyRecord } from './account-store.ts';

/** Ends a key: from now on it is answered with 401. */
export async function revokeApiKey(accounts: AccountStore, id: string): Promise<ApiKeyRecord> {
  const key = isUuid(id) ? await accounts.revokeKey(id) : null;
  if (!key) throw notFound('API key');
  return key;
}
