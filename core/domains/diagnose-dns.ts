import { BlockList, isIPv6 } from 'node:net';
import type { DnsAnswer } from './domain-dns.ts';
import { isTestDomain } from './domain-name.ts';

/** The diagnosis of a domain's DNS. */
export interface DnsDiagnosis {
  /** Its public CNAME points to the fallback origin. */
  readonly configured: boolean;
  /** As `configured`, or it has the same addresses (an ALIAS at a zone apex, which cannot have a CNAME). */
  readonly points: boolean;
  /** Instructions for the owner; null if nothing must change. */
  readonly reason: string | null;
  /** The name servers answer, and the name has neither a CNAME nor an address. */
  readonly isGone: boolean;
}

/** CAA values for Amazon's certificate authority; any one will do. */
const AMAZON = ['amazon.com', 'amazontrust.com', 'awstrust.com', 'amazonaws.com'];

/** Cloudflare's published ranges: a name with one of these addresses is behind its proxy. */
const PROXIES: readonly (readonly [network: string, prefix: number])[] = [
  ['173.245.48.0', 20],
  ['103.21.244.0', 22],
  ['103.22.200.0', 22],
  ['103.31.4.0', 22],
  ['141.101.64.0', 18],
  ['108.162.192.0', 18],
  ['190.93.240.0', 20],
  ['188.114.96.0', 20],
  ['197.234.240.0', 22],
  ['198.41.128.0', 17],
  ['162.158.0.0', 15],
  ['104.16.0.0', 13],
  ['104.24.0.0', 14],
  ['172.64.0.0', 13],
  ['131.0.72.0', 22],
  ['2400:cb00::', 32],
  ['2606:4700::', 32],
  ['2803:f800::', 32],
  ['2405:b500::', 32],
  ['2405:8100::', 32],
  ['2a06:98c0::', 29],
  ['2c0f:f248::', 32],
];

const familyOf = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4');

const proxies = new BlockList();
for (const [network, prefix] of PROXIES) proxies.addSubnet(network, prefix, familyOf(network));

const isProxy = (address: string): boolean => proxies.check(address, familyOf(address));

/** The first instruction to the owner. */
export const createRecord = (domain: string, origin: string): string =>
  `Create a CNAME record for ${domain} that points to ${origin}.`;

/** Says what the domain's owner must change, in the order to do it. */
export function diagnoseDns(domain: string, origin: string, answer: DnsAnswer): DnsDiagnosis {
  const configured = answer.aliases.includes(origin);
  const sharesAddress = answer.addresses.some(address => answer.originAddresses.includes(address));
  const points = configured || sharesAddress;
  return {
    configured,
    points,
    reason: points ? refusedAuthority(domain, answer) : misdirected(domain, origin, answer),
    isGone: isGone(domain, answer),
  };
}

/** Only where the same look-up finds our own name, so that a resolver of ours that is broken removes nothing. */
const isGone = (domain: string, { aliases, addresses, originAddresses, failed }: DnsAnswer): boolean =>
  !isTestDomain(domain) &&
  !failed &&
  aliases.length === 0 &&
  addresses.length === 0 &&
  originAddresses.length > 0;

function misdirected(domain: string, origin: string, answer: DnsAnswer): string {
  const { aliases, addresses, failed } = answer;
  const [target] = aliases;
  if (target !== undefined) {
    return `The CNAME record of ${domain} points to ${target}. Change it to ${origin}.`;
  }
  if (addresses.some(isProxy)) {
    return `${domain} is behind its DNS provider’s proxy. Turn the proxy off for this record ("DNS only") and make it a CNAME to ${origin}.`;
  }
  if (addresses.length > 0) {
    return `${domain} has address records (A or AAAA). Remove them and create a CNAME record that points to ${origin}.`;
  }
  if (failed) return `The name servers of ${domain} are not responding. We’ll keep checking.`;
  return `There is no record for ${domain}. ${createRecord(domain, origin)}`;
}

function refusedAuthority(domain: string, { authorities }: DnsAnswer): string | null {
  if (authorities === null || authorities.some(name => AMAZON.includes(name))) return null;
  return `A CAA record blocks the certificate for ${domain}. Add the CAA record: 0 issue "amazon.com".`;
}
