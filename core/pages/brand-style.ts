import { createHash } from 'node:crypto';
import type { PageDesign } from './page-data.ts';

/** A style sheet in the document, and the source that lets it through `style-src`. */
export interface BrandStyle {
  readonly html: string;
  readonly source: string;
}

/** The brand color, as variables for our own style sheets; null without one. Both colors are validated `#rrggbb`. */
export function renderBrandStyle({ brandColor, onBrandColor }: PageDesign): BrandStyle | null {
  if (brandColor === null) return null;
  const css = `:root{--brand:${brandColor};--on-brand:${onBrandColor}}`;
  const hash = createHash('sha256').update(css).digest('base64');
  return { html: `<style>${css}</style>`, source: `'sha256-${hash}'` };
}
