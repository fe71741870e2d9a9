import { describe, expect, it } from '@jest/globals';
import { generateReferralCode, readReferralCode } from '../../../core/identity/referral-code.ts';
import { verifies } from '../../support/verifies.ts';

describe('generateReferralCode', () => {
  const codes = Array.from({ length: 5000 }, generateReferralCode);

  it('returns ten readable characters, never the same twice', () => {
    for (const code of codes) expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{10}$/);
    expect(new Set(codes).size).toBe(codes.length);
  });

  it('uses every character about equally often', () => {
    const counts = new Map<string, number>();
    for (const character of codes.join('')) counts.set(character, (counts.get(character) ?? 0) + 1);
    expect(counts.size).toBe(32);
    // 50,000 characters: 1,562 of each, standard deviation 39; ten of those are not by chance.
    for (const count of counts.values()) expect(Math.abs(count - 50_000 / 32)).toBeLessThan(390);
  });
});

describe('readReferralCode', () => {
  it.each([
    'k3m9abc0de',
    ' k3m9abc0de\n',
    'K3M9ABC0DE',
    'k3m9abc0de.',
    'k3m9abc0de/',
    '(k3m9abc0de)',
    '<k3m9abc0de>',
    'k3m9abc0de?utm_source=x',
    'k3m9abc0de&utm_source=x',
    'k3m9abc0de%20',
    'k3m9abc0de\u200b',
    '\u00a0\u200fk3m9abc0de\u00ad',
    'k3m9abc0de,other00000',
    'ｋ３ｍ９ａｂｃ０ｄｅ',
    'ref=k3m9abc0de',
    'https://anteroom.example/w/hello?utm_source=x&ref=k3m9abc0de#top',
  ])(`reads %j${verifies('entries.code-as-pasted')}`, pasted => {
    expect(readReferralCode(pasted)).toBe('k3m9abc0de');
  });

  it.each(['', ' ', '\0', '…'])('finds no code in %j', text => {
    expect(readReferralCode(text) ?? '').not.toMatch(/./);
  });
});
