import { createAssetStore } from '../../adapters/postgres/assets/asset-store.ts';
import { createWaitlistStore } from '../../adapters/postgres/waitlists/waitlist-store.ts';
import { waitlistOperations } from '../../core/waitlists/operations.ts';
import { defineGroup } from '../http/group-handler.ts';

export const group = defineGroup({
  name: 'waitlists',
  operations: waitlistOperations,
  needs: [],
  createServices: pool => ({ waitlists: createWaitlistStore(pool), assets: createAssetStore(pool) }),
});
