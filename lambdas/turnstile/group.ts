import { createTurnstileStore } from '../../adapters/postgres/turnstile-store.ts';
import { turnstileOperations } from '../../core/turnstile/operations.ts';
import { defineGroup } from '../group-handler.ts';
import { createSealer } from '../sealer.ts';
import { SealSettings, SharedSiteKeySettings } from '../settings.ts';

export const turnstileGroup = defineGroup({
  name: 'turnstile',
  operations: turnstileOperations,
  settings: { ...SealSettings, ...SharedSiteKeySettings },
  createServices: (pool, settings) => ({
    turnstile: createTurnstileStore(pool),
    sealer: createSealer(settings),
    hasSharedKeys: settings.TURNSTILE_SITE_KEY !== undefined,
  }),
});
