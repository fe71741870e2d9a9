import { describe, expect, it } from '@jest/globals';
import { diagnoseDns } from '../../../core/domains/diagnose-dns.ts';
import type { DnsAnswer } from '../../../core/domains/domain-dns.ts';
import { verifies } from '../../support/verifies.ts';

const ORIGIN = 'cname.anteroom.example';
const ORIGIN_ADDRESSES = ['203.0.113.10', '2001:db8::10'];
const answer = (said: Partial<DnsAnswer>): DnsAnswer => ({
  aliases: [],
  addresses: [],
  originAddresses: ORIGIN_ADDRESSES,
  authorities: null,
  failed: false,
  ...said,
});
const diagnose = (said: Partial<DnsAnswer>) => diagnoseDns('shop.example.com', ORIGIN, answer(said));

describe('diagnoseDns', () => {
  it.each<[string, Partial<DnsAnswer>, string]>([
    ['no record', {}, 'There is no record for shop.example.com. Create a CNAME record'],
    [
      'wrong target',
      { aliases: ['shops.example.net', 'x.example.net'] },
      'points to shops.example.net. Change it to',
    ],
    ['addresses', { addresses: ['192.0.2.1'] }, 'has address records (A or AAAA)'],
    ['a proxy', { addresses: ['104.21.3.4', '172.67.1.2'] }, 'behind its DNS provider’s proxy'],
    ['a proxy over IPv6', { addresses: ['2606:4700:3030::6815:1'] }, 'behind its DNS provider’s proxy'],
    ['unresponsive servers', { failed: true }, 'not responding'],
    ['a CAA record', { aliases: [ORIGIN], authorities: ['letsencrypt.org'] }, '0 issue "amazon.com"'],
    ['a CAA record that forbids all', { aliases: [ORIGIN], authorities: [''] }, '0 issue "amazon.com"'],
  ])(`names what to change: %s${verifies('domains.reason-names-change')}`, (_, said, reason) => {
    expect(diagnose(said).reason).toContain(reason);
  });

  it.each<[string, Partial<DnsAnswer>, { configured: boolean; points: boolean }]>([
    ['a CNAME', { aliases: [ORIGIN] }, { configured: true, points: true }],
    [
      'a chain of CNAMEs',
      { aliases: ['a.example', ORIGIN, 'd1.cloudfront.net'] },
      { configured: true, points: true },
    ],
    ['an ALIAS', { addresses: ['203.0.113.10'] }, { configured: false, points: true }],
    [
      'Amazon among the authorities',
      { aliases: [ORIGIN], authorities: ['x.org', 'amazontrust.com'] },
      { configured: true, points: true },
    ],
  ])('accepts %s', (_, said, expected) => {
    expect(diagnose(said)).toEqual({ ...expected, reason: null, isGone: false });
  });

  it('knows that a name is gone only if the servers answer, and know our own name', () => {
    expect(diagnose({}).isGone).toBe(true);
    for (const said of [
      { aliases: ['elsewhere.example'] },
      { addresses: ['192.0.2.1'] },
      { failed: true },
      { originAddresses: [] },
    ])
      expect(diagnose(said).isGone).toBe(false);
    expect(diagnoseDns('local.test', ORIGIN, answer({})).isGone).toBe(false);
  });

  it('does not mistake a name with the same ending, or an unassigned address, for ours', () => {
    expect(diagnose({ aliases: [`evil-${ORIGIN}`] }).points).toBe(false);
    expect(diagnose({ addresses: ['192.0.2.1'], originAddresses: [] }).points).toBe(false);
  });
});
