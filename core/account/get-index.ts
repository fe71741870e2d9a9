import * as z from 'zod';
import { API_VERSION, SERVICE_NAME } from '../kernel/identity.ts';
import { definePublicOperation, EFFECT, type OperationContext } from '../kernel/operation.ts';
import { ScopeName } from '../kernel/schemas.ts';
import type { AccountServices } from './services.ts';

export const getIndex = definePublicOperation({
  name: 'get_index',
  group: 'account',
  title: 'API index',
  summary: 'List what this API offers, and where its documentation is',
  description: 'Needs no key.',
  method: 'GET',
  path: '/api/v1',
  effect: EFFECT.read,
  // On custom domains, which only show a page.
  errors: ['not_found'],
  exampleAnswer: {
    name: SERVICE_NAME,
    documentation: 'https://anteroom.example/docs',
    support: 'help@anteroom.example',
    openapi: 'https://anteroom.example/api/v1/openapi.json',
  },
  input: () => z.object({}),
  output: () =>
    z.object({
      name: z.string(),
      version: z.string(),
      documentation: z.url(),
      support: z.email().nullable().meta({ description: 'Where to get help' }),
      openapi: z.url(),
      mcp: z.object({ url: z.url(), transport: z.literal('streamable-http'), authorization: z.url() }),
      endpoints: z.array(
        z.object({ method: z.string(), path: z.string(), scope: ScopeName.nullable(), summary: z.string() }),
      ),
    }),
  async run({ site, services }: OperationContext<AccountServices>) {
    return {
      name: SERVICE_NAME,
      version: API_VERSION,
      documentation: `${site.baseUrl}/docs`,
      support: services.supportEmail,
      openapi: `${site.baseUrl}/api/v1/openapi.json`,
      mcp: {
        url: `${site.baseUrl}/api/mcp/mcp`,
        transport: 'streamable-http' as const,
        authorization: `${site.baseUrl}/.well-known/oauth-authorization-server`,
      },
      endpoints: services.description.listEndpoints(),
    };
  },
});
