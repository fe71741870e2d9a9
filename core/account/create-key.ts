import * as z from 'zod';
import { type CallerContext, definePeopleOperation, EFFECT } from '../kernel/operation.ts';
import { CreateApiKeyInput, createApiKey } from './create-api-key.ts';
import { Key, toKey } from './key.ts';
import { KEYS_MAX } from './limits.ts';
import type { PeopleAccountServices } from './services.ts';

export const createKey = definePeopleOperation({
  name: 'create_key',
  group: 'dashboard',
  title: 'Create an API key',
  summary: 'Create an API key with chosen scopes',
  description: `Returns the key itself, which is never shown again. An account can have up to ${KEYS_MAX} keys.`,
  method: 'POST',
  path: '/api/v1/dashboard/keys',
  effect: EFFECT.create,
  status: 201,
  errors: ['limit_reached'],
  input: CreateApiKeyInput,
  output: () => Key().extend({ key: z.string() }),
  async run({ caller, services }: CallerContext<PeopleAccountServices>, input) {
    const created = await createApiKey(services.apiKeys, caller.account.id, input);
    return { ...toKey(created), key: created.key };
  },
});
