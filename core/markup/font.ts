/**
 * Figtree, cut with fonttools into three parts, and the Arabic letters of Readex Pro, since Figtree has none: their URLs, which carry
 * a hash of the file (checked by `lib/build/page-font.ts`), and their characters. Nearly every page needs only the first; browsers
 * load the others for texts with such letters.
 */
export const FONT_PARTS = {
  basic: {
    path: '/_page/font.5f146460398b889d.woff2',
    range: 'U+20-7E,U+A0,U+B7,U+2013-2014,U+2018-2019,U+201C-201D,U+2026',
  },
  latin: {
    path: '/_page/font.2b9cf603755c5e37.woff2',
    range:
      'U+A1-B6,U+B8-FF,U+131,U+152-153,U+2C6,U+2DA,U+2DC,U+201A,U+201E,U+2022,U+2030,U+2039-203A,U+20AC,U+2122,U+2190-2193,U+2212',
  },
  extended: {
    path: '/_page/font.bf8bd5f997d8d689.woff2',
    range:
      'U+100-130,U+132-151,U+154-2BA,U+2BD-2C5,U+2C7-2CC,U+2CE-2D7,U+2DD-2FF,U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113',
  },
  arabic: {
    path: '/_page/font.b5815b71c48e513b.woff2',
    range: 'U+600-6FF,U+750-77F,U+8A0-8FF,U+FB50-FDFF,U+FE70-FEFC',
  },
} as const;
export type FontPart = keyof typeof FONT_PARTS;

/** Until the font is there: Arial, which is as wide, in lines as high. So nothing moves. */
const FALLBACK =
  '@font-face{font-family:"Figtree Fallback";font-weight:400 700;src:local("Arial"),local("Liberation Sans");ascent-override:95%;descent-override:25%;line-gap-override:0%}';

/** `@font-face` rules for these parts, and for the font that stands in until they load. */
export const fontFaces = (...parts: readonly FontPart[]): string =>
  FALLBACK +
  parts
    .map(part => FONT_PARTS[part])
    .map(
      ({ path, range }) =>
        `@font-face{font-family:Figtree;font-weight:400 700;font-display:swap;src:url(${path}) format("woff2");unicode-range:${range}}`,
    )
    .join('');

/** For the head of a page: the part that every page needs. */
export const FONT_PRELOAD = `<link rel="preload" href="${FONT_PARTS.basic.path}" as="font" type="font/woff2" crossorigin="anonymous">`;
