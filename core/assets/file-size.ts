import { ApiError } from '../kernel/errors.ts';

/** Maximum file size in bytes (specification 4.9). */
export const MAX_FILE_BYTES = 5_242_880;

export const fileTooLarge = (): ApiError =>
  new ApiError('payload_too_large', 'The file is larger than 5 MB', {
    resolution: `Upload an image of at most ${MAX_FILE_BYTES} bytes. Try smaller dimensions or stronger compression.`,
  });

/** @throws {ApiError} `payload_too_large` */
export function checkFileSize(bytes: number): void {
  if (bytes > MAX_FILE_BYTES) throw fileTooLarge();
}

/** Decoded size of a base64 text. */
export function encodedLength(base64: string): number {
  const padding = base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0;
  return Math.floor((base64.length * 3) / 4) - padding;
}
