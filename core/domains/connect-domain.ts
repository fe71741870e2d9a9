import * as z from 'zod';
import { limitReached } from '../account/limits.ts';
import { requireCapability } from '../account/require-capability.ts';
import { ApiError, notFound } from '../kernel/errors.ts';
import { type CallerContext, EFFECT } from '../kernel/operation.ts';
import { PLANS } from '../kernel/plans.ts';
import { text } from '../kernel/schemas.ts';
import { defineWaitlistOperation, type WaitlistContext } from '../waitlists/waitlist-operation.ts';
import { WaitlistId } from '../waitlists/waitlist-ref.ts';
import { createRecord } from './diagnose-dns.ts';
import { toDomain } from './domain.ts';
import { toDomainName } from './domain-name.ts';
import { type DomainServices, FIRST_LOOK_SECONDS } from './domain-store.ts';
import { Domain } from './schemas.ts';

const refused = (message: string, resolution: string): ApiError =>
  new ApiError('domain_registration_failed', message, { resolution });

const EXAMPLE = {
  type: 'CNAME',
  name: 'waitlist.example.com',
  value: 'd111111abcdef8.cloudfront.net',
} as const;

export const connectDomain = defineWaitlistOperation({
  name: 'connect_domain',
  group: 'domains',
  title: 'Connect a custom domain',
  summary: 'Connect a domain to a waitlist, and get the CNAME record to create',
  description:
    'Connects your domain to the waitlist and returns the CNAME record to create in its DNS. Once the record exists, the certificate is issued automatically within a few minutes. If other accounts claim the domain too, txt is a second record to create, which proves that it is yours. Poll get_domain until the state is active; then the page is at the root of the domain. Connecting the same domain again checks it right away, and starts over if it had failed.',
  method: 'POST',
  path: '/api/v1/waitlists/{id}/domain',
  scope: 'domains:write',
  effect: { ...EFFECT.update, openWorld: true },
  errors: ['capability_required', 'domain_registration_failed', 'limit_reached'],
  example: { domain: EXAMPLE.name },
  exampleAnswer: {
    domain: EXAMPLE.name,
    state: 'verifying',
    cname: EXAMPLE,
    reason: createRecord(EXAMPLE.name, EXAMPLE.value),
  },
  input: () =>
    z.object({
      id: WaitlistId,
      domain: text({ min: 1, max: 253 }).meta({
        description: 'Your hostname, without scheme or path; international names are accepted',
        examples: ['waitlist.example.com'],
      }),
    }),
  output: Domain,
  check({ services, site }: CallerContext<DomainServices>, { domain }) {
    toDomainName(domain, 'domain', { site, ...services });
  },
  async run({ caller, waitlist, services, site }: WaitlistContext<DomainServices>, input) {
    requireCapability(caller, site, 'customDomain');
    const { domains, edge, fallbackOrigin } = services;
    const domain = toDomainName(input.domain, 'domain', { site, ...services });
    const holder = { accountId: caller.account.id, waitlistId: waitlist.id };

    const current = await domains.find(holder);
    const refusal = current?.domain === domain ? null : await edge.refusal(domain);
    if (refusal !== null)
      throw refused(refusal, 'Use another domain, or remove this one where it is in use.');
    const { plan } = caller.account;
    const outcome = await domains.connect(holder, domain, {
      reason: createRecord(domain, fallbackOrigin),
      limit: PLANS[plan].limits.domains,
    });
    if (outcome === null) throw notFound('waitlist');
    if (outcome === 'limit_reached') throw limitReached(site, plan, 'domains');
    if (outcome === 'held') {
      throw refused(
        `${domain} belongs to another waitlist`,
        'Disconnect it there first. A domain that was active for another account is available 7 days later.',
      );
    }
    if (outcome === 'other_connected') {
      throw refused(
        'The waitlist already has another domain',
        'Disconnect that domain first, then connect this one.',
      );
    }
    await services.wakeAfter(FIRST_LOOK_SECONDS);
    return toDomain(outcome, fallbackOrigin);
  },
});
