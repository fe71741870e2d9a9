import { createHash } from 'node:crypto';

/** A style sheet in the document, and the source that lets it through `style-src`. */
export interface BrandStyle {
  readonly html: string;
  readonly source: string;
}

interface BrandColors {
  readonly brandColor: string | null;
  readonly onBrandColor: string | null;
}

/** The brand color, as variables for our own style sheets; null without one. Both colors are validated `#rrggbb`. */
export function renderBrandStyle({ brandColor, onBrandColor }: BrandColors): BrandStyle | null {
  if (brandColor === null) return null;
  const css = `:root{--brand:${brandColor};--on-brand:${onBrandColor}}`;
  const hash = createHash('sha256').update(css).digest('base64');
  return { html: `<style>${css}</style>`, source: `'sha256-${hash}'` };
}
