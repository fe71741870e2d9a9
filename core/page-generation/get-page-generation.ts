import * as z from 'zod';
import { type CallerContext, definePeopleOperation, EFFECT } from '../kernel/operation.ts';
import type { PageGenerationServices } from './generate-page.ts';

export const getPageGeneration = definePeopleOperation({
  name: 'get_page_generation',
  group: 'dashboard',
  title: 'Get page generation',
  summary: 'Whether pages can be generated',
  description: 'Whether a model is configured. Without one, have an agent write the page.',
  method: 'GET',
  path: '/api/v1/dashboard/page-generations',
  effect: EFFECT.read,
  input: () => z.object({}),
  output: () => z.object({ available: z.boolean() }),
  run: async ({ services }: CallerContext<PageGenerationServices>) => ({
    available: services.writer !== null,
  }),
});
