import * as z from 'zod';
import { EFFECT } from '../kernel/operation.ts';
import { defineWaitlistOperation, type WaitlistContext } from '../waitlists/waitlist-operation.ts';
import { WaitlistId } from '../waitlists/waitlist-ref.ts';
import { TurnstileStatus } from './schemas.ts';
import { toTurnstileStatus } from './turnstile.ts';
import type { TurnstileServices } from './turnstile-store.ts';

export const clearTurnstile = defineWaitlistOperation({
  name: 'clear_turnstile',
  group: 'turnstile',
  title: 'Clear bot-challenge keys',
  summary: "Remove a waitlist's bot-challenge keys and go back to the shared ones",
  description:
    "Removes both Turnstile keys of the waitlist. Its page uses the service's shared keys again. Works on every plan.",
  method: 'DELETE',
  path: '/api/v1/waitlists/{id}/turnstile',
  scope: 'domains:write',
  effect: EFFECT.destroy,
  exampleAnswer: { hasCustomSiteKey: false, hasCustomSecretKey: false },
  input: () => z.object({ id: WaitlistId }),
  output: TurnstileStatus,
  async run({ caller, waitlist, services }: WaitlistContext<TurnstileServices>) {
    const cleared = { siteKey: null, secret: null };
    return toTurnstileStatus(
      await services.turnstile.change(caller.account.id, waitlist.id, cleared),
      services,
    );
  },
});
