import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readCoverage } from './woff2.ts';

/** Font packages: the first that has a character draws it. */
const FAMILIES = [
  'inter',
  'noto-sans-arabic',
  'noto-sans-hebrew',
  'noto-sans-devanagari',
  'noto-sans-thai',
  'noto-sans-sc',
  'noto-sans-jp',
  'noto-sans-kr',
] as const;
type Family = (typeof FAMILIES)[number];

export const FONT_PACKAGES = FAMILIES.map(family => `@fontsource-variable/${family}`);

const RANGES = 'unicode.json';
const FONT_ENDING = '-wght-normal.woff2';

/** Whether a file of a font package is used here. Licenses go with the fonts. */
export const isFontFile = (path: string): boolean =>
  path === RANGES || path === 'LICENSE' || path.endsWith(FONT_ENDING);

/** A file with some of a family's characters. */
interface Slice {
  readonly family: Family;
  readonly path: string;
  /** As web pages declare it; the file may have fewer. */
  readonly ranges: readonly (readonly [first: number, last: number])[];
}

interface LoadedSlice {
  readonly data: Buffer;
  readonly covered: ReadonlySet<number>;
}

/** A font for some characters of a text. */
export interface CardFont {
  readonly family: string;
  readonly data: Buffer;
  readonly points: readonly number[];
}

export interface CardFonts {
  /**
   * The text as our fonts can draw it: without emoji and other symbols that they lack; null if they lack one of its
   * letters.
   */
  readable(text: string): string | null;
  /** The fonts for readable texts, by priority. */
  fontsFor(texts: readonly string[]): CardFont[];
}

const parseRange = (range: string): [number, number] => {
  const [first = '', last = first] = range.trim().replace(/^U\+/i, '').split('-');
  return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
};

function readSlices(folder: string, family: Family): Slice[] {
  const root = join(folder, '@fontsource-variable', family);
  const subsets = JSON.parse(readFileSync(join(root, RANGES), 'utf8')) as Record<string, string>;
  return Object.entries(subsets).map(([subset, ranges]) => ({
    family,
    path: join(root, 'files', `${family}-${subset.replace(/[[\]]/g, '')}${FONT_ENDING}`),
    ranges: ranges.split(',').map(parseRange),
  }));
}

/** Han characters look different in Japanese and Korean, so kana and hangul decide which font draws them. */
function familiesFor(text: string): readonly Family[] {
  const first = /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)
    ? 'noto-sans-jp'
    : /\p{Script=Hangul}/u.test(text)
      ? 'noto-sans-kr'
      : 'noto-sans-sc';
  const rest = FAMILIES.filter(family => family !== 'inter' && family !== first);
  return ['inter', first, ...rest];
}

/** Without one of these, a word says something else. Other characters, such as emoji, can be left out. */
const NEEDED = /[\p{L}\p{N}\p{Mc}]|(?!\p{Variation_Selector})\p{Mn}/u;

const pointsOf = (text: string): number[] =>
  [...new Set(text)].map(character => character.codePointAt(0) ?? 0);

/**
 * Finds fonts for texts. Reads only the files that they need; all of them have 14 MB.
 * @param folder - `node_modules`, or a folder with the same packages
 */
export function createCardFonts(folder: string): CardFonts {
  const slices = FAMILIES.flatMap(family => readSlices(folder, family));
  const loaded = new Map<Slice, LoadedSlice>();
  function load(slice: Slice): LoadedSlice {
    const data = readFileSync(slice.path);
    const file = { data, covered: readCoverage(data) };
    loaded.set(slice, file);
    return file;
  }

  /** Which file draws which characters. */
  function assign(text: string): Map<string, CardFont & { points: number[] }> {
    const fonts = new Map<string, CardFont & { points: number[] }>();
    const ordered = familiesFor(text).flatMap(family => slices.filter(slice => slice.family === family));
    for (const point of pointsOf(text)) {
      for (const slice of ordered) {
        if (!slice.ranges.some(([first, last]) => first <= point && point <= last)) continue;
        const file = loaded.get(slice) ?? load(slice);
        if (!file.covered.has(point)) continue;
        const font = fonts.get(slice.path) ?? { family: slice.family, data: file.data, points: [] };
        font.points.push(point);
        fonts.set(slice.path, font);
        break;
      }
    }
    return fonts;
  }

  return {
    readable(text) {
      const written = text.normalize('NFC').replace(/\p{RGI_Emoji}|\s+/gv, ' ');
      const known = new Set([...assign(written).values()].flatMap(({ points }) => points));
      const isKnown = (character: string) => known.has(character.codePointAt(0) ?? 0);
      const characters = [...written];
      if (characters.some(character => !isKnown(character) && NEEDED.test(character))) return null;
      return characters.filter(isKnown).join('').replace(/\s+/g, ' ').trim() || null;
    },
    fontsFor: texts => [...assign(texts.join('\n')).values()],
  };
}
