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

/** {@link DomainRefusal} on CloudFront, which only reports distributions of the same AWS account. */
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
        // No known conflict; a real one will show when the domain is set up.
        const code = codeOf(error);
        if (code !== 'EntityNotFound') {
          onRefused({ code, message: 'The tenant of the domain could not be looked up' });
        }
        return null;
      }
    },
  };
}
