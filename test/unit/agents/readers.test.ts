import { expect, it } from '@jest/globals';
import * as z from 'zod';
import { READERS } from '../../../core/agents/tool.ts';
import { componentNames } from '../../../core/kernel/schemas.ts';
import { apiOperations } from '../../../core/registry.ts';

it.each(Object.entries(READERS))('%s is described by %s', (component, reader) => {
  const operation = apiOperations.find(({ name }) => name === reader);
  expect(operation?.effect.readOnly).toBe(true);
  const found = new Set<string | undefined>();
  z.toJSONSchema(operation?.output ?? z.never(), {
    unrepresentable: 'any',
    override: ({ zodSchema }) => void found.add(componentNames.get(zodSchema)?.id),
  });
  expect([...found].filter(id => id?.startsWith(component))).not.toEqual([]);
});
