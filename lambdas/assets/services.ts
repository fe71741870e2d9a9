import type { Pool } from 'pg';
import { createAssetStore } from '../../adapters/postgres/assets/asset-store.ts';
import { createAssetFiles } from '../../adapters/s3/asset-files.ts';
import type { AssetServices } from '../../core/assets/asset-store.ts';
import type { addImages } from '../../settings/needs.ts';
import type { Settings } from '../../settings/read-settings.ts';

/** The services that store images. */
export const assetServices = (pool: Pool, settings: Settings<typeof addImages>): AssetServices => ({
  assets: createAssetStore(pool),
  files: createAssetFiles({
    region: settings.AWS_REGION,
    endpoint: settings.AWS_ENDPOINT_URL_S3,
    bucket: settings.ASSETS_BUCKET,
  }),
});
