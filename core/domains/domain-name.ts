import { domainToASCII } from 'node:url';
import { parse } from 'tldts';
import { ValidationError } from '../kernel/errors.ts';
import type { Site } from '../kernel/site.ts';
import { hostName } from './host-name.ts';

/** What may be connected here. */
export interface DomainRules {
  readonly site: Site;
  /** Where the CNAME of a custom domain points. */
  readonly fallbackOrigin: string;
  /** Whether names under `.test`, which nobody can register, may stand for real ones (the local run). */
  readonly allowTestDomains: boolean;
}

/** Labels of letters, digits and inner hyphens; 253 characters in all. */
const HOST_FORM = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

/** Anything of a url beyond its host, and what host parsers read in ways of their own (`%2e`, wildcards). */
const NOT_A_NAME = /[\s/\\?#@:%[\]*_]/;

/** Names that are registered somewhere, and that no certificate authority writes a certificate for. */
const WITHOUT_CERTIFICATES = /\.(onion|arpa)$/;

const isBelow = (domain: string, host: string): boolean => domain === host || domain.endsWith(`.${host}`);

/**
 * The name that a caller means, as DNS holds it: lower case, punycode, no trailing dot.
 *
 * Private suffixes of the public suffix list (`github.io`, `co.com`) count as suffixes: nobody can register one, while
 * names right below them have holders of their own.
 *
 * @param path - the input member, for the error.
 * @throws {ValidationError} for what is no registrable, public host name, or is ours.
 */
export function toDomainName(text: string, path: string, rules: DomainRules): string {
  const { site, fallbackOrigin, allowTestDomains } = rules;
  const wrong = (message: string) => ValidationError.at(path, message);
  if (NOT_A_NAME.test(text)) throw wrong('must be a plain hostname like waitlist.example.com');
  const domain = domainToASCII(text).replace(/\.$/, '');
  const { domain: registrable, isIcann, isPrivate, isIp } = parse(domain, { allowPrivateDomains: true });
  if (isIp) throw wrong('must be a hostname, not an IP address');
  if (!HOST_FORM.test(domain)) throw wrong('must be a hostname like waitlist.example.com');

  const isTest = domain.endsWith('.test');
  const isPublic = (isIcann || isPrivate) && !WITHOUT_CERTIFICATES.test(domain);
  if (!isPublic && !(isTest && allowTestDomains)) {
    throw wrong('must be a public domain with an existing top-level domain');
  }
  if (registrable === null) throw wrong('is a public suffix, not a domain of your own');
  if (isBelow(domain, hostName(new URL(site.baseUrl).hostname) ?? '') || isBelow(domain, fallbackOrigin)) {
    throw wrong('belongs to this service; use your own domain');
  }
  return domain;
}
