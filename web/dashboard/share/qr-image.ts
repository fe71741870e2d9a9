import { renderQrCode } from '../../../core/markup/qr-code.ts';

/** Sharp on a printed poster. */
const PNG_PIXELS = 1024;

/** A QR code as an image: SVG in a data URL. */
export const qrCodeUrl = (text: string): string =>
  `data:image/svg+xml,${encodeURIComponent(renderQrCode(text, `QR code of ${text}`))}`;

/**
 * Draws a square image as a PNG.
 * @throws {Error} if the browser can't draw it
 */
export async function drawPng(url: string): Promise<Blob> {
  const image = new Image(PNG_PIXELS, PNG_PIXELS);
  image.src = url;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = PNG_PIXELS;
  canvas.height = PNG_PIXELS;
  canvas.getContext('2d')?.drawImage(image, 0, 0, PNG_PIXELS, PNG_PIXELS);
  const blob = await new Promise<Blob | null>(resolve => canvas.toBlob(resolve, 'image/png'));
  if (!blob) throw new Error('The browser returned no image');
  return blob;
}

/** Downloads a file that was made in the browser. */
export function saveFile(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // The download has its own reference by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
