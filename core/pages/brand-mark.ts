import { escapeHtml } from '../markup/escape.ts';
import { PALETTE } from '../markup/tokens.ts';
import type { PageAssets } from './page-assets.ts';
import type { PageDesign } from './page-data.ts';

/** The icon in the browser's tab: the logo, where nothing on the page is ours. */
export const iconOf = (
  assets: PageAssets,
  brand?: { readonly design: PageDesign; readonly whiteLabel: boolean },
): string => (brand?.whiteLabel && brand.design.logoUrl) || assets.icon;

/** The logo; without one, the name. */
export const renderBrandMark = (name: string, { logoUrl }: PageDesign): string =>
  logoUrl === null
    ? `<p class="brand" dir="auto">${escapeHtml(name)}</p>`
    : `<img class="logo" src="${escapeHtml(logoUrl)}" alt="${escapeHtml(name)}">`;

/** For the browser's own bars: the brand's color, or the paper. */
export function renderThemeColor({ appearance, brandColor }: PageDesign): string {
  const [light, dark] = PALETTE.paper;
  const colors = { light, dark };
  if (brandColor !== null) return `<meta name="theme-color" content="${brandColor}">`;
  if (appearance !== 'auto') return `<meta name="theme-color" content="${colors[appearance]}">`;
  return (['light', 'dark'] as const)
    .map(
      scheme =>
        `<meta name="theme-color" content="${colors[scheme]}" media="(prefers-color-scheme: ${scheme})">`,
    )
    .join('\n');
}
