import { uploadAsset } from './upload-asset.ts';

export const assetOperations = [uploadAsset] as const;
