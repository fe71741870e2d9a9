import { randomBytes, randomUUID } from 'node:crypto';

/** A distribution tenant. */
export interface StoredTenant {
  readonly id: string;
  readonly arn: string;
  readonly name: string;
  readonly distributionId: string;
  readonly connectionGroupId: string;
  readonly domains: readonly string[];
  enabled: boolean;
  certificateArn: string | undefined;
  /** The latest certificate request. */
  request: { readonly arn: string; readonly askedAt: number } | undefined;
  etag: string;
  changedAt: number;
}

export type CertificateStatus = 'pending-validation' | 'issued' | 'validation-timed-out';

/** An error, with CloudFront's code and status. */
export class CloudFrontRefusal extends Error {
  readonly code: string;
  readonly status: number;

  constructor(code: string, status: number, message: string) {
    super(message);
    this.code = code;
    this.status = status;
  }
}

export interface TenantsOptions {
  readonly distributionId: string;
  readonly connectionGroupId: string;
  /** Whether a domain's DNS points to CloudFront. */
  readonly pointsHere: (domain: string) => boolean;
  /** Whether another distribution has the domain. */
  readonly isElsewhere: (domain: string) => boolean;
  /** Whether the DNS lets Amazon issue a certificate. By default it does. */
  readonly mayIssue?: (domain: string) => boolean;
  /** The maximum number of tenants. */
  readonly quota?: number;
  /** The time to issue a certificate, to give up on one, and to deploy a change. */
  readonly issueMs: number;
  readonly validationMs?: number;
  readonly deployMs: number;
  readonly now?: () => number;
}

export interface TenantChanges {
  readonly enabled?: boolean | undefined;
  readonly certificateArn?: string | undefined;
  readonly requestCertificate?: boolean;
}

const NAME = /^[a-zA-Z0-9][a-zA-Z0-9-.]{1,126}[a-zA-Z0-9]$/;
const THREE_DAYS_MS = 72 * 3_600_000;

const invalid = (message: string) => new CloudFrontRefusal('InvalidArgument', 400, message);
const notFound = () => new CloudFrontRefusal('EntityNotFound', 404, 'The entity was not found.');

/** The tenants of a multi-tenant distribution, with the errors that CloudFront documents. */
export class Tenants {
  readonly #options: TenantsOptions;
  readonly #tenants = new Map<string, StoredTenant>();

  constructor(options: TenantsOptions) {
    this.#options = options;
  }

  get all(): readonly StoredTenant[] {
    return [...this.#tenants.values()];
  }

  /** By id, ARN, or name. */
  find(identifier: string): StoredTenant {
    const found = this.all.find(({ id, arn, name }) => [id, arn, name].includes(identifier));
    if (!found) throw notFound();
    return found;
  }

  /** The tenant that has a domain; `elsewhere` if another distribution has it. */
  findByDomain(domain: string): StoredTenant | 'elsewhere' {
    if (this.#options.isElsewhere(domain)) return 'elsewhere';
    const found = this.all.find(({ domains }) => domains.includes(domain));
    if (!found) throw notFound();
    return found;
  }

  create(asked: {
    readonly name: string;
    readonly distributionId: string;
    readonly connectionGroupId: string;
    readonly domains: readonly string[];
    readonly enabled: boolean;
    readonly requestCertificate: boolean;
  }): StoredTenant {
    const { distributionId, connectionGroupId, pointsHere, isElsewhere, quota = 10_000 } = this.#options;
    if (!NAME.test(asked.name)) throw invalid('The name of the distribution tenant is not valid.');
    if (asked.distributionId !== distributionId || asked.connectionGroupId !== connectionGroupId)
      throw notFound();
    if (this.all.some(({ name }) => name === asked.name)) {
      throw new CloudFrontRefusal('EntityAlreadyExists', 409, 'The entity already exists.');
    }
    for (const domain of asked.domains) {
      if (isElsewhere(domain) || this.all.some(({ domains }) => domains.includes(domain))) {
        throw new CloudFrontRefusal(
          'CNAMEAlreadyExists',
          409,
          'One or more of the CNAMEs are already in use.',
        );
      }
      if (asked.requestCertificate && !pointsHere(domain)) {
        throw invalid(
          `The domain ${domain} does not point to CloudFront, so its ownership cannot be verified.`,
        );
      }
    }
    if (this.#tenants.size >= quota) {
      throw new CloudFrontRefusal('EntityLimitExceeded', 400, 'The entity limit has been exceeded.');
    }
    const id = `dt_${randomBytes(15).toString('base64url').replace(/[-_]/g, 'x')}`;
    const tenant: StoredTenant = {
      id,
      arn: `arn:aws:cloudfront::000000000000:distribution-tenant/${id}`,
      name: asked.name,
      distributionId,
      connectionGroupId,
      domains: asked.domains,
      enabled: asked.enabled,
      certificateArn: undefined,
      request: undefined,
      etag: '',
      changedAt: 0,
    };
    if (asked.requestCertificate) this.#request(tenant);
    this.#tenants.set(id, tenant);
    return this.#changed(tenant);
  }

  update(id: string, ifMatch: string | undefined, changes: TenantChanges): StoredTenant {
    const tenant = this.#match(id, ifMatch);
    const { enabled, certificateArn, requestCertificate } = changes;
    if (certificateArn !== undefined && certificateArn !== tenant.certificateArn) {
      if (certificateArn !== tenant.request?.arn || this.certificateOf(tenant)?.status !== 'issued') {
        throw invalid('The specified SSL certificate does not exist, is not in us-east-1, or is not valid.');
      }
      tenant.certificateArn = certificateArn;
    }
    if (requestCertificate) {
      const unseen = tenant.domains.find(domain => !this.#options.pointsHere(domain));
      if (unseen !== undefined) throw invalid(`The domain ${unseen} does not point to CloudFront.`);
      this.#request(tenant);
    }
    if (enabled !== undefined) tenant.enabled = enabled;
    return this.#changed(tenant);
  }

  delete(id: string, ifMatch: string | undefined): void {
    const tenant = this.#match(id, ifMatch);
    if (tenant.enabled || this.statusOf(tenant) !== 'Deployed') {
      throw new CloudFrontRefusal('ResourceNotDisabled', 409, 'The specified resource is not disabled.');
    }
    this.#tenants.delete(id);
  }

  statusOf({ changedAt }: StoredTenant): 'InProgress' | 'Deployed' {
    return this.#now() - changedAt >= this.#options.deployMs ? 'Deployed' : 'InProgress';
  }

  /** A domain works when its tenant has a certificate and that change is deployed. */
  isActive(tenant: StoredTenant): boolean {
    return tenant.enabled && tenant.certificateArn !== undefined && this.statusOf(tenant) === 'Deployed';
  }

  /** The requested certificate. It is validated over HTTP, so DNS must not change until then. */
  certificateOf(
    tenant: StoredTenant,
  ): { readonly arn: string; readonly status: CertificateStatus } | undefined {
    const { request, domains } = tenant;
    if (!request) return undefined;
    const { pointsHere, mayIssue = () => true, issueMs, validationMs = THREE_DAYS_MS } = this.#options;
    if (request.arn === tenant.certificateArn) return { arn: request.arn, status: 'issued' };
    const age = this.#now() - request.askedAt;
    const isIssued = age >= issueMs && domains.every(domain => pointsHere(domain) && mayIssue(domain));
    const status = isIssued ? 'issued' : age >= validationMs ? 'validation-timed-out' : 'pending-validation';
    return { arn: request.arn, status };
  }

  #request(tenant: StoredTenant): void {
    const arn = `arn:aws:acm:us-east-1:000000000000:certificate/${randomUUID()}`;
    tenant.request = { arn, askedAt: this.#now() };
  }

  #match(id: string, ifMatch: string | undefined): StoredTenant {
    const tenant = this.#tenants.get(id);
    if (!tenant) throw notFound();
    if (!ifMatch) {
      throw new CloudFrontRefusal(
        'InvalidIfMatchVersion',
        400,
        'The If-Match version is missing or not valid.',
      );
    }
    if (ifMatch !== tenant.etag) {
      throw new CloudFrontRefusal('PreconditionFailed', 412, 'The precondition given did not hold.');
    }
    return tenant;
  }

  #changed(tenant: StoredTenant): StoredTenant {
    tenant.etag = `E${randomBytes(8).toString('hex').toUpperCase()}`;
    tenant.changedAt = this.#now();
    return tenant;
  }

  #now(): number {
    return this.#options.now?.() ?? Date.now();
  }
}
