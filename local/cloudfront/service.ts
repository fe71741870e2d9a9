import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createHostCheck } from '../http/host.ts';
import { CloudFrontRefusal, Tenants, type TenantsOptions } from './tenants.ts';
import { certificateXml, domainsOf, foreignTenantXml, refusalXml, tenantXml, textOf } from './xml.ts';

/** What is done to one request before or instead of answering it. */
export type Disturbance =
  /** The connection breaks after the work was done, so that nobody hears of it, or before it. */
  | 'lose-answer'
  | 'lose-request'
  /** Too many requests. */
  | 'throttle';

export interface CloudFrontServiceOptions extends TenantsOptions {
  /** Asked for each request, in tests of what goes wrong. */
  readonly disturb?: (operation: string) => Promise<Disturbance | undefined> | Disturbance | undefined;
}

/** A stand-in of CloudFront's API for distribution tenants, to which its SDK talks. */
export interface CloudFrontService {
  readonly endpoint: string;
  readonly tenants: Tenants;
  stop(): Promise<void>;
}

interface Answer {
  readonly status: number;
  readonly body: string;
  readonly etag?: string;
}

const PATH = '/2020-05-31/';

const isOwnHost = createHostCheck('http://localhost');

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request) body += chunk;
  return body;
}

/** Starts it on a free port of the loopback interface. What it holds is gone when it stops. */
export async function startCloudFront(options: CloudFrontServiceOptions): Promise<CloudFrontService> {
  const tenants = new Tenants(options);

  const show = (tenant: ReturnType<Tenants['find']>, status = 200): Answer => ({
    status,
    body: tenantXml(tenant, tenants),
    etag: tenant.etag,
  });

  const requestsCertificate = (xml: string): boolean => xml.includes('<ManagedCertificateRequest>');

  function create(xml: string): Answer {
    const tenant = tenants.create({
      name: textOf(xml, 'Name') ?? '',
      distributionId: textOf(xml, 'DistributionId') ?? '',
      connectionGroupId: textOf(xml, 'ConnectionGroupId') ?? '',
      domains: domainsOf(xml),
      enabled: textOf(xml, 'Enabled') !== 'false',
      requestCertificate: requestsCertificate(xml),
    });
    return show(tenant, 201);
  }

  function update(id: string, ifMatch: string | undefined, xml: string): Answer {
    const enabled = textOf(xml, 'Enabled');
    return show(
      tenants.update(id, ifMatch, {
        ...(enabled !== undefined && { enabled: enabled === 'true' }),
        certificateArn: textOf(xml, 'Arn'),
        requestCertificate: requestsCertificate(xml),
      }),
    );
  }

  function byDomain(domain: string): Answer {
    const tenant = tenants.findByDomain(domain);
    return tenant === 'elsewhere'
      ? { status: 200, body: foreignTenantXml(domain), etag: 'E0' }
      : show(tenant);
  }

  function certificate(identifier: string): Answer {
    const details = tenants.certificateOf(tenants.find(identifier));
    if (!details) throw new CloudFrontRefusal('EntityNotFound', 404, 'The entity was not found.');
    return { status: 200, body: certificateXml(details) };
  }

  function answer(method: string, url: URL, ifMatch: string | undefined, xml: string): Answer {
    const [resource, encoded] = url.pathname.slice(PATH.length).split('/');
    const identifier = encoded === undefined ? undefined : decodeURIComponent(encoded);
    const domain = url.searchParams.get('domain');
    if (resource === 'managed-certificate' && identifier) return certificate(identifier);
    if (resource !== 'distribution-tenant')
      throw new CloudFrontRefusal('NoSuchResource', 404, 'No such resource.');
    if (method === 'POST') return create(xml);
    if (method === 'GET' && domain !== null) return byDomain(domain);
    if (!identifier) throw new CloudFrontRefusal('InvalidArgument', 400, 'The identifier is missing.');
    if (method === 'PUT') return update(identifier, ifMatch, xml);
    if (method === 'DELETE') {
      tenants.delete(identifier, ifMatch);
      return { status: 204, body: '' };
    }
    return show(tenants.find(identifier));
  }

  const server = createServer(async (request, response) => {
    // A page of a stranger could reach it under a name of its own that leads here.
    if (!isOwnHost(request.headers.host)) {
      response.writeHead(421).end();
      return;
    }
    const xml = await bodyOf(request);
    const url = new URL(request.url ?? '', 'http://localhost');
    const method = request.method ?? 'GET';
    const disturbance = await options.disturb?.(`${method} ${url.pathname.split('/')[2]}`);
    if (disturbance === 'lose-request') {
      request.socket.destroy();
      return;
    }
    let given: Answer;
    try {
      if (disturbance === 'throttle') throw new CloudFrontRefusal('Throttling', 400, 'Rate exceeded');
      given = answer(method, url, request.headers['if-match'], xml);
    } catch (error) {
      if (!(error instanceof CloudFrontRefusal)) throw error;
      given = { status: error.status, body: refusalXml(error) };
    }
    if (disturbance === 'lose-answer') {
      request.socket.destroy();
      return;
    }
    response.writeHead(given.status, {
      ...(given.body && { 'content-type': 'text/xml' }),
      ...(given.etag && { etag: given.etag }),
    });
    response.end(given.body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    tenants,
    async stop() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
