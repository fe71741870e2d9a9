import type { DistributionTenant } from '@aws-sdk/client-cloudfront';
import type { DomainEdge, EdgeProgress } from '../../core/domains/domain-edge.ts';
import { codeOf, STEP_MS } from './client.ts';
import { ELSEWHERE } from './domain-refusal.ts';
import { type CloudFrontEdgeOptions, createTenants, type Tenant } from './tenants.ts';

const ISSUING = 'The certificate is being issued. This takes a few minutes.';
const DEPLOYING = 'The certificate is issued and the domain is being set up.';
const CERTIFICATE_REFUSED =
  'The certificate was not issued, so we requested it again. Keep the CNAME record in place, and check that no CAA record blocks amazon.com.';

/** The tenant changed since it was read; the next attempt starts from its current state. */
const CHANGED = new Set(['PreconditionFailed', 'InvalidIfMatchVersion', 'EntityAlreadyExists']);

/** Served only if every domain of the tenant is. */
function progressOf({ Domains: domains = [], Enabled: isEnabled }: DistributionTenant): EdgeProgress {
  const served =
    isEnabled === true && domains.length > 0 && domains.every(({ Status }) => Status === 'active');
  return { served, reason: served ? null : DEPLOYING };
}

/** {@link DomainEdge} on the tenants of a multi-tenant CloudFront distribution. */
export function createCloudFrontEdge(options: CloudFrontEdgeOptions): DomainEdge {
  const { onRefused } = options;
  const tenants = createTenants(options);

  async function create(domain: string, abortSignal: AbortSignal): Promise<EdgeProgress> {
    try {
      await tenants.create(domain, abortSignal);
      return { served: false, reason: ISSUING };
    } catch (error) {
      const code = codeOf(error);
      if (code === 'CNAMEAlreadyExists') return { served: false, reason: ELSEWHERE };
      if (CHANGED.has(code)) return { served: false, reason: null };
      if (code !== 'InvalidArgument') throw error;
      // CloudFront cannot see the domain's DNS record yet, and accepts no other proof of ownership.
      onRefused({ code, message: (error as Error).message });
      return { served: false, reason: null };
    }
  }

  /** An issued certificate is only used once it is attached. */
  async function attach(tenant: Tenant, domain: string, abortSignal: AbortSignal): Promise<EdgeProgress> {
    const status = await tenants.certificateOf(tenant, abortSignal);
    if (status.name === 'pending-validation') return { served: false, reason: ISSUING };
    if (status.name === 'issued' && status.arn) {
      const certificate = { ...tenant.state.Customizations, Certificate: { Arn: status.arn } };
      return progressOf(await tenants.update(tenant, { Customizations: certificate }, abortSignal));
    }
    const request = { ValidationTokenHost: 'cloudfront', PrimaryDomainName: domain } as const;
    await tenants.update(tenant, { ManagedCertificateRequest: request }, abortSignal);
    return { served: false, reason: status.name === 'none' ? ISSUING : CERTIFICATE_REFUSED };
  }

  return {
    async advance(domain, { mayCreate }) {
      const abortSignal = AbortSignal.timeout(STEP_MS);
      const tenant = await tenants.find(domain, abortSignal);
      if (!tenant) return mayCreate ? create(domain, abortSignal) : { served: false, reason: null };
      try {
        if (tenant.state.Enabled !== true) {
          return progressOf(await tenants.update(tenant, { Enabled: true }, abortSignal));
        }
        if (!tenant.state.Customizations?.Certificate?.Arn) return await attach(tenant, domain, abortSignal);
        return progressOf(tenant.state);
      } catch (error) {
        if (!CHANGED.has(codeOf(error)) && codeOf(error) !== 'EntityNotFound') throw error;
        return { served: false, reason: null };
      }
    },

    async remove(domain) {
      const abortSignal = AbortSignal.timeout(STEP_MS);
      try {
        const tenant = await tenants.find(domain, abortSignal);
        if (!tenant) return true;
        if (tenant.state.Enabled !== false) {
          await tenants.update(tenant, { Enabled: false }, abortSignal);
          return false;
        }
        await tenants.remove(tenant, abortSignal);
        return true;
      } catch (error) {
        const code = codeOf(error);
        if (code === 'EntityNotFound') return true;
        // Still being disabled, or changed meanwhile.
        if (code === 'ResourceNotDisabled' || CHANGED.has(code)) return false;
        throw error;
      }
    },
  };
}
