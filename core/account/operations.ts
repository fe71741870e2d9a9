import type { Operation } from '../kernel/operation.ts';
import { createKey } from './create-key.ts';
import { deleteAccount } from './delete-account.ts';
import { getAccount } from './get-account.ts';
import { getIndex } from './get-index.ts';
import { getOpenapi } from './get-openapi.ts';
import { listKeys } from './list-keys.ts';
import { revokeKey } from './revoke-key.ts';

export const accountOperations = [
  getIndex,
  getOpenapi,
  getAccount,
  listKeys,
  createKey,
  revokeKey,
  deleteAccount,
] as const satisfies readonly Operation[];
