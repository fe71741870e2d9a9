import { describe, expect, it } from '@jest/globals';
import { type Card, cardHash, toCard } from '../../../core/pages/card.ts';

const SITE = { baseUrl: 'https://anteroom.example' };
const FILE = `${'ab'.repeat(32)}.png`;
const card: Card = { name: 'Brewline', lead: 'Coffee', brandColor: null, isDark: false, logo: null };

describe('the hash of a card', () => {
  it('is the same for the same content, on every machine', () => {
    expect(cardHash(card)).toBe(cardHash({ ...card }));
    expect(cardHash(card)).toBe('e91c7eae9d0dbf6489c3295bcd5e1bae');
    expect(cardHash({ ...card, brandColor: '#AABBCC' })).toBe(cardHash({ ...card, brandColor: '#aabbcc' }));
  });

  it.each<Partial<Card>>([
    { name: 'Brewlines' },
    { lead: 'Tea' },
    // The same letters in other members.
    { name: 'BrewlineCoffee', lead: '' },
    { brandColor: '#ffffff' },
    { isDark: true },
    { logo: { hash: Buffer.alloc(32), type: 'png' } },
    { logo: { hash: Buffer.alloc(32), type: 'svg' } },
  ])('changes with %j', changed => {
    expect(cardHash({ ...card, ...changed })).not.toBe(cardHash(card));
  });
});

describe('the card of a page', () => {
  const logoOf = (logoUrl: string) =>
    toCard(SITE, { name: 'Brewline', seoDescription: null, design: { logoUrl }, language: 'en' }).logo;

  it('shows an image of ours', () => {
    expect(logoOf(`https://anteroom.example/assets/${FILE}`)).toEqual({
      hash: Buffer.from('ab'.repeat(32), 'hex'),
      type: 'png',
    });
  });

  it.each([
    `https://cdn.example.com/assets/${FILE}`,
    `https://anteroom.example.evil.example/assets/${FILE}`,
    `http://anteroom.example/assets/${FILE}`,
    `https://anteroom.example:8443/assets/${FILE}`,
    `https://anteroom.example/w/x/${FILE}`,
    'no url',
  ])('leaves %s out', logoUrl => {
    expect(logoOf(logoUrl)).toBeNull();
  });
});
