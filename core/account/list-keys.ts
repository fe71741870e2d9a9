import * as z from 'zod';
import { type CallerContext, definePeopleOperation, EFFECT } from '../kernel/operation.ts';
import { Key, toKey } from './key.ts';
import type { PeopleAccountServices } from './services.ts';

export const listKeys = definePeopleOperation({
  name: 'list_keys',
  group: 'dashboard',
  title: 'List API keys',
  summary: 'List the active API keys of the account, newest first',
  description: 'lastUsedAt is accurate to the minute.',
  method: 'GET',
  path: '/api/v1/dashboard/keys',
  effect: EFFECT.read,
  input: () => z.object({}),
  output: () => z.object({ keys: z.array(Key()) }),
  async run({ caller, services }: CallerContext<PeopleAccountServices>) {
    return { keys: (await services.apiKeys.list(caller.account.id)).map(toKey) };
  },
});
