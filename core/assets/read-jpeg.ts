import { type Image, NotAnImageError } from './image.ts';

const START_OF_IMAGE = 0xd8;
const END_OF_IMAGE = 0xd9;
const START_OF_SCAN = 0xda;

/** Frame headers. Four of the sixteen codes mean something else. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** Markers without a segment. */
const standsAlone = (marker: number): boolean => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7);

export const isJpeg = (bytes: Buffer): boolean =>
  bytes.length >= 3 && bytes[0] === 0xff && bytes[1] === START_OF_IMAGE && bytes[2] === 0xff;

const damaged = (): NotAnImageError => new NotAnImageError('is a damaged JPEG: its header cannot be read');

/**
 * Reads the size of a JPEG from its frame header, moving from segment to segment (ITU T.81, B.1) and never
 * into compressed data.
 * @throws {NotAnImageError} without a frame header before the first scan
 */
export function readJpeg(bytes: Buffer): Image {
  let at = 2;
  while (at + 4 <= bytes.length) {
    if (bytes[at] !== 0xff) throw damaged();
    const marker = bytes.readUInt8(at + 1);
    if (marker === 0xff) {
      // Fill bytes may precede a marker.
      at += 1;
      continue;
    }
    if (standsAlone(marker)) {
      at += 2;
      continue;
    }
    if (marker === 0 || marker === START_OF_SCAN || marker === END_OF_IMAGE) throw damaged();
    const length = bytes.readUInt16BE(at + 2);
    if (length < 2 || at + 2 + length > bytes.length) throw damaged();
    if (isFrame(marker)) return readFrame(bytes.subarray(at + 4, at + 2 + length));
    at += 2 + length;
  }
  throw damaged();
}

function readFrame(frame: Buffer): Image {
  if (frame.length < 6) throw damaged();
  const height = frame.readUInt16BE(1);
  const width = frame.readUInt16BE(3);
  // A height of 0 means that it follows the first scan (DNL); no viewer supports that.
  if (width === 0 || height === 0) throw damaged();
  return { type: 'jpeg', width, height };
}
