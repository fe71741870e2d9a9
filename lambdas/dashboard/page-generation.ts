import type { Pool } from 'pg';
import { createBedrockWriter } from '../../adapters/bedrock/page-writer.ts';
import { createGenerationStore } from '../../adapters/postgres/generation-store.ts';
import type { PageGenerationServices } from '../../core/page-generation/generate-page.ts';
import type { pageWriter } from '../../settings/needs.ts';
import type { Settings } from '../../settings/read-settings.ts';

/** What generating pages needs. Without a model, generation is off. */
export const createGenerationServices = (
  pool: Pool,
  settings: Settings<typeof pageWriter>,
): Omit<PageGenerationServices, 'waitlists'> => ({
  generations: createGenerationStore(pool),
  writer: settings.BEDROCK_MODEL_ID
    ? createBedrockWriter({
        region: settings.AWS_REGION,
        modelId: settings.BEDROCK_MODEL_ID,
        endpoint: settings.AWS_ENDPOINT_URL_BEDROCK_RUNTIME,
      })
    : null,
});
