import type { Pool } from 'pg';
import { createAssetStore } from '../../adapters/postgres/asset-store.ts';
import { createAssetFiles } from '../../adapters/s3/asset-files.ts';
import type { AssetServices } from '../../core/assets/asset-store.ts';

interface ServiceSettings {
  readonly AWS_REGION: string;
  readonly AWS_ENDPOINT_URL_S3?: string | undefined;
  readonly ASSETS_BUCKET: string;
}

/** What stores images, for whichever function takes them. */
export const assetServices = (pool: Pool, settings: ServiceSettings): AssetServices => ({
  assets: createAssetStore(pool),
  files: createAssetFiles({
    region: settings.AWS_REGION,
    endpoint: settings.AWS_ENDPOINT_URL_S3,
    bucket: settings.ASSETS_BUCKET,
  }),
});
