import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { luminance, textColorOn } from '../../../core/markup/contrast.ts';
import { verifies } from '../../support/verifies.ts';

const channelsOf = (color: string) => [1, 3, 5].map(at => Number.parseInt(color.slice(at, at + 2), 16));

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [one, other].map(color => luminance(channelsOf(color))).sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

describe('textColorOn', () => {
  it.each([
    ['#000000', '#ffffff'],
    ['#FFFFFF', '#000000'],
    ['#0f62fe', '#ffffff'],
    ['#ffd27a', '#000000'],
    ['#ff6600', '#000000'],
  ])('on %s is %s', (color, expected) => {
    expect(textColorOn(color)).toBe(expected);
  });

  it(`has a contrast of 4.5:1 or more on every color${verifies('design.text-on-brand-color')}`, () => {
    const channel = fc.integer({ min: 0, max: 255 });
    fc.assert(
      fc.property(fc.tuple(channel, channel, channel), channels => {
        const color = `#${channels.map(each => each.toString(16).padStart(2, '0')).join('')}`;
        expect(contrast(color, textColorOn(color))).toBeGreaterThanOrEqual(4.5);
      }),
      { numRuns: 5_000 },
    );
    // The grays around the turning point, where neither has much to spare.
    for (let gray = 0x70; gray <= 0x80; gray++) {
      const color = `#${gray.toString(16).repeat(3)}`;
      expect(contrast(color, textColorOn(color))).toBeGreaterThanOrEqual(4.5);
    }
  });

  it('knows the contrast of black and white', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21);
  });
});
