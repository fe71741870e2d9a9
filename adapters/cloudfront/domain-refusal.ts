import { GetDistributionTenantByDomainCommand } from '@aws-sdk/client-cloudfront';
import type { DomainRefusal } from '../../core/domains/domain-edge.ts';
import { codeOf, createClient, type OnRefused, STEP_MS } from './client.ts';

interface DomainRefusalOptions {
  readonly distributionId: string;
  readonly endpoint?: string | undefined;
  readonly onRefused: OnRefused;
}

export const ELSEWHERE =
  'The domain is in use by another CloudFront distribution. Remove it from the alternate domain names there.';

/** {@link DomainRefusal} of CloudFront, as far as it tells: the other distributions of the same AWS account. */
export function createDomainRefusal({
  distributionId,
  endpoint,
  onRefused,
}: DomainRefusalOptions): DomainRefusal {
  const client = createClient(endpoint);
  return {
    async refusal(domain) {
      try {
        const { DistributionTenant: tenant } = await client.send(
          new GetDistributionTenantByDomainCommand({ Domain: domain }),
          { abortSignal: AbortSignal.timeout(STEP_MS) },
        );
        return tenant?.DistributionId === distributionId ? null : ELSEWHERE;
      } catch (error) {
        // Nothing is known against it, or nothing can be known now: what is wrong will show when it is set up.
        const code = codeOf(error);
        if (code !== 'EntityNotFound') {
          onRefused({ code, message: 'The tenant of a domain could not be looked up' });
        }
        return null;
      }
    },
  };
}
