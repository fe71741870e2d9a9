import * as z from 'zod';
import { EFFECT } from '../kernel/operation.ts';
import { defineWaitlistOperation, type WaitlistContext } from '../waitlists/waitlist-operation.ts';
import { WaitlistId } from '../waitlists/waitlist-ref.ts';
import { toDomain } from './domain.ts';
import { type DomainServices, FIRST_LOOK_SECONDS } from './domain-store.ts';
import { Domain } from './schemas.ts';

export const disconnectDomain = defineWaitlistOperation({
  name: 'disconnect_domain',
  group: 'domains',
  title: 'Disconnect the custom domain',
  summary: 'Disconnect the domain of a waitlist',
  description:
    'Disconnects the custom domain, if there is one. It stops showing the page immediately; /w/{slug} still works. If it was active, only this account can connect it for 7 days. Remove its CNAME record once you no longer need it.',
  method: 'DELETE',
  path: '/api/v1/waitlists/{id}/domain',
  scope: 'domains:write',
  effect: { ...EFFECT.destroy, openWorld: true },
  exampleAnswer: { domain: null },
  input: () => z.object({ id: WaitlistId }),
  output: Domain,
  async run({ caller, waitlist, services }: WaitlistContext<DomainServices>) {
    if (await services.domains.find({ accountId: caller.account.id, waitlistId: waitlist.id })) {
      await services.domains.release(waitlist.id);
      await services.wakeAfter(FIRST_LOOK_SECONDS);
    }
    return toDomain(null, services.fallbackOrigin);
  },
});
