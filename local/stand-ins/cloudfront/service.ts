import { type StandIn, type StandInAnswer, type StandInRequest, startStandIn } from '../stand-in.ts';
import { readXml } from '../xml.ts';
import { CloudFrontRefusal, type StoredTenant, Tenants, type TenantsOptions } from './tenants.ts';
import { certificateXml, foreignTenantXml, refusalXml, tenantXml } from './xml.ts';

/** A test's disturbance of one request. */
export type Disturbance =
  /** Drops the connection, before or after the work was done. */
  | 'lose-answer'
  | 'lose-request'
  /** Too many requests. */
  | 'throttle';

export interface CloudFrontServiceOptions extends TenantsOptions {
  /** Called before each request, to test failures. */
  readonly disturb?: (operation: string) => Promise<Disturbance | undefined> | Disturbance | undefined;
}

/** A stand-in for CloudFront's API for distribution tenants. */
export interface CloudFrontService extends StandIn {
  readonly tenants: Tenants;
}

const PATH = '/2020-05-31/';

const xmlAnswer = (
  body: string,
  { status = 200, etag }: { status?: number; etag?: string } = {},
): StandInAnswer => ({
  status,
  headers: { 'content-type': 'text/xml', ...(etag && { etag }) },
  body,
});

const notFound = () => new CloudFrontRefusal('EntityNotFound', 404, 'The entity was not found.');

/** Starts it. Its contents are lost when it stops. */
export async function startCloudFront(options: CloudFrontServiceOptions): Promise<CloudFrontService> {
  const tenants = new Tenants(options);
  const show = (tenant: StoredTenant, status = 200) =>
    xmlAnswer(tenantXml(tenant, tenants), { status, etag: tenant.etag });

  function create(body: string): StandInAnswer {
    const root = 'CreateDistributionTenantRequest';
    const read = readXml(body);
    const textOf = (name: string) => read(`${root}/${name}`)[0];
    const tenant = tenants.create({
      name: textOf('Name') ?? '',
      distributionId: textOf('DistributionId') ?? '',
      connectionGroupId: textOf('ConnectionGroupId') ?? '',
      domains: read(`${root}/Domains/member/Domain`),
      enabled: textOf('Enabled') !== 'false',
      requestCertificate: textOf('ManagedCertificateRequest') !== undefined,
    });
    return show(tenant, 201);
  }

  function update(id: string, ifMatch: string | undefined, body: string): StandInAnswer {
    const read = readXml(body);
    const textOf = (name: string) => read(`UpdateDistributionTenantRequest/${name}`)[0];
    const enabled = textOf('Enabled');
    const tenant = tenants.update(id, ifMatch, {
      ...(enabled !== undefined && { enabled: enabled === 'true' }),
      certificateArn: textOf('Customizations/Certificate/Arn'),
      requestCertificate: textOf('ManagedCertificateRequest') !== undefined,
    });
    return show(tenant);
  }

  function byDomain(domain: string): StandInAnswer {
    const tenant = tenants.findByDomain(domain);
    return tenant === 'elsewhere' ? xmlAnswer(foreignTenantXml(domain), { etag: 'E0' }) : show(tenant);
  }

  function certificate(identifier: string): StandInAnswer {
    const details = tenants.certificateOf(tenants.find(identifier));
    if (!details) throw notFound();
    return xmlAnswer(certificateXml(details));
  }

  function route({ method, path, query, headers, body }: StandInRequest): StandInAnswer {
    const [resource, encoded = ''] = path.slice(PATH.length).split('/');
    const identifier = decodeURIComponent(encoded);
    const ifMatch = headers['if-match'];
    const domain = query.get('domain');
    if (resource === 'managed-certificate') return certificate(identifier);
    if (resource !== 'distribution-tenant') throw notFound();
    if (method === 'POST') return create(body.toString());
    if (method === 'GET') return domain === null ? show(tenants.find(identifier)) : byDomain(domain);
    if (method === 'PUT') return update(identifier, ifMatch, body.toString());
    tenants.delete(identifier, ifMatch);
    return { status: 204 };
  }

  const standIn = await startStandIn(async request => {
    const disturbance = await options.disturb?.(`${request.method} ${request.path.split('/')[2]}`);
    if (disturbance === 'lose-request') return null;
    try {
      if (disturbance === 'throttle') throw new CloudFrontRefusal('Throttling', 400, 'Rate exceeded');
      const answer = route(request);
      return disturbance === 'lose-answer' ? null : answer;
    } catch (error) {
      if (!(error instanceof CloudFrontRefusal)) throw error;
      return disturbance === 'lose-answer' ? null : xmlAnswer(refusalXml(error), { status: error.status });
    }
  });
  return { ...standIn, tenants };
}
