import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FONT_PACKAGES, isFontFile } from '../../adapters/takumi/card-fonts.ts';
import { WASM_FILE } from '../../adapters/takumi/draw-card.ts';

/** Where npm installs packages. */
export const PACKAGES_DIR = join(import.meta.dirname, '../../node_modules');

/** The files of packages that draw social cards, for the folder `packages` beside their function. */
export function cardPackages(): Map<string, Buffer> {
  const fonts = FONT_PACKAGES.flatMap(name =>
    readdirSync(join(PACKAGES_DIR, name), { encoding: 'utf8', recursive: true })
      .filter(isFontFile)
      .map(file => `${name}/${file}`),
  );
  return new Map(
    [WASM_FILE, ...fonts].sort().map(file => [`packages/${file}`, readFileSync(join(PACKAGES_DIR, file))]),
  );
}
