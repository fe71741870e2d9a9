import * as z from 'zod';
import { notFound } from '../kernel/errors.ts';
import { type CallerContext, defineOperation, EFFECT } from '../kernel/operation.ts';
import { WaitlistId } from '../waitlists/waitlist-id.ts';
import { toWaitlistRef } from '../waitlists/waitlist-ref.ts';
import { toDomain } from './domain.ts';
import { type DomainServices, FIRST_LOOK_SECONDS } from './domain-store.ts';
import { Domain } from './schemas.ts';

export const disconnectDomain = defineOperation({
  name: 'disconnect_domain',
  group: 'domains',
  title: 'Disconnect the custom domain',
  summary: 'Disconnect the domain of a waitlist',
  description:
    'Disconnects the custom domain, if there is one; the page stays at /w/{slug}. The domain no longer shows the page at once, and for 7 days only this account can connect it again. Remove its CNAME record when you no longer need it.',
  method: 'DELETE',
  path: '/api/v1/waitlists/{id}/domain',
  scope: 'domains:write',
  effect: { ...EFFECT.destroy, openWorld: true },
  status: 200,
  input: () => z.object({ id: WaitlistId }),
  output: Domain,
  async run({ caller, services }: CallerContext<DomainServices>, { id }) {
    const ref = toWaitlistRef(id);
    const holder = ref && (await services.domains.findHolder(caller.account.id, ref));
    if (!holder) throw notFound('waitlist');
    if (holder.domain) {
      await services.domains.release(holder.waitlistId);
      await services.wakeAfter(FIRST_LOOK_SECONDS);
    }
    return toDomain(null, services.fallbackOrigin);
  },
});
