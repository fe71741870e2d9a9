import * as z from 'zod';
import { callOutside } from '../customer-database/call-outside.ts';
import { type CallerContext, EFFECT } from '../kernel/operation.ts';
import { text } from '../kernel/schemas.ts';
import { defineWaitlistOperation, type WaitlistContext } from '../waitlists/waitlist-operation.ts';
import { WaitlistId } from '../waitlists/waitlist-ref.ts';
import { diagnoseDns } from './diagnose-dns.ts';
import { toCname, toDomain } from './domain.ts';
import { toDomainName } from './domain-name.ts';
import type { DomainServices } from './domain-store.ts';
import { Domain, DomainCheck } from './schemas.ts';

const HELD = 'It belongs to another waitlist, or was active for another account less than 7 days ago.';

export const getDomain = defineWaitlistOperation({
  name: 'get_domain',
  group: 'domains',
  title: 'Get the custom domain',
  summary: "Read a waitlist's domain, its state, and the CNAME record it needs",
  description:
    'The custom domain of the waitlist: its state, the CNAME record to create, the TXT record if other accounts claim it too (txt), and what is missing (reason). Poll it while the state is verifying. With check, it reports on that candidate instead (whether it is available and whether its CNAME already points to us) and changes nothing.',
  method: 'GET',
  path: '/api/v1/waitlists/{id}/domain',
  scope: 'waitlists:read',
  effect: { ...EFFECT.read, openWorld: true },
  exampleAnswer: { state: 'active' },
  input: () =>
    z.object({
      id: WaitlistId,
      check: text({ min: 1, max: 253 })
        .optional()
        .meta({ description: 'A candidate domain to check without connecting it' }),
    }),
  output: () => z.union([Domain(), DomainCheck()]).meta({ type: 'object' }),
  check({ services, site }: CallerContext<DomainServices>, { check }) {
    if (check !== undefined) toDomainName(check, 'check', { site, ...services });
  },
  async run({ caller, waitlist, services, site }: WaitlistContext<DomainServices>, { check }) {
    const { domains, dns, edge, fallbackOrigin, outsideCalls } = services;
    const holder = { accountId: caller.account.id, waitlistId: waitlist.id };
    if (check === undefined) return toDomain(await domains.find(holder), fallbackOrigin);

    const candidate = toDomainName(check, 'check', { site, ...services });
    const [isFree, refusal, answer] = await Promise.all([
      domains.isAvailable(holder, candidate),
      edge.refusal(candidate),
      // The name servers are the customer's.
      callOutside(outsideCalls, holder, () => dns.lookUp(candidate, fallbackOrigin)),
    ]);
    const { configured, reason } = diagnoseDns(candidate, fallbackOrigin, answer);
    return {
      domain: candidate,
      available: isFree && refusal === null,
      configured,
      cname: toCname(candidate, fallbackOrigin),
      reason: isFree ? (refusal ?? reason) : HELD,
    };
  },
});
