/** Relative luminance (WCAG) of an sRGB color, 0 to 1. */
export function luminance(channels: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = channels.map(channel => {
    const part = channel / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** White's contrast is 4.5:1 up to this luminance; black's is higher from there on. */
const WHITE_READS = 1.05 / 4.5 - 0.05;

/** Black or white, for text on `#rrggbb` with a contrast of at least 4.5:1. */
export function textColorOn(color: string): '#000000' | '#ffffff' {
  const channels = [1, 3, 5].map(start => Number.parseInt(color.slice(start, start + 2), 16));
  return luminance(channels) <= WHITE_READS ? '#ffffff' : '#000000';
}
