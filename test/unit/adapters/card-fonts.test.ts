import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { createCardFonts } from '../../../adapters/takumi/card-fonts.ts';

const fonts = createCardFonts(join(import.meta.dirname, '../../../node_modules'));
const familiesOf = (...texts: string[]) => [...new Set(fonts.fontsFor(texts).map(({ family }) => family))];

describe('the fonts of cards', () => {
  it.each([
    ['inter', 'Brewline – “Łódź” €5'],
    ['inter', 'Кофейня «Ґава», καφές, cà phê sữa'],
    ['noto-sans-arabic', 'مقهى'],
    ['noto-sans-hebrew', 'קפה'],
    ['noto-sans-devanagari', 'चाय'],
    ['noto-sans-thai', 'กาแฟ'],
    ['noto-sans-sc', '咖啡馆'],
    ['noto-sans-jp', 'コーヒー焙煎所'],
    ['noto-sans-kr', '커피'],
  ])('draw with %s: %s', (family, text) => {
    expect(fonts.readable(text)).toBe(text);
    expect(familiesOf(text).at(-1)).toBe(family);
  });

  it('draw Japanese characters with the Japanese font only', () => {
    expect(familiesOf('東京のコーヒー')).toEqual(['noto-sans-jp']);
  });

  it('leave emoji out, and the space they took', () => {
    expect(fonts.readable('🚀 Launchy 👩🏽‍💻 soon ☕️🇩🇪')).toBe('Launchy soon');
    expect(fonts.readable('🚀')).toBeNull();
  });

  it('compose accents, and write lines as one', () => {
    expect(fonts.readable('e\u0301te\u0301\n2031')).toBe('\u00e9t\u00e9 2031');
  });

  it.each(['தமிழ் காபி', 'ქართული', 'Brewline ខ្មែរ'])('cannot draw %s', text => {
    expect(fonts.readable(text)).toBeNull();
  });
});
