import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  apiKeyPrefix,
  generateApiKey,
  hashApiKey,
  isWellFormedApiKey,
} from '../../../core/account/api-key.ts';
import { verifies } from '../../support/verifies.ts';

describe('API keys', () => {
  it(`are ar_live_, 32 and 6 base62 characters, and never repeat${verifies('keys.format')}`, () => {
    const keys = Array.from({ length: 500 }, generateApiKey);
    for (const key of keys) expect(key).toMatch(/^ar_live_[0-9A-Za-z]{38}$/);
    expect(new Set(keys).size).toBe(500);
  });

  // Computed apart from the code: CRC-32 by python's zlib, then base62 by hand.
  it.each([
    ['ar_live_00000000000000000000000000000000', '2tESDd'],
    ['ar_live_abcdefghijklmnopqrstuvwxyzABCDEF', '1h0y4F'],
    ['ar_live_zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz', '3j85RP'],
  ])(
    `end with the CRC-32 of the characters before it${verifies('keys.checksum-crc32')} (%s)`,
    (body, checksum) => {
      expect(isWellFormedApiKey(body + checksum)).toBe(true);
    },
  );

  it('with one character changed are malformed', () => {
    fc.assert(
      fc.property(fc.integer({ min: 8, max: 45 }), fc.constantFrom(...'0Aa9Zz'), (place, character) => {
        const key = generateApiKey();
        fc.pre(key.charAt(place) !== character);
        expect(isWellFormedApiKey(key.slice(0, place) + character + key.slice(place + 1))).toBe(false);
      }),
    );
  });

  it.each([
    '',
    'ar_live_',
    'sk_live_x',
    ` ${generateApiKey()}`,
    `${generateApiKey()}\n`,
    `${generateApiKey()}0`,
    // A right checksum.
    'sk_live_000000000000000000000000000000002UYg5A',
  ])('of any other form are malformed (%j)', key => expect(isWellFormedApiKey(key)).toBe(false));

  it('are looked up by SHA-256 and recognized by their prefix', () => {
    expect(hashApiKey('abc').toString('hex')).toBe(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    );
    const key = generateApiKey();
    expect(key.startsWith(apiKeyPrefix(key))).toBe(true);
    expect(apiKeyPrefix(key)).toHaveLength(12);
  });
});
