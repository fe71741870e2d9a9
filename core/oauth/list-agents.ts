import * as z from 'zod';
import { takeFitting } from '../kernel/answer-size.ts';
import { type CallerContext, definePeopleOperation, EFFECT } from '../kernel/operation.ts';
import { DateTime, ScopeName, Uuid } from '../kernel/schemas.ts';
import type { AgentServices } from './agent-store.ts';
import { describeRedirect } from './redirect-uri.ts';

/** All of them: what matters is where else the app's responses could go. */
const describeAll = (redirectUris: readonly string[]): string =>
  [...new Set(redirectUris.map(describeRedirect))].join(', ');

export const listAgents = definePeopleOperation({
  name: 'list_agents',
  group: 'dashboard',
  title: 'List agents',
  summary: 'List the apps with access to the account, newest first',
  description: 'One per consent, the newest 200. The name is the one the app chose for itself.',
  method: 'GET',
  path: '/api/v1/dashboard/agents',
  effect: EFFECT.read,
  input: () => z.object({}),
  output: () =>
    z.object({
      agents: z.array(
        z.object({
          id: Uuid,
          name: z.string(),
          redirectHost: z.string().meta({ description: 'Where its responses go, for display' }),
          scopes: z.array(ScopeName),
          createdAt: DateTime,
          lastUsedAt: DateTime.nullable(),
        }),
      ),
    }),
  async run({ caller, services }: CallerContext<AgentServices>) {
    const agents = await services.agents.list(caller.account.id);
    return {
      agents: takeFitting(
        agents.map(({ redirectUris, scopes, createdAt, lastUsedAt, ...agent }) => ({
          ...agent,
          redirectHost: describeAll(redirectUris),
          scopes: [...scopes],
          createdAt: createdAt.toISOString(),
          lastUsedAt: lastUsedAt?.toISOString() ?? null,
        })),
      ),
    };
  },
});
