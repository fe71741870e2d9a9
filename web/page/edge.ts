import { luminance } from '../../core/markup/contrast.ts';

/**
 * Colors the footer like the lower edge of the page code, so that they look like one page.
 * @param color - a computed `rgb(r, g, b)`; anything else restores the shell's own colors
 */
export function matchEdge(color: string | null): void {
  const [, red, green, blue] = /^rgb\((\d{1,3}), (\d{1,3}), (\d{1,3})\)$/.exec(color ?? '') ?? [];
  const { style } = document.documentElement;
  if (red === undefined) {
    style.removeProperty('--seam');
    style.removeProperty('--seam-ink');
    return;
  }
  style.setProperty('--seam', `rgb(${red} ${green} ${blue})`);
  style.setProperty('--seam-ink', inkOn(luminance([red, green, blue].map(Number))));
}

/** Text color with a contrast of at least 4.5:1 on any background. */
function inkOn(background: number): string {
  if (background > 0.7) return 'rgb(0 0 0 / 0.68)';
  if (background < 0.05) return 'rgb(255 255 255 / 0.68)';
  // Black and white have equal contrast at 0.18.
  return background > 0.18 ? '#000' : '#fff';
}
