import { describe, expect, it } from '@jest/globals';
import { digestAddress } from '../../../core/signups/address-digest.ts';

describe('digestAddress', () => {
  const key = Buffer.alloc(32, 1);
  const digest = (address: string) => digestAddress(key, address).toString('hex');

  it('is keyed, and 16 bytes long', () => {
    expect(digest('203.0.113.7')).toHaveLength(32);
    expect(digest('203.0.113.7')).not.toBe(digestAddress(Buffer.alloc(32, 2), '203.0.113.7').toString('hex'));
  });

  it('treats an IPv6 /64 as one address, and a mapped IPv4 address as IPv4', () => {
    expect(digest('2001:db8:1:2::1')).toBe(digest('2001:0db8:0001:0002:ffff:ffff:ffff:ffff'));
    expect(digest('2001:db8:1:2::1')).not.toBe(digest('2001:db8:1:3::1'));
    expect(digest('::ffff:203.0.113.7')).toBe(digest('203.0.113.7'));
    expect(digest('203.0.113.7')).not.toBe(digest('203.0.113.8'));
    expect(digest('::1')).not.toBe(digest('::1:0:0:0:1'));
  });
});
