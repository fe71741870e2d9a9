import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The family that pages can use, in weights 400 to 700. SIL Open Font License: `web/page/fonts/OFL.txt`. */
export const FONT_LICENSE = { name: 'Figtree', version: '2.0', license: 'OFL-1.1' } as const;

/**
 * Figtree, cut with fonttools into three parts. Nearly every page needs only the first; browsers load the others for
 * names with such letters.
 */
const PARTS = {
  basic: 'U+20-7E,U+A0,U+B7,U+2013-2014,U+2018-2019,U+201C-201D,U+2026',
  latin:
    'U+A1-B6,U+B8-FF,U+131,U+152-153,U+2C6,U+2DA,U+2DC,U+201A,U+201E,U+2022,U+2030,U+2039-203A,U+20AC,U+2122,U+2190-2193,U+2212',
  extended:
    'U+100-130,U+132-151,U+154-2BA,U+2BD-2C5,U+2C7-2CC,U+2CE-2D7,U+2DD-2FF,U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113',
} as const;
type Part = keyof typeof PARTS;

export interface PageFont {
  /** The file of the first part. */
  readonly basic: string;
  /** `@font-face` rules for these parts. */
  faces(...parts: readonly Part[]): string;
}

/** @param add - publishes a file; returns its URL path */
export async function buildPageFont(add: (name: string, body: Buffer) => string): Promise<PageFont> {
  const folder = join(import.meta.dirname, '../../web/page/fonts');
  const load = async (part: Part) => add('font', await readFile(join(folder, `figtree-${part}.woff2`)));
  const [basic, latin, extended] = await Promise.all([load('basic'), load('latin'), load('extended')]);
  const paths = { basic, latin, extended };
  const face = (part: Part): string =>
    `@font-face{font-family:Figtree;font-weight:400 700;font-display:swap;src:url(${paths[part]}) format("woff2");unicode-range:${PARTS[part]}}`;
  return { basic, faces: (...parts) => parts.map(face).join('') };
}
