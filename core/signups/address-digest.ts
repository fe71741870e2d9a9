import { createHmac, type KeyObject } from 'node:crypto';
import { isIPv4, isIPv6 } from 'node:net';

/** The first 64 bits of an IPv6 address: what one household or server has to itself. */
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

/** What stands for a network in the limiter: a keyed digest of the IPv4 address or the IPv6 /64, 16 bytes. */
export function digestAddress(key: KeyObject | Buffer, address: string): Buffer {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
  const network = isIPv4(plain) || !isIPv6(plain) ? plain : network64(plain);
  return createHmac('sha256', key).update(`address:${network}`).digest().subarray(0, 16);
}
