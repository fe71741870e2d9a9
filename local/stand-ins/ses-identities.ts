import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import * as z from 'zod';

/** What SES knows of some records, and since when. */
const Known = z.object({
  status: z.enum(['PENDING', 'SUCCESS', 'TEMPORARY_FAILURE', 'FAILED']),
  since: z.number(),
});
type Known = z.output<typeof Known>;

const StoredIdentity = z.object({
  domain: z.string(),
  tokens: z.array(z.string()),
  tags: z.array(z.object({ Key: z.string(), Value: z.string() })),
  dkim: Known,
  mailFrom: Known.extend({ domain: z.string() }).nullable(),
});
export type StoredIdentity = z.output<typeof StoredIdentity>;

/** An error, with SES's name and status. */
export class SesRefusal extends Error {
  override readonly name: string;
  readonly status: number;

  constructor(name: string, status: number, message: string) {
    super(message);
    this.name = name;
    this.status = status;
  }
}

export interface SesIdentitiesOptions {
  /** Whether DNS has the three DKIM records of an identity, or the two of its MAIL FROM domain. */
  readonly sees: (identity: StoredIdentity, what: 'dkim' | 'mailFrom') => boolean;
  /** Until SES looks for new records. */
  readonly lookMs: number;
  /** How many identities it takes. */
  readonly quota?: number;
  /** Where they are kept; undefined: only in memory. */
  readonly file?: string | undefined;
  readonly now?: () => number;
}

/** SES looks for missing records for so long. */
const GIVE_UP_MS = 72 * 3_600_000;
const DOMAIN = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/;
const TOKENS = 3;

const Tags = z.array(z.object({ Key: z.string().min(1), Value: z.string() })).default([]);
const Create = z.object({ EmailIdentity: z.string(), Tags });
const MailFrom = z.object({ MailFromDomain: z.string(), BehaviorOnMxFailure: z.string() });

/** What was verified stays so while its records are looked for again. */
const canSend = ({ status }: Known): boolean => status === 'SUCCESS' || status === 'TEMPORARY_FAILURE';

const bad = (message: string) => new SesRefusal('BadRequestException', 400, message);

function readKept(file: string | undefined): readonly StoredIdentity[] {
  if (file === undefined) return [];
  try {
    return z.array(StoredIdentity).parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    // There is none yet, or it was being written when the server was killed: the service sets them up again.
    return [];
  }
}

/** The domain identities of SES, with the refusals that it documents. */
export class SesIdentities {
  readonly #options: SesIdentitiesOptions;
  readonly #identities: Map<string, StoredIdentity>;

  constructor(options: SesIdentitiesOptions) {
    this.#options = options;
    this.#identities = new Map(readKept(options.file).map(each => [each.domain, each]));
  }

  get all(): readonly StoredIdentity[] {
    return [...this.#identities.values()].map(each => this.#look(each));
  }

  create(body: unknown): object {
    const asked = Create.safeParse(body);
    if (!asked.success || !DOMAIN.test(asked.data.EmailIdentity))
      throw bad('Invalid email identity: must be a verified email address or domain.');
    const { EmailIdentity: domain, Tags: tags } = asked.data;
    if (this.#identities.has(domain))
      throw new SesRefusal('AlreadyExistsException', 400, `Email identity ${domain} already exist.`);
    if (this.#identities.size >= (this.#options.quota ?? 10_000))
      throw new SesRefusal(
        'LimitExceededException',
        400,
        'You have reached the maximum number of identities.',
      );
    const tokens = Array.from({ length: TOKENS }, () => randomBytes(16).toString('hex'));
    this.#keep({
      domain,
      tokens,
      tags,
      dkim: { status: 'PENDING', since: this.#now() },
      mailFrom: null,
    });
    return this.get(domain);
  }

  get(domain: string): object {
    const { tokens, tags, dkim, mailFrom } = this.#find(domain);
    return {
      IdentityType: 'DOMAIN',
      VerificationStatus: dkim.status,
      VerifiedForSendingStatus: canSend(dkim),
      DkimAttributes: {
        SigningEnabled: true,
        Status: dkim.status,
        Tokens: tokens,
        SigningAttributesOrigin: 'AWS_SES',
        SigningHostedZone: 'dkim.amazonses.com',
      },
      MailFromAttributes: mailFrom
        ? {
            MailFromDomain: mailFrom.domain,
            MailFromDomainStatus: mailFrom.status,
            BehaviorOnMxFailure: 'USE_DEFAULT_VALUE',
          }
        : { BehaviorOnMxFailure: 'USE_DEFAULT_VALUE' },
      Tags: tags,
    };
  }

  putMailFrom(domain: string, body: unknown): object {
    const identity = this.#find(domain);
    const { data } = MailFrom.safeParse(body);
    if (!data?.MailFromDomain.endsWith(`.${domain}`))
      throw bad(`Provided MAIL-FROM domain is not a subdomain of the domain of the identity <${domain}>.`);
    this.#keep({
      ...identity,
      mailFrom: { domain: data.MailFromDomain, status: 'PENDING', since: this.#now() },
    });
    return {};
  }

  delete(domain: string): object {
    this.#find(domain);
    this.#identities.delete(domain);
    this.#save();
    return {};
  }

  /** Whether mail may come from an address: of an identity, or of a domain below one. */
  mayBeFrom(address: string): boolean {
    const domain = address.slice(address.lastIndexOf('@') + 1).toLowerCase();
    return this.all.some(
      each => (domain === each.domain || domain.endsWith(`.${each.domain}`)) && canSend(each.dkim),
    );
  }

  #find(domain: string): StoredIdentity {
    const found = this.#identities.get(domain);
    if (!found) throw new SesRefusal('NotFoundException', 404, `Email identity ${domain} does not exist.`);
    return this.#look(found);
  }

  #look(identity: StoredIdentity): StoredIdentity {
    const { dkim, mailFrom } = identity;
    const looked = {
      ...identity,
      dkim: this.#lookFor(identity, 'dkim', dkim),
      mailFrom: mailFrom && { ...mailFrom, ...this.#lookFor(identity, 'mailFrom', mailFrom) },
    };
    if (looked.dkim.status !== dkim.status || looked.mailFrom?.status !== mailFrom?.status)
      this.#keep(looked);
    return looked;
  }

  /** SES stops looking for the records after three days. */
  #lookFor(identity: StoredIdentity, what: 'dkim' | 'mailFrom', { status, since }: Known): Known {
    const { sees, lookMs } = this.#options;
    const now = this.#now();
    const isMissing = !sees(identity, what);
    if (status === 'SUCCESS')
      return isMissing ? { status: 'TEMPORARY_FAILURE', since: now } : { status, since };
    if (status === 'FAILED') return { status, since };
    if (now - since >= GIVE_UP_MS) return { status: 'FAILED', since: now };
    return isMissing || now - since < lookMs ? { status, since } : { status: 'SUCCESS', since: now };
  }

  #keep(identity: StoredIdentity): void {
    this.#identities.set(identity.domain, identity);
    this.#save();
  }

  #save(): void {
    if (this.#options.file) writeFileSync(this.#options.file, JSON.stringify([...this.#identities.values()]));
  }

  #now(): number {
    return this.#options.now?.() ?? Date.now();
  }
}

/** For the local run: names under `.test` have all their records. */
export const createLocalIdentities = (file: string): SesIdentities =>
  new SesIdentities({ sees: ({ domain }) => domain.endsWith('.test'), lookMs: 1_900, file });
