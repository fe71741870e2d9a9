import type { Operation } from '../kernel/operation.ts';
import type { AssetServices } from './asset-store.ts';
import { uploadAsset } from './upload-asset.ts';

export const assetOperations = [uploadAsset] as const satisfies readonly Operation<AssetServices>[];
