import * as z from 'zod';
import { ValidationError } from '../kernel/errors.ts';
import { type CallerContext, definePeopleOperation, EFFECT } from '../kernel/operation.ts';
import { CreateApiKeyInput, createApiKey } from './create-api-key.ts';
import { Key, toKey } from './key.ts';
import type { PeopleAccountServices } from './services.ts';

/** A generous limit. Two parallel requests may exceed it by one. */
const KEYS_MAX = 100;

export const createKey = definePeopleOperation({
  name: 'create_key',
  group: 'dashboard',
  title: 'Create an API key',
  summary: 'Create an API key with chosen scopes',
  description: 'Returns the key itself, which is never shown again. An account can have up to 100 keys.',
  method: 'POST',
  path: '/api/v1/dashboard/keys',
  effect: EFFECT.create,
  status: 201,
  input: CreateApiKeyInput,
  output: () => Key().extend({ key: z.string() }),
  async run({ caller, services }: CallerContext<PeopleAccountServices>, input) {
    const { accounts } = services;
    if ((await accounts.countKeys(caller.account.id)) >= KEYS_MAX) {
      throw ValidationError.at(
        'name',
        `cannot be added: the account already has ${KEYS_MAX} keys. Revoke one first`,
      );
    }
    const created = await createApiKey(accounts, caller.account.id, input);
    return { ...toKey(created), key: created.key };
  },
});
