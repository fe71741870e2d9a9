import { assetOperations } from '../../core/assets/operations.ts';
import { addImages } from '../../settings/needs.ts';
import { defineGroup } from '../http/group-handler.ts';
import { assetServices } from './services.ts';

/** For agents. REST uses `handler.ts`, because its bodies are staged. */
export const group = defineGroup({
  name: 'assets',
  operations: assetOperations,
  needs: [addImages],
  createServices: (pool, settings) => assetServices(pool, settings),
});
