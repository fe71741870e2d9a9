import * as z from 'zod';
import { type CallerContext, defineOperation, EFFECT } from '../kernel/operation.ts';
import { WaitlistId } from '../waitlists/waitlist-id.ts';
import { toWaitlistRef } from '../waitlists/waitlist-ref.ts';
import { TurnstileStatus } from './schemas.ts';
import { toTurnstileStatus } from './turnstile.ts';
import type { TurnstileServices } from './turnstile-store.ts';

export const clearTurnstile = defineOperation({
  name: 'clear_turnstile',
  group: 'turnstile',
  title: 'Clear bot-challenge keys',
  summary: 'Remove the own bot-challenge keys of a waitlist; the shared ones hold again',
  description:
    'Removes both Turnstile keys of the waitlist. Its page uses the shared keys of the service again. Needs no plan.',
  method: 'DELETE',
  path: '/api/v1/waitlists/{id}/turnstile',
  scope: 'domains:write',
  effect: EFFECT.destroy,
  status: 200,
  input: () => z.object({ id: WaitlistId }),
  output: TurnstileStatus,
  async run({ caller, services }: CallerContext<TurnstileServices>, { id }) {
    const ref = toWaitlistRef(id);
    const record =
      ref && (await services.turnstile.change(caller.account.id, ref, { siteKey: null, secret: null }));
    return toTurnstileStatus(record, services);
  },
});
