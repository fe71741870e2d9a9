import * as z from 'zod';
import { type CallerContext, defineOperation, EFFECT } from '../kernel/operation.ts';
import { WaitlistId } from '../waitlists/waitlist-id.ts';
import { toWaitlistRef } from '../waitlists/waitlist-ref.ts';
import { TurnstileStatus } from './schemas.ts';
import { toTurnstileStatus } from './turnstile.ts';
import type { TurnstileServices } from './turnstile-store.ts';

export const getTurnstile = defineOperation({
  name: 'get_turnstile',
  group: 'turnstile',
  title: 'Get bot-challenge status',
  summary: 'Read whose bot-challenge keys a waitlist uses',
  description:
    'Whether the waitlist has Turnstile keys of its own, and whose keys hold on its page. The keys themselves are not shown.',
  method: 'GET',
  path: '/api/v1/waitlists/{id}/turnstile',
  scope: 'waitlists:read',
  effect: EFFECT.read,
  status: 200,
  input: () => z.object({ id: WaitlistId }),
  output: TurnstileStatus,
  async run({ caller, services }: CallerContext<TurnstileServices>, { id }) {
    const ref = toWaitlistRef(id);
    const record = ref && (await services.turnstile.find(caller.account.id, ref));
    return toTurnstileStatus(record, services);
  },
});
