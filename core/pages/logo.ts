import type { AssetRecord } from '../assets/asset-store.ts';

/** Decoded, an image takes four bytes for each pixel. */
const MAX_PIXELS = 4096 * 4096;
const MAX_SVG_BYTES = 1_000_000;

/** An image inside of an SVG, whose size we do not know, or a declaration that could hide one. */
const EMBEDDED = /<(?:[^\s<>/]+:)?(?:image|feImage)[\s/>]|<!ENTITY/;

interface Size {
  readonly width: number;
  readonly height: number;
}

const isGif = (bytes: Buffer) => bytes.toString('latin1', 0, 3) === 'GIF';

/** The size in the header of a GIF, or of a WebP in any of its three forms; null if there is none. */
function readSize(bytes: Buffer): Size | null {
  if (bytes.length < 30) return null;
  if (isGif(bytes)) return { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8X':
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
    case 'VP8L': {
      const bits = bytes.readUInt32LE(21);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case 'VP8 ':
      return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
    default:
      return null;
  }
}

/** Whether drawing an uploaded image takes a bounded amount of memory. */
export function isDrawable({ type, width, height }: AssetRecord, bytes: Buffer): boolean {
  if (type === 'svg') return bytes.length <= MAX_SVG_BYTES && !EMBEDDED.test(bytes.toString());
  const size = width !== null && height !== null ? { width, height } : readSize(bytes);
  return size !== null && size.width * size.height <= MAX_PIXELS;
}
