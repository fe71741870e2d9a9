import type { Operation } from '../kernel/operation.ts';
import { getAccount } from './get-account.ts';
import { getIndex } from './get-index.ts';
import { getOpenapi } from './get-openapi.ts';
import type { AccountServices } from './services.ts';

export const accountOperations: readonly Operation<AccountServices>[] = [getIndex, getOpenapi, getAccount];
