import { createTurnstileStore } from '../../adapters/postgres/bot-challenge/turnstile-store.ts';
import { createWaitlistStore } from '../../adapters/postgres/waitlists/waitlist-store.ts';
import { turnstileOperations } from '../../core/bot-challenge/operations.ts';
import { challengeSiteKey, ownChallenge, sealTurnstile } from '../../settings/needs.ts';
import { defineGroup } from '../http/group-handler.ts';
import { createSealer } from '../services/sealer.ts';

export const group = defineGroup({
  name: 'turnstile',
  operations: turnstileOperations,
  needs: [sealTurnstile, challengeSiteKey, ownChallenge],
  createServices: (pool, settings) => ({
    waitlists: createWaitlistStore(pool),
    turnstile: createTurnstileStore(pool),
    sealer: createSealer(settings),
    hasSharedKeys: settings.TURNSTILE_SITE_KEY !== undefined,
    allowDummyKeys: settings.ALLOW_DUMMY_CHALLENGE_KEYS,
  }),
});
