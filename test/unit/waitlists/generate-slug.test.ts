import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isUuid } from '../../../core/kernel/schemas.ts';
import { slugFromName, withRandomSuffix } from '../../../core/waitlists/generate-slug.ts';
import { SLUG_PATTERN } from '../../../core/waitlists/waitlist-ref.ts';
import { verifies } from '../../support/verifies.ts';

describe('slugFromName', () => {
  it.each([
    ['Acme Rockets', 'acme-rockets'],
    ['Müller & Söhne', 'mueller-and-soehne'],
    ['Ça va, Ελλάδα?', 'ca-va-ellada'],
    ['  iPhone 17 Pro  ', 'iphone-17-pro'],
    ['Ace', 'ace'],
    ['🚀', 'waitlist'],
    ['ü'.repeat(100), 'ue'.repeat(50)],
    [`${'a'.repeat(99)} b`, 'a'.repeat(99)],
  ])(`transliterates%s${verifies('waitlists.slug-transliterated')}`, (name, slug) => {
    expect(slugFromName(name)).toBe(slug);
  });

  it(`makes a slug from any name${verifies('waitlists.slug-generated-at-least-3')}`, () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 100 }), name => {
        const slug = slugFromName(name);
        expect(slug).toMatch(SLUG_PATTERN);
        expect(isUuid(slug)).toBe(false);
      }),
    );
    expect(slugFromName('A')).toMatch(/^a-[a-z0-9]{5}$/);
    expect(isUuid(slugFromName('123E4567-e89b-12d3-a456-426614174000'))).toBe(false);
  });
});

describe('withRandomSuffix', () => {
  it('respects the maximum length and differs each time', () => {
    const long = 'a'.repeat(100);
    const slugs = Array.from({ length: 50 }, () => withRandomSuffix(long));
    for (const slug of slugs) expect(slug).toMatch(/^a{94}-[a-z0-9]{5}$/);
    expect(new Set(slugs).size).toBeGreaterThan(45);
  });
});
