import { crc32 } from 'node:zlib';
import { type Image, NotAnImageError } from './image.ts';

const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
/** Signature, length, `IHDR`, its 13 bytes, and its checksum. */
const HEADER_BYTES = 33;
const HEADER_START = Buffer.from('\0\0\0\x0dIHDR', 'latin1');
const MAX_SIDE = 2 ** 31 - 1;

export const isPng = (bytes: Buffer): boolean => bytes.subarray(0, SIGNATURE.length).equals(SIGNATURE);

/**
 * Reads the size of a PNG from its first chunk. Nothing is decompressed.
 * @throws {NotAnImageError} if that chunk is cut short or damaged
 */
export function readPng(bytes: Buffer): Image & { readonly width: number; readonly height: number } {
  const intact =
    bytes.length >= HEADER_BYTES &&
    bytes.subarray(8, 16).equals(HEADER_START) &&
    bytes.readUInt32BE(29) === crc32(bytes.subarray(12, 29));
  const width = intact ? bytes.readUInt32BE(16) : 0;
  const height = intact ? bytes.readUInt32BE(20) : 0;
  if (width < 1 || width > MAX_SIDE || height < 1 || height > MAX_SIDE) {
    throw new NotAnImageError('is a damaged PNG: its header cannot be read');
  }
  return { type: 'png', width, height };
}
