import { createHmac } from 'node:crypto';
import { BlockList, isIPv4, isIPv6 } from 'node:net';
import { type DigestKey, recognitionKey } from './digest-key.ts';

/** The networks of an address that limits count, as 16-byte keyed digests: addresses are not stored. */
export interface Networks {
  /** The IPv4 address, or the IPv6 /64: one household or server. */
  readonly near: Buffer;
  /** The IPv6 /48, which one customer of a provider may own whole; null for IPv4. */
  readonly wide: Buffer | null;
}

/** A /48 may use the limit of this many of its 65,536 networks. */
export const WIDE_FACTOR = 10;

const privateNetworks = new BlockList();
for (const [network, prefix, family] of [
  ['10.0.0.0', 8, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'], // shared by the customers of a carrier
  ['127.0.0.0', 8, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['::1', 128, 'ipv6'],
  ['fc00::', 7, 'ipv6'],
  ['fe80::', 10, 'ipv6'],
] as const) {
  privateNetworks.addSubnet(network, prefix, family);
}

/** Whether an address is loopback, link-local, or private, and so says nothing about where somebody is. */
export function isPrivateAddress(address: string): boolean {
  const [unscoped = ''] = address.split('%');
  return privateNetworks.check(unscoped, isIPv4(unscoped) ? 'ipv4' : 'ipv6');
}

/** The eight groups of an IPv6 address. */
function groupsOf(address: string): string[] {
  // The URL parser writes every form of an address in one way.
  const { hostname } = new URL(`http://[${address}]`);
  const [left = [], right = []] = hostname
    .slice(1, -1)
    .split('::')
    .map(part => (part === '' ? [] : part.split(':')));
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => '0');
  return [...left, ...zeros, ...right];
}

/** The networks of an address, as text. */
function networksOf(address: string): { near: string; wide: string | null } {
  const [unscoped = ''] = address.split('%');
  if (!isIPv6(unscoped)) return { near: address, wide: null };
  const groups = groupsOf(unscoped);
  if (groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff') {
    const bytes = Buffer.from(
      groups
        .slice(6)
        .map(group => group.padStart(4, '0'))
        .join(''),
      'hex',
    );
    return { near: bytes.join('.'), wide: null };
  }
  return { near: groups.slice(0, 4).join(':'), wide: `${groups.slice(0, 3).join(':')}/48` };
}

/** The networks of an address that every limit counts: IPv4, IPv6, or IPv4 written as IPv6. */
export function digestNetworks(key: DigestKey, address: string): Networks {
  const digest = (network: string): Buffer =>
    createHmac('sha256', recognitionKey(key)).update(`address:${network}`).digest().subarray(0, 16);
  const { near, wide } = networksOf(address);
  return { near: digest(near), wide: wide === null ? null : digest(wide) };
}
