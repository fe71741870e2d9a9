import type { Pool } from 'pg';
import { createIdempotencyStore } from '../../adapters/postgres/idempotency/idempotency-store.ts';
import type { Idempotency } from '../../core/idempotency/idempotency-store.ts';
import type { digestKey } from '../../settings/needs.ts';
import type { Settings } from '../../settings/read-settings.ts';
import { createDigestKey } from './digest-key.ts';

/** The settings that answering requests once needs. */
export const createIdempotency = (pool: Pool, settings: Settings<typeof digestKey>): Idempotency => ({
  store: createIdempotencyStore(pool),
  secret: createDigestKey(settings),
});
