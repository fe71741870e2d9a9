/** The size of social images. */
export const CARD = { width: 1200, height: 630 } as const;

interface Card {
  readonly file: File;
  /** Whether it had to be enlarged. */
  readonly isEnlarged: boolean;
}

/**
 * Scales and crops an image around its center to the size of a social image. One that has the size already stays as it is.
 * @throws {Error} if the browser cannot read it
 */
export async function cropCard(file: File): Promise<Card> {
  const bitmap = await createImageBitmap(file).catch(() => {
    throw new Error(`Can’t read ${file.name}. Use a PNG, JPEG, or WebP image.`);
  });
  const { width, height } = CARD;
  const isJpeg = file.type === 'image/jpeg';
  const isServed = isJpeg || file.type === 'image/png';
  if (isServed && bitmap.width === width && bitmap.height === height) return { file, isEnlarged: false };

  const scale = Math.max(width / bitmap.width, height / bitmap.height);
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser can’t crop images. Use an image of 1200×630.');
  context.imageSmoothingQuality = 'high';
  context.drawImage(
    bitmap,
    (width - bitmap.width * scale) / 2,
    (height - bitmap.height * scale) / 2,
    bitmap.width * scale,
    bitmap.height * scale,
  );
  const type = isJpeg ? 'image/jpeg' : 'image/png';
  const blob = await canvas.convertToBlob({ type, quality: 0.9 });
  return {
    file: new File([blob], `card.${isJpeg ? 'jpg' : 'png'}`, { type }),
    isEnlarged: scale > 1,
  };
}
