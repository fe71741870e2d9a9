/**
 * Colors the footer like the lower edge of the page code, so that they look like one page.
 * @param color - a computed `rgb(r, g, b)`; anything else restores the shell's own colors
 */
export function matchEdge(color: string | null): void {
  const [, red, green, blue] = /^rgb\((\d{1,3}), (\d{1,3}), (\d{1,3})\)$/.exec(color ?? '') ?? [];
  const { style } = document.documentElement;
  if (red === undefined) {
    style.removeProperty('--edge');
    style.removeProperty('--edge-ink');
    return;
  }
  style.setProperty('--edge', `rgb(${red} ${green} ${blue})`);
  style.setProperty('--edge-ink', inkOn(luminance([red, green, blue].map(Number))));
}

/** Text color with a contrast of at least 4.5:1 on any background. */
function inkOn(background: number): string {
  if (background > 0.7) return 'rgb(0 0 0 / 0.68)';
  if (background < 0.05) return 'rgb(255 255 255 / 0.68)';
  return background > 0.18 ? '#000' : '#fff';
}

/** Relative luminance (WCAG). At 0.18, black and white have equal contrast. */
function luminance(channels: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = channels.map(channel => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
