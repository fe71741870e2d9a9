import * as z from 'zod';
import { definePublicOperation, EFFECT, type OperationContext } from '../kernel/operation.ts';
import type { AccountServices } from './services.ts';

export const getOpenapi = definePublicOperation({
  name: 'get_openapi',
  group: 'account',
  title: 'OpenAPI description',
  summary: 'This API as OpenAPI 3.1',
  description: 'Generated from the definitions that validate requests. Needs no key.',
  method: 'GET',
  path: '/api/v1/openapi.json',
  effect: EFFECT.read,
  hasETag: true,
  exampleAnswer: { openapi: '3.1.0' },
  // On custom domains, which only show a page.
  errors: ['not_found'],
  input: () => z.object({}),
  output: () => z.looseObject({ openapi: z.string() }),
  async run({ site, services }: OperationContext<AccountServices>) {
    return services.description.describeApi(site);
  },
});
