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
import { codeOf, createClient, type OnRefused } from './client.ts';

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
export interface Tenant {
  readonly state: DistributionTenant;
  readonly etag: string;
}

/** The tenants of our multi-tenant distribution: what we ask CloudFront about them. */
export function createTenants({ distributionId, connectionGroupId, tag, endpoint }: CloudFrontEdgeOptions) {
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

  async function create(domain: string, abortSignal: AbortSignal): Promise<void> {
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

  async function remove({ state, etag }: Tenant, abortSignal: AbortSignal): Promise<void> {
    await client.send(new DeleteDistributionTenantCommand({ Id: state.Id, IfMatch: etag }), { abortSignal });
  }

  return { find, create, update, certificateOf, remove };
}
