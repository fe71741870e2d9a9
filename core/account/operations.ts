import { createKey } from './create-key.ts';
import { deleteAccount } from './delete-account.ts';
import { getAccount } from './get-account.ts';
import { getIndex } from './get-index.ts';
import { getOpenapi } from './get-openapi.ts';
import { listKeys } from './list-keys.ts';
import { revokeKey } from './revoke-key.ts';
import { updateAccount } from './update-account.ts';

export const accountOperations = [
  getIndex,
  getOpenapi,
  getAccount,
  listKeys,
  createKey,
  revokeKey,
  updateAccount,
  deleteAccount,
] as const;
