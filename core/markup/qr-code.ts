import { encode } from 'uqr';
import { escapeHtml } from './escape.ts';

/** Empty modules around the code: readers need four. */
const MARGIN = 4;

/** A QR code as SVG, black on white whatever the colors of the page: many readers need that. */
export function renderQrCode(text: string, label: string): string {
  const { size, data } = encode(text, { ecc: 'M', border: 0 });
  const bars = data.flatMap((row, y) =>
    [
      ...row
        .map(isDark => (isDark ? '#' : ' '))
        .join('')
        .matchAll(/#+/g),
    ].map(({ index, 0: { length } }) => `M${index} ${y}h${length}v1h-${length}z`),
  );
  const edge = size + 2 * MARGIN;
  return `<svg xmlns="http://www.w3.org/2000/svg" class="qr-code" role="img" aria-label="${escapeHtml(label)}" viewBox="${-MARGIN} ${-MARGIN} ${edge} ${edge}" shape-rendering="crispEdges"><path fill="#fff" d="M${-MARGIN} ${-MARGIN}h${edge}v${edge}h-${edge}z"/><path d="${bars.join('')}"/></svg>`;
}
