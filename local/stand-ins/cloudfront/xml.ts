import { escapeHtml } from '../../../core/markup/escape.ts';
import type { CloudFrontRefusal, StoredTenant, Tenants } from './tenants.ts';

const NAMESPACE = 'http://cloudfront.amazonaws.com/doc/2020-05-31/';

const element = (name: string, content: string | undefined): string =>
  content === undefined ? '' : `<${name}>${content}</${name}>`;

const document = (root: string, content: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="${NAMESPACE}">${content}</${root}>`;

export function tenantXml(tenant: StoredTenant, tenants: Tenants): string {
  const { id, arn, name, distributionId, connectionGroupId, domains, enabled, certificateArn } = tenant;
  const status = tenants.isActive(tenant) ? 'active' : 'inactive';
  const items = domains.map(domain =>
    element('member', element('Domain', escapeHtml(domain)) + element('Status', status)),
  );
  return document(
    'DistributionTenant',
    element('Id', id) +
      element('DistributionId', distributionId) +
      element('Name', name) +
      element('Arn', arn) +
      element('Domains', items.join('')) +
      (certificateArn === undefined
        ? ''
        : element('Customizations', element('Certificate', element('Arn', certificateArn)))) +
      element('ConnectionGroupId', connectionGroupId) +
      element('Enabled', String(enabled)) +
      element('Status', tenants.statusOf(tenant)),
  );
}

/** A tenant of another account's distribution. */
export const foreignTenantXml = (domain: string): string =>
  document(
    'DistributionTenant',
    element('Id', 'dt_elsewhere') +
      element('DistributionId', 'EELSEWHERE') +
      element('Domains', element('member', element('Domain', escapeHtml(domain)))) +
      element('Enabled', 'true'),
  );

export const certificateXml = ({ arn, status }: { arn: string; status: string }): string =>
  document(
    'ManagedCertificateDetails',
    element('CertificateArn', arn) +
      element('CertificateStatus', status) +
      element('ValidationTokenHost', 'cloudfront'),
  );

export const refusalXml = ({ code, message }: Pick<CloudFrontRefusal, 'code' | 'message'>): string =>
  document(
    'ErrorResponse',
    element(
      'Error',
      element('Type', 'Sender') + element('Code', code) + element('Message', escapeHtml(message)),
    ) + element('RequestId', 'stand-in'),
  );
