import type { Plugin } from 'esbuild';
import { fontFaces } from '../../core/markup/font.ts';
import {
  type Colors,
  colorProperties,
  DASHBOARD_COLORS,
  DASHBOARD_TEXT_SIZES,
  FONTS,
  GLOW,
  HEADING_WEIGHT,
  PALETTE,
  PINE,
  RADII,
  SITE_COLORS,
  SPACES,
} from '../../core/markup/tokens.ts';

const BASE = `--glow:${GLOW};--pine:${PINE};--text-font:${FONTS.text};`;
const CODE = `--code-font:${FONTS.code};`;

/** Light or dark as the reader's system is. */
const theme = (
  colors: Colors,
  more: string,
): string => `:root{color-scheme:light dark;${more}${BASE}${colorProperties(colors, 'light')}}
@media(prefers-color-scheme:dark){:root{${colorProperties(colors, 'dark')}}}`;

/** The same, except where an attribute of `<html>` decides. */
function chosenTheme(colors: Colors, attribute: string, more = ''): string {
  const dark = colorProperties(colors, 'dark');
  return `:root{color-scheme:light dark;${more}${BASE}${colorProperties(colors, 'light')}}
@media(prefers-color-scheme:dark){:root:not([${attribute}=light]){${dark}}}
:root[${attribute}=dark]{color-scheme:dark;${dark}}
:root[${attribute}=light]{color-scheme:light}`;
}

/** The page of a waitlist is on the paper of its template, in its ink. */
const PAGE_COLORS: Colors = {
  ...PALETTE,
  paper: [`var(--light-paper,${PALETTE.paper[0]})`, `var(--dark-paper,${PALETTE.paper[1]})`],
  ink: [`var(--light-ink,${PALETTE.ink[0]})`, `var(--dark-ink,${PALETTE.ink[1]})`],
};

const lengths = (property: string, values: Readonly<Record<string, number>>): string =>
  Object.entries(values)
    .map(([size, px]) => `--mantine-${property}-${size}:${px / 16}rem;`)
    .join('');

const MANTINE = `${CODE}--mantine-font-family:var(--text-font);--mantine-font-family-headings:var(--text-font);--mantine-font-family-monospace:var(--code-font);--mantine-heading-font-weight:${HEADING_WEIGHT};${lengths('font-size', DASHBOARD_TEXT_SIZES)}${lengths('spacing', SPACES)}${lengths('radius', RADII)}`;

const SHEETS: Readonly<Record<string, string>> = {
  'design:page': chosenTheme(PAGE_COLORS, 'data-appearance'),
  'design:site': theme({ ...PALETTE, ...SITE_COLORS }, CODE),
  'design:dashboard': chosenTheme({ ...PALETTE, ...DASHBOARD_COLORS }, 'data-mantine-color-scheme', MANTINE),
};

/** For `@import "design:page"` in a style sheet: our font, and the tokens (`core/markup/tokens.ts`) as custom properties. */
export const designCss: Plugin = {
  name: 'design-css',
  setup(build) {
    build.onResolve({ filter: /^design:/ }, ({ path }) => ({ path, namespace: 'design' }));
    build.onLoad({ filter: /.*/, namespace: 'design' }, ({ path }) => {
      const sheet = SHEETS[path];
      if (sheet === undefined) throw new Error(`There is no sheet ${path}`);
      const parts = path === 'design:page' ? (['arabic'] as const) : [];
      return { contents: fontFaces('basic', 'latin', 'extended', ...parts) + sheet, loader: 'css' };
    });
    // Files of ours, by their URLs.
    build.onResolve({ filter: /^\/_page\// }, ({ path }) => ({ path, external: true }));
  },
};
