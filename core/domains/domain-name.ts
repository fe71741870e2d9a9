import { domainToASCII, domainToUnicode } from 'node:url';
import { parse } from 'tldts';
import { ValidationError } from '../kernel/errors.ts';
import type { Site } from '../kernel/site.ts';
import { hostName } from './host-name.ts';

/** A domain that may be connected. */
export interface DomainRules {
  readonly site: Site;
  /** The CNAME target of custom domains. */
  readonly fallbackOrigin: string;
  /** Allow names under `.test` in place of real ones (local run). */
  readonly allowTestDomains: boolean;
}

/** Labels of letters, digits, and inner hyphens, 253 characters in total. */
const HOST_PATTERN =
  /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

/** Characters of other URL parts, and what host parsers interpret (`%2e`, wildcards). */
const NOT_A_NAME = /[\s/\\?#@:%[\]*_]/;

/** Registrable names for which no authority issues certificates. */
const WITHOUT_CERTIFICATES = /\.(onion|arpa)$/;

/** A name that nobody can register (RFC 6761), accepted in the local run only. */
export const isTestDomain = (domain: string): boolean => domain.endsWith('.test');

/** A label that claims to be punycode and is not stays as it is when it is decoded. */
const isPunycodeBroken = (domain: string): boolean => /(^|\.)xn--/.test(domainToUnicode(domain));

const isBelow = (domain: string, host: string): boolean => domain === host || domain.endsWith(`.${host}`);

/**
 * Normalizes a domain name as DNS stores it: lower case, punycode, no trailing dot.
 *
 * Private suffixes (`github.io`, `co.com`) count as public suffixes: nobody can register one, and the names
 * below them belong to different people.
 *
 * @param path - input member to report errors for
 * @throws {ValidationError} unless it is a registrable public host name that is not ours
 */
export function toDomainName(text: string, path: string, rules: DomainRules): string {
  const { site, fallbackOrigin, allowTestDomains } = rules;
  const wrong = (message: string) => ValidationError.at(path, message);
  if (NOT_A_NAME.test(text)) throw wrong('must be a plain hostname like waitlist.example.com');
  const domain = domainToASCII(text).replace(/\.$/, '');
  const { domain: registrable, isIcann, isPrivate, isIp } = parse(domain, { allowPrivateDomains: true });
  if (isIp) throw wrong('must be a hostname, not an IP address');
  if (!HOST_PATTERN.test(domain)) throw wrong('must be a hostname like waitlist.example.com');

  if (isPunycodeBroken(domain)) throw wrong('has a label that starts with xn-- but is not valid punycode');

  const isPublic = (isIcann || isPrivate) && !WITHOUT_CERTIFICATES.test(domain);
  if (!isPublic && !(isTestDomain(domain) && allowTestDomains)) {
    throw wrong('must be a public domain with an existing top-level domain');
  }
  if (registrable === null) throw wrong('is a public suffix, not your own domain');
  if (isBelow(domain, hostName(new URL(site.baseUrl).hostname) ?? '') || isBelow(domain, fallbackOrigin)) {
    throw wrong('belongs to this service; use your own domain');
  }
  return domain;
}
