import * as z from 'zod';
import { EFFECT } from '../kernel/operation.ts';
import { defineWaitlistOperation, type WaitlistContext } from '../waitlists/waitlist-operation.ts';
import { WaitlistId } from '../waitlists/waitlist-ref.ts';
import { TurnstileStatus } from './schemas.ts';
import { toTurnstileStatus } from './turnstile.ts';
import type { TurnstileServices } from './turnstile-store.ts';

export const getTurnstile = defineWaitlistOperation({
  name: 'get_turnstile',
  group: 'turnstile',
  title: 'Get bot-challenge status',
  summary: 'Read which bot-challenge keys a waitlist uses',
  description:
    'Whether the waitlist has its own Turnstile keys, and which keys its page uses. The keys themselves are never returned.',
  method: 'GET',
  path: '/api/v1/waitlists/{id}/turnstile',
  scope: 'waitlists:read',
  effect: EFFECT.read,
  exampleAnswer: { hasCustomSiteKey: false, hasCustomSecretKey: false },
  input: () => z.object({ id: WaitlistId }),
  output: TurnstileStatus,
  async run({ caller, waitlist, services }: WaitlistContext<TurnstileServices>) {
    return toTurnstileStatus(await services.turnstile.find(caller.account.id, waitlist.id), services);
  },
});
