import { createHmac, type KeyObject } from 'node:crypto';
import { isIPv4, isIPv6 } from 'node:net';

/** The /64 of an IPv6 address: one household or server. */
function network64(address: string): string {
  const [head = '', tail] = address.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length;
  return [...left, ...Array.from({ length: zeros }, () => '0'), ...right]
    .slice(0, 4)
    .map(group => Number.parseInt(group, 16).toString(16))
    .join(':');
}

/** A network as the limiter knows it: a 16-byte keyed digest of the IPv4 address or the IPv6 /64. */
export function digestAddress(key: KeyObject | Buffer, address: string): Buffer {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
  const network = isIPv4(plain) || !isIPv6(plain) ? plain : network64(plain);
  return createHmac('sha256', key).update(`address:${network}`).digest().subarray(0, 16);
}
