import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net';
import { ConnectorError } from './connector.ts';

const LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;
/**
 * Numbers as `inet_aton` reads them. A name that ends in one is an address in disguise (`127.1`,
 * `0x7f000001`).
 */
const NUMBER = /^(?:\d+|0x[0-9a-f]*)$/;

const refuse = (problem: string): never => {
  throw new ConnectorError('refused', `Invalid host in the connection string: ${problem}`);
};

/**
 * The host of a connection string in lower case: a host name, or an address in its usual form.
 * @throws {ConnectorError} of kind `refused` for anything else, without quoting it
 */
export function checkHostName(text: string): string {
  const host = text.toLowerCase().replace(/\.$/, '');
  if (host === '') return refuse('it is empty. Add a host; local sockets are not supported.');
  if (host.includes('%') || host.includes('/')) {
    return refuse('it is encoded or a path. Use a plain hostname; local sockets are not supported.');
  }
  if (isIPv4(host) || isIPv6(host)) return host;
  if (host.includes(':')) return refuse('it is not a valid IPv6 address.');
  if (/[^ -~]/.test(host)) return refuse('it contains non-ASCII letters. Write it in its xn-- form.');
  const labels = host.split('.');
  if (NUMBER.test(labels.at(-1) ?? '')) {
    return refuse('it is a number. Write an IPv4 address as four decimal numbers without leading zeros.');
  }
  if (host.length > 253 || !labels.every(label => LABEL.test(label)))
    return refuse('it is not a valid hostname.');
  if (labels.length === 1 && host !== 'localhost') {
    return refuse('it has no dot. Use the server’s full public hostname.');
  }
  return host;
}

const loopbackIPv4 = new BlockList();
loopbackIPv4.addSubnet('127.0.0.0', 8, 'ipv4');

const loopbackIPv6 = new BlockList();
loopbackIPv6.addAddress('::1', 'ipv6');

/** IPv4 ranges outside the public internet (IANA's special-purpose registry), and multicast. */
const refusedIPv4 = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8], // this network
  ['10.0.0.0', 8], // private
  ['100.64.0.0', 10], // shared by carriers
  ['127.0.0.0', 8], // loopback
  ['168.63.129.16', 32], // Azure's metadata, on a public address
  ['169.254.0.0', 16], // link-local, and the metadata of most clouds
  ['172.16.0.0', 12], // private
  ['192.0.0.0', 24], // protocol assignments
  ['192.0.2.0', 24], // documentation
  ['192.31.196.0', 24], // AS112
  ['192.52.193.0', 24], // multicast relays
  ['192.88.99.0', 24], // 6to4 relays
  ['192.168.0.0', 16], // private
  ['192.175.48.0', 24], // AS112
  ['198.18.0.0', 15], // benchmarks
  ['198.51.100.0', 24], // documentation
  ['203.0.113.0', 24], // documentation
  ['224.0.0.0', 4], // multicast
  ['240.0.0.0', 4], // reserved, broadcast
] as const) {
  refusedIPv4.addSubnet(network, prefix, 'ipv4');
}

/**
 * Global unicast. Everything else is excluded: loopback, mapped and compatible IPv4, NAT64, ULA,
 * link-local, multicast.
 */
const globalIPv6 = new BlockList();
globalIPv6.addSubnet('2000::', 3, 'ipv6');

/** Ranges in it that are not single machines on the internet. */
const refusedIPv6 = new BlockList();
for (const [network, prefix] of [
  ['2001::', 23], // protocol assignments, Teredo, benchmarks, ORCHID
  ['2001:db8::', 32], // documentation
  ['2002::', 16], // 6to4: any IPv4 address inside
  ['2620:4f:8000::', 48], // AS112
  ['3ffe::', 16], // the former 6bone
  ['3fff::', 20], // documentation
] as const) {
  refusedIPv6.addSubnet(network, prefix, 'ipv6');
}

/** Whether an address is loopback; IPv4 inside IPv6 never is. */
export function isLoopback(address: string): boolean {
  if (isIPv4(address)) return loopbackIPv4.check(address, 'ipv4');
  return isIPv6(address) && loopbackIPv6.check(address, 'ipv6');
}

/**
 * Whether the connector may connect to an address: a single machine on the public internet.
 * @param allowLoopback - also allow loopback (local run)
 */
export function isAllowedAddress(address: string, allowLoopback: boolean): boolean {
  if (address.includes('%')) return false;
  if (allowLoopback && isLoopback(address)) return true;
  switch (isIP(address)) {
    case 4:
      return !refusedIPv4.check(address, 'ipv4');
    case 6:
      return globalIPv6.check(address, 'ipv6') && !refusedIPv6.check(address, 'ipv6');
    default:
      return false;
  }
}
