import { describe, expect, it } from '@jest/globals';
import { toDomainName } from '../../../core/domains/domain-name.ts';
import { hostName } from '../../../core/domains/host-name.ts';
import { ValidationError } from '../../../core/kernel/errors.ts';
import { verifies } from '../../support/verifies.ts';

const site = {
  baseUrl: 'https://app.anteroom.com',
  licensePriceUsd: 49,
  proPriceUsd: 49,
  allowInsecureLoopback: false,
};
const rules = { site, fallbackOrigin: 'cname.anteroom-edge.net', allowTestDomains: false };
const name = (text: string, more = {}) => toDomainName(text, 'domain', { ...rules, ...more });

describe('toDomainName', () => {
  it.each([
    ['Shop.Example.COM', 'shop.example.com'],
    ['example.com.', 'example.com'],
    ['Bücher.de', 'xn--bcher-kva.de'],
    ['ＳＨＯＰ.example.com', 'shop.example.com'],
    ['shop。example。com', 'shop.example.com'],
    ['例え.jp', 'xn--r8jz45g.jp'],
    ['a.b.c.example.co.uk', 'a.b.c.example.co.uk'],
    ['name.github.io', 'name.github.io'],
    ['0-9.example.com', '0-9.example.com'],
    [`${'a'.repeat(63)}.example.com`, `${'a'.repeat(63)}.example.com`],
    ['anteroom.com', 'anteroom.com'],
    ['other.anteroom.com', 'other.anteroom.com'],
  ])('reads %s as %s', (text, domain) => {
    expect(name(text)).toBe(domain);
  });

  it.each([
    ...['com', 'co.uk', 'github.io', 'xn--p1ai', 'cloudfront.net', 'b.ck'],
    ...[
      'localhost',
      'shop',
      'printer.local',
      'db.internal',
      'shop.test',
      'x.example',
      'x.invalid',
      'a.onion',
      '1.in-addr.arpa',
    ],
    ...['127.0.0.1', '1.1', '0x7f.1', '2130706433', '[::1]', '::1', '10.0.0.1.'],
    ...[
      'https://example.com',
      'example.com/',
      'example.com:443',
      'user@example.com',
      '*.example.com',
      'a b.com',
      'ex%61mple.com',
      'example.com?x',
      '_dmarc.example.com',
      'a..example.com',
      '.example.com',
      '-a.example.com',
      'a-.example.com',
      'example.com..',
      '',
      '.',
      `${'a'.repeat(64)}.example.com`,
      `${'a.'.repeat(125)}example.com`,
      'exa\u0000mple.com',
      'exa\\mple.com',
      ...['xn--a.com', 'XN--A.com', 'a.xn--zn7c.com', 'xn--.com', 'xn--99999999.com'],
      'ex\tample.com',
    ],
  ])(`refuses "%s"${verifies('domains.not-registrable-400')}`, text => {
    expect(() => name(text)).toThrow(ValidationError);
  });

  it.each([
    'app.anteroom.com',
    'APP.anteroom.com.',
    'x.app.anteroom.com',
    'cname.anteroom-edge.net',
    'y.cname.anteroom-edge.net',
  ])(`refuses %s, which is ours${verifies('domains.below-our-own-400')}`, text => {
    expect(() => name(text)).toThrow(ValidationError);
  });

  it('accepts names under .test where they stand in for real ones, but not .test itself', () => {
    expect(name('Shop.Test', { allowTestDomains: true })).toBe('shop.test');
    expect(name('a.b.test', { allowTestDomains: true })).toBe('a.b.test');
    expect(() => name('test', { allowTestDomains: true })).toThrow(ValidationError);
  });
});

describe('hostName', () => {
  it.each([
    ['Shop.Example.com', 'shop.example.com'],
    ['shop.example.com.:8443', 'shop.example.com'],
    ['bücher.de', 'xn--bcher-kva.de'],
    ['[::1]:3000', '[::1]'],
    ['0x7f.1', '127.0.0.1'],
    ['localhost:', 'localhost'],
  ])('of %s is %s', (host, expected) => expect(hostName(host)).toBe(expected));

  it.each([
    '',
    ' ',
    'a b',
    'a/b',
    'a?b',
    'a#b',
    'a@b',
    'a\\b',
    'a:99999',
    'a:b',
    '::1',
    '[::1',
    'a,b',
    'a.example, b.example',
    '%00',
  ])('of "%s" is null, or a name that nobody can have', host =>
    expect([null, 'a,b']).toContain(hostName(host)),
  );
});
