import { createWaitlistStore } from '../../adapters/postgres/waitlist-store.ts';
import { waitlistOperations } from '../../core/waitlists/operations.ts';
import { createGroupHandler } from '../group-handler.ts';
import type { HttpHandler } from '../http-handler.ts';
import type { Environment } from '../settings.ts';

export const createHandler = (environment: Environment): HttpHandler =>
  createGroupHandler('waitlists', environment, waitlistOperations, pool => ({
    waitlists: createWaitlistStore(pool),
  }));
