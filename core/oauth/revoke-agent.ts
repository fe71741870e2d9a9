import * as z from 'zod';
import { notFound } from '../kernel/errors.ts';
import { type CallerContext, definePeopleOperation, EFFECT } from '../kernel/operation.ts';
import { isUuid } from '../kernel/schemas.ts';
import type { AgentServices } from './agent-store.ts';

export const revokeAgent = definePeopleOperation({
  name: 'revoke_agent',
  group: 'dashboard',
  title: 'Revoke an agent',
  summary: 'Revoke an app’s access; its tokens stop working immediately',
  description: 'The app may ask for access again.',
  method: 'DELETE',
  path: '/api/v1/dashboard/agents/{id}',
  effect: EFFECT.destroy,
  input: () => z.object({ id: z.string() }),
  output: () => z.object({ deleted: z.literal(true) }),
  async run({ caller, services }: CallerContext<AgentServices>, { id }) {
    const removed = isUuid(id) && (await services.agents.remove(caller.account.id, id));
    if (!removed) throw notFound('agent');
    return { deleted: true as const };
  },
});
