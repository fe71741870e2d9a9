import { describe, expect, it } from '@jest/globals';
import { checkHostName, isAllowedAddress, isLoopback } from '../../../core/customer-database/host-name.ts';

const PUBLIC = [
  '1.1.1.1',
  '8.8.8.8',
  '52.95.110.1',
  '172.32.0.1',
  '100.128.0.1',
  '2606:4700:4700::1111',
  '2a00:1450:4001::1',
];

const REFUSED = [
  ['this network', '0.0.0.0'],
  ['this network', '0.1.2.3'],
  ['private', '10.1.2.3'],
  ['private', '172.16.0.1'],
  ['private', '172.31.255.255'],
  ['private', '192.168.1.1'],
  ['carriers', '100.64.0.1'],
  ['carrier-grade NAT, and Alibaba’s metadata', '100.100.100.200'],
  ['link-local, and metadata', '169.254.169.254'],
  ['link-local, and ECS', '169.254.170.2'],
  ['Azure’s metadata', '168.63.129.16'],
  ['Oracle’s metadata', '192.0.0.192'],
  ['documentation', '192.0.2.1'],
  ['documentation', '198.51.100.1'],
  ['documentation', '203.0.113.1'],
  ['benchmarks', '198.18.0.1'],
  ['benchmarks', '198.19.255.255'],
  ['6to4 relays', '192.88.99.1'],
  ['multicast', '224.0.0.1'],
  ['multicast', '239.255.255.255'],
  ['reserved', '240.0.0.1'],
  ['broadcast', '255.255.255.255'],
  ['unspecified', '::'],
  ['mapped', '::ffff:127.0.0.1'],
  ['mapped', '::ffff:7f00:1'],
  ['IPv4-mapped public address', '::ffff:8.8.8.8'],
  ['compatible', '::127.0.0.1'],
  ['compatible', '::8.8.8.8'],
  ['translated', '::ffff:0:127.0.0.1'],
  ['NAT64', '64:ff9b::7f00:1'],
  ['NAT64', '64:ff9b::808:808'],
  ['NAT64, local', '64:ff9b:1::1'],
  ['6to4 of loopback', '2002:7f00:1::1'],
  ['6to4 of a private address', '2002:a00:1::1'],
  ['Teredo', '2001::1'],
  ['ORCHID', '2001:20::1'],
  ['benchmarks', '2001:2::1'],
  ['documentation', '2001:db8::1'],
  ['documentation', '3fff::1'],
  ['discard', '100::1'],
  ['unique local', 'fc00::1'],
  ['unique local, and AWS’s metadata', 'fd00:ec2::254'],
  ['link-local', 'fe80::1'],
  ['link-local with its zone', 'fe80::1%eth0'],
  ['public with a zone', '2606:4700:4700::1111%eth0'],
  ['site-local', 'fec0::1'],
  ['multicast', 'ff02::1'],
  ['segment routing', '5f00::1'],
  ['not an address', 'db.example.com'],
  ['empty', ''],
] as const;

const LOOPBACK = ['127.0.0.1', '127.255.255.254', '::1', '0:0:0:0:0:0:0:1'];

describe('an address', () => {
  it.each(PUBLIC)('on the public internet is allowed: %s', address => {
    expect(isAllowedAddress(address, false)).toBe(true);
    expect(isLoopback(address)).toBe(false);
  });

  it.each(REFUSED)('that is not is refused, also where loopback is allowed: %s, %s', (_what, address) => {
    expect(isAllowedAddress(address, false)).toBe(false);
    expect(isAllowedAddress(address, true)).toBe(false);
    expect(isLoopback(address)).toBe(false);
  });

  it.each(LOOPBACK)('of this machine is allowed only in the local run: %s', address => {
    expect(isAllowedAddress(address, false)).toBe(false);
    expect(isAllowedAddress(address, true)).toBe(true);
    expect(isLoopback(address)).toBe(true);
  });
});

describe('a host name', () => {
  const long = (last: number): string =>
    `${'a'.repeat(63)}.${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(last)}`;

  it.each(['localhost', 'db.example.com', long(61)])('may be %s', name => {
    expect(checkHostName(name)).toBe(name);
  });

  it.each(['db', 'fe80::1%eth0', '1:2', '127.1', 'db.0x7f000001', 'db..example.com', long(62)])(
    'may not be %s',
    name => {
      expect(() => checkHostName(name)).toThrow('Invalid host');
    },
  );
});
