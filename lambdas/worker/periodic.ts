import type pg from 'pg';
import { createIdempotencyStore } from '../../adapters/postgres/idempotency/idempotency-store.ts';
import { createRateWindowStore } from '../../adapters/postgres/kernel/rate-window-store.ts';
import { createOAuthStore } from '../../adapters/postgres/oauth/oauth-store.ts';
import { createReferralStore } from '../../adapters/postgres/referrals/referral-store.ts';
import { createSessionStore } from '../../adapters/postgres/sessions/session-store.ts';
import type { WorkerServices } from './services.ts';

/** The work of each scheduled run besides the outbox. The log uses these names. */
export const periodicWork = (services: WorkerServices, pool: pg.Pool) => ({
  // For the alarm, which needs the share also while nothing is sent.
  'sending quota': () => services.pace.refresh(),
  'email budget': services.budget.sweep,
  'idempotency keys': createIdempotencyStore(pool).sweep,
  invitations: services.invitations.sweep,
  oauth: createOAuthStore(pool).sweep,
  'pending signups': services.pending.sweep,
  'place links': services.placeLinks.sweep,
  'rate windows': createRateWindowStore(pool).sweep,
  referrals: createReferralStore(pool).sweep,
  sessions: createSessionStore(pool).sweep,
  suppressions: services.suppressions.sweep,
  webhooks: services.webhookWork.sweep,
});
