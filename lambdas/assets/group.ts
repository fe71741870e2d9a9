import { assetOperations } from '../../core/assets/operations.ts';
import { AssetFilesSettings } from '../../settings/functions.ts';
import { defineGroup } from '../http/group-handler.ts';
import { assetServices } from './services.ts';

/** As agents use it; REST goes through `handler.ts`, because its bodies are staged. */
export const assetsGroup = defineGroup({
  name: 'assets',
  operations: assetOperations,
  settings: AssetFilesSettings,
  createServices: (pool, settings) => assetServices(pool, settings),
});
