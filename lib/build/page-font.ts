import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FONT_PARTS, type FontPart } from '../../core/markup/font.ts';

/** The family that pages can use, in weights 400 to 700, is made of both. SIL Open Font License: `web/page/fonts/OFL.txt`. */
export const FONT_LICENSES = [
  { name: 'Figtree', version: '2.0', license: 'OFL-1.1' },
  { name: 'Readex Pro', version: '1.2', license: 'OFL-1.1' },
] as const;

const FILES: Readonly<Record<FontPart, string>> = {
  basic: 'figtree-basic',
  latin: 'figtree-latin',
  extended: 'figtree-extended',
  arabic: 'readex-pro-arabic',
};

/**
 * Publishes the parts of our font.
 * @param add - publishes a file; returns its URL path
 * @throws {Error} if a file is not the one that `FONT_PARTS` names
 */
export async function buildPageFont(add: (name: string, body: Buffer) => string): Promise<void> {
  const folder = join(import.meta.dirname, '../../web/page/fonts');
  for (const part of Object.keys(FONT_PARTS) as FontPart[]) {
    const path = add('font', await readFile(join(folder, `${FILES[part]}.woff2`)));
    if (path !== FONT_PARTS[part].path)
      throw new Error(
        `The ${part} part of the font has changed: its path in core/markup/font.ts is now ${path}`,
      );
  }
}
