import { createHash } from 'node:crypto';
import {
  CreateDistributionTenantCommand,
  DeleteDistributionTenantCommand,
  type DistributionTenant,
  GetDistributionTenantCommand,
  GetManagedCertificateDetailsCommand,
  UpdateDistributionTenantCommand,
  type UpdateDistributionTenantRequest,
} from '@aws-sdk/client-cloudfront';
import type { DomainEdge, EdgeProgress } from '../../core/domains/domain-edge.ts';
import { codeOf, createClient, type OnRefused, STEP_MS } from './client.ts';
import { ELSEWHERE } from './domain-refusal.ts';

export interface CloudFrontEdgeOptions {
  /** The multi-tenant distribution, the connection group, and the tag that marks our tenants. */
  readonly distributionId: string;
  readonly connectionGroupId: string;
  readonly tag: { readonly name: string; readonly value: string };
  /** Only for stand-ins of CloudFront. */
  readonly endpoint?: string | undefined;
  /** Receives the code and message of each error from CloudFront. */
  readonly onRefused: OnRefused;
}

/** A tenant and its version when it was read. */
interface Tenant {
  readonly state: DistributionTenant;
  readonly etag: string;
}

const ISSUING = 'The certificate is being issued. This takes a few minutes.';
const DEPLOYING = 'The certificate is issued and the domain is being set up.';
const CERTIFICATE_REFUSED =
  'The certificate was not issued, so we requested it again. Keep the CNAME record in place, and check that no CAA record blocks amazon.com.';

/** The tenant changed since it was read; the next attempt starts from its current state. */
const CHANGED = new Set(['PreconditionFailed', 'InvalidIfMatchVersion', 'EntityAlreadyExists']);

/** {@link DomainEdge} on the tenants of a multi-tenant CloudFront distribution. */
export function createCloudFrontEdge(options: CloudFrontEdgeOptions): DomainEdge {
  const { distributionId, connectionGroupId, tag, endpoint, onRefused } = options;
  const client = createClient(endpoint);

  /** Derived from the domain, so that creating it twice makes one. */
  const nameOf = (domain: string): string =>
    `anteroom-${createHash('sha256').update(`${distributionId} ${domain}`).digest('hex').slice(0, 40)}`;

  async function find(domain: string, abortSignal: AbortSignal): Promise<Tenant | null> {
    try {
      const { DistributionTenant: state, ETag: etag } = await client.send(
        new GetDistributionTenantCommand({ Identifier: nameOf(domain) }),
        { abortSignal },
      );
      return state && etag ? { state, etag } : null;
    } catch (error) {
      if (codeOf(error) === 'EntityNotFound') return null;
      throw error;
    }
  }

  async function create(domain: string, abortSignal: AbortSignal): Promise<EdgeProgress> {
    try {
      await client.send(
        new CreateDistributionTenantCommand({
          Name: nameOf(domain),
          DistributionId: distributionId,
          ConnectionGroupId: connectionGroupId,
          Domains: [{ Domain: domain }],
          Enabled: true,
          ManagedCertificateRequest: { ValidationTokenHost: 'cloudfront', PrimaryDomainName: domain },
          Tags: { Items: [{ Key: tag.name, Value: tag.value }] },
        }),
        { abortSignal },
      );
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

  /** Updates a tenant unless it changed meanwhile; fields that stay the same are sent as they were. */
  async function update(
    { state, etag }: Tenant,
    changes: Pick<
      UpdateDistributionTenantRequest,
      'Enabled' | 'Customizations' | 'ManagedCertificateRequest'
    >,
    abortSignal: AbortSignal,
  ): Promise<DistributionTenant> {
    const { DistributionTenant: updated } = await client.send(
      new UpdateDistributionTenantCommand({
        Id: state.Id,
        IfMatch: etag,
        DistributionId: state.DistributionId,
        ConnectionGroupId: state.ConnectionGroupId,
        Domains: state.Domains?.map(({ Domain }) => ({ Domain })),
        Customizations: state.Customizations,
        Enabled: state.Enabled,
        ...changes,
      }),
      { abortSignal },
    );
    return updated ?? state;
  }

  /** An issued certificate is only used once it is attached. */
  async function attach(tenant: Tenant, domain: string, abortSignal: AbortSignal): Promise<EdgeProgress> {
    const status = await certificateOf(tenant, abortSignal);
    if (status.name === 'pending-validation') return { served: false, reason: ISSUING };
    if (status.name === 'issued' && status.arn) {
      const certificate = { ...tenant.state.Customizations, Certificate: { Arn: status.arn } };
      return progressOf(await update(tenant, { Customizations: certificate }, abortSignal));
    }
    const request = { ValidationTokenHost: 'cloudfront', PrimaryDomainName: domain } as const;
    await update(tenant, { ManagedCertificateRequest: request }, abortSignal);
    return { served: false, reason: status.name === 'none' ? ISSUING : CERTIFICATE_REFUSED };
  }

  async function certificateOf({ state }: Tenant, abortSignal: AbortSignal) {
    try {
      const { ManagedCertificateDetails: details } = await client.send(
        new GetManagedCertificateDetailsCommand({ Identifier: state.Id }),
        { abortSignal },
      );
      return { name: details?.CertificateStatus ?? 'none', arn: details?.CertificateArn };
    } catch (error) {
      if (codeOf(error) === 'EntityNotFound') return { name: 'none', arn: undefined };
      throw error;
    }
  }

  /** Served only if every domain of the tenant is. */
  function progressOf({ Domains: domains = [], Enabled: isEnabled }: DistributionTenant): EdgeProgress {
    const served =
      isEnabled === true && domains.length > 0 && domains.every(({ Status }) => Status === 'active');
    return { served, reason: served ? null : DEPLOYING };
  }

  return {
    async advance(domain, { mayCreate }) {
      const abortSignal = AbortSignal.timeout(STEP_MS);
      const tenant = await find(domain, abortSignal);
      if (!tenant) return mayCreate ? create(domain, abortSignal) : { served: false, reason: null };
      try {
        if (tenant.state.Enabled !== true) {
          return progressOf(await update(tenant, { Enabled: true }, abortSignal));
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
        const tenant = await find(domain, abortSignal);
        if (!tenant) return true;
        if (tenant.state.Enabled !== false) {
          await update(tenant, { Enabled: false }, abortSignal);
          return false;
        }
        await client.send(
          new DeleteDistributionTenantCommand({ Id: tenant.state.Id, IfMatch: tenant.etag }),
          { abortSignal },
        );
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
