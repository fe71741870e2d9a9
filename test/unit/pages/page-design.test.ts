import { describe, expect, it } from '@jest/globals';
import { leadOf, toPageDesign } from '../../../core/pages/page-design.ts';
import { verifies } from '../../support/verifies.ts';

describe('toPageDesign', () => {
  it('gives every member, and the text color for the brand color', () => {
    expect(toPageDesign({})).toMatchObject({ template: 'door', appearance: 'auto', onBrandColor: null });
    expect(toPageDesign({ brandColor: '#FFD27A' })).toMatchObject({
      brandColor: '#FFD27A',
      onBrandColor: '#000000',
    });
  });

  it('reads blank texts as none', () => {
    expect(toPageDesign({ headline: ' ', tagline: '', buttonLabel: '\n' })).toMatchObject({
      headline: null,
      tagline: null,
      buttonLabel: null,
    });
  });
});

const NEUTRAL = 'Something new is on its way.';

describe('leadOf', () => {
  it(`is the tagline, else the SEO description, else a neutral sentence${verifies('design.lead')}`, () => {
    const tagline = 'Ride to orbit.';
    expect(leadOf(toPageDesign({ tagline }), 'For search engines', NEUTRAL)).toBe(tagline);
    expect(leadOf(toPageDesign({ tagline: ' ' }), 'For search engines', NEUTRAL)).toBe('For search engines');
    for (const none of [null, '', ' ']) expect(leadOf(toPageDesign({}), none, NEUTRAL)).toBe(NEUTRAL);
  });
});
