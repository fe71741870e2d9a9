import * as z from 'zod';
import { notFound } from '../kernel/errors.ts';
import { type CallerContext, definePeopleOperation, EFFECT } from '../kernel/operation.ts';
import { isUuid } from '../kernel/schemas.ts';
import type { PeopleAccountServices } from './services.ts';

export const revokeKey = definePeopleOperation({
  name: 'revoke_key',
  group: 'dashboard',
  title: 'Revoke an API key',
  summary: 'Revoke an API key',
  description: 'The key stops working immediately (401). This cannot be undone.',
  method: 'DELETE',
  path: '/api/v1/dashboard/keys/{id}',
  effect: EFFECT.destroy,
  input: () => z.object({ id: z.string() }),
  output: () => z.object({ deleted: z.literal(true) }),
  async run({ caller, services }: CallerContext<PeopleAccountServices>, { id }) {
    const revoked = isUuid(id) && (await services.apiKeys.revokeOf(caller.account.id, id));
    if (!revoked) throw notFound('API key');
    return { deleted: true as const };
  },
});
