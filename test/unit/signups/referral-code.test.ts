import { describe, expect, it } from '@jest/globals';
import { generateReferralCode } from '../../../core/signups/referral-code.ts';

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
