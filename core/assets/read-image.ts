import { IMAGE_TYPE_LIST, type Image, NotAnImageError } from './image.ts';
import { isJpeg, readJpeg } from './read-jpeg.ts';
import { isPng, readPng } from './read-png.ts';
import { mayBeXml, readSvg } from './read-svg.ts';

const GIF = /^GIF8[79]a$/;

/** Including the screen descriptor. */
const GIF_HEADER_BYTES = 13;
/** `RIFF`, its length, `WEBP`, and the header of the first chunk. */
const WEBP_HEADER_BYTES = 20;

const isGif = (bytes: Buffer): boolean => GIF.test(bytes.toString('latin1', 0, 6));

const isWebp = (bytes: Buffer): boolean =>
  bytes.toString('latin1', 0, 4) === 'RIFF' && /^WEBPVP8[ LX]$/.test(bytes.toString('latin1', 8, 16));

function readWithoutSize(type: 'gif' | 'webp', bytes: Buffer, headerBytes: number): Image {
  if (bytes.length < headerBytes) {
    throw new NotAnImageError(`is a damaged ${type.toUpperCase()}: its header is cut short`);
  }
  return { type, width: null, height: null };
}

/**
 * Detects the image type from the bytes alone. Reads headers only and decompresses nothing, whatever size a
 * file claims. An SVG is parsed to its end: nothing else tells it from other text.
 * @throws {NotAnImageError}
 */
export function readImage(bytes: Buffer): Image {
  if (isPng(bytes)) return readPng(bytes);
  if (isJpeg(bytes)) return readJpeg(bytes);
  if (isGif(bytes)) return readWithoutSize('gif', bytes, GIF_HEADER_BYTES);
  if (isWebp(bytes)) return readWithoutSize('webp', bytes, WEBP_HEADER_BYTES);
  if (mayBeXml(bytes)) return readSvg(bytes);
  throw new NotAnImageError(bytes.length === 0 ? 'is empty' : `is not a supported image: ${IMAGE_TYPE_LIST}`);
}
