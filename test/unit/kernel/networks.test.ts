import { describe, expect, it } from '@jest/globals';
import { digestNetworks } from '../../../core/kernel/networks.ts';

describe('digestNetworks', () => {
  const key = Buffer.alloc(32, 1);
  const near = (address: string) => digestNetworks(key, address).near.toString('hex');
  const wide = (address: string) => digestNetworks(key, address).wide?.toString('hex') ?? null;

  it('is keyed, and 16 bytes long', () => {
    expect(near('203.0.113.7')).toHaveLength(32);
    expect(wide('2001:db8::1')).toHaveLength(32);
    const other = digestNetworks(Buffer.alloc(32, 2), '203.0.113.7').near.toString('hex');
    expect(near('203.0.113.7')).not.toBe(other);
  });

  it('counts an IPv4 address by itself, however it is written', () => {
    expect(near('203.0.113.7')).not.toBe(near('203.0.113.8'));
    for (const mapped of [
      '::ffff:203.0.113.7',
      '::FFFF:203.0.113.7',
      '::ffff:cb00:7107',
      '0:0:0:0:0:ffff:203.0.113.7',
      '::ffff:203.0.113.7%eth0',
    ]) {
      expect([near(mapped), wide(mapped)]).toEqual([near('203.0.113.7'), null]);
    }
  });

  it('counts an IPv6 address by its /64 and its /48', () => {
    const first = '2001:db8:1:2::1';
    for (const same of [
      '2001:0DB8:0001:0002:ffff:ffff:ffff:ffff',
      '2001:db8:1:2:3:4:5.6.7.8',
      `${first}%eth0`,
    ]) {
      expect([near(same), wide(same)]).toEqual([near(first), wide(first)]);
    }
    expect(near('2001:db8:1:3::1')).not.toBe(near(first));
    expect(wide('2001:db8:1:ffff::1')).toBe(wide(first));
    expect(wide('2001:db8:2:2::1')).not.toBe(wide(first));
    expect(near('::1')).not.toBe(near('::1:0:0:0:1'));
    expect(near('2001:db8:1::')).not.toBe(wide('2001:db8:1::'));
  });
});
