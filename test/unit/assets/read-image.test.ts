import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { NotAnImageError } from '../../../core/assets/image.ts';
import { readImage } from '../../../core/assets/read-image.ts';
import { cpuMilliseconds } from '../../support/cpu-time.ts';
import { picture, png } from '../../support/images.ts';

const jpegOf = (...segments: Buffer[]): Buffer =>
  Buffer.concat([Buffer.from([0xff, 0xd8]), ...segments, Buffer.from([0xff, 0xd9])]);

/** A marker with its segment. */
function segment(marker: number, data: Buffer, length = data.length + 2): Buffer {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(length, 2);
  return Buffer.concat([head, data]);
}
const frame = (marker: number, width: number, height: number): Buffer =>
  segment(marker, Buffer.from([8, height >> 8, height & 255, width >> 8, width & 255, 1, 1, 0x11, 0]));

const svg = (inside: string): Buffer =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg">${inside}</svg>`);

const problemOf = (bytes: Buffer): string => {
  try {
    readImage(bytes);
  } catch (error) {
    if (error instanceof NotAnImageError) return error.message;
    throw error;
  }
  throw new Error('It was taken');
};

describe('an image', () => {
  it('is recognized in files made by real programs', () => {
    expect(readImage(picture('og.png'))).toEqual({ type: 'png', width: 1200, height: 630 });
    expect(readImage(picture('og.jpg'))).toEqual({ type: 'jpeg', width: 1200, height: 630 });
    expect(readImage(picture('small.gif')).type).toBe('gif');
    expect(readImage(picture('small.webp')).type).toBe('webp');
    expect(readImage(picture('small.svg')).type).toBe('svg');
  });

  it('has the size its header claims, however large: nothing is decoded', () => {
    const header = png({ width: 60_000, height: 1 }).subarray(0, 33);
    expect(readImage(header)).toEqual({ type: 'png', width: 60_000, height: 1 });
    expect(readImage(jpegOf(frame(0xc2, 65_535, 65_535)))).toEqual({
      type: 'jpeg',
      width: 65_535,
      height: 65_535,
    });
  });

  it.each<[string, Buffer]>([
    ['baseline', jpegOf(frame(0xc0, 30, 20))],
    ['progressive', jpegOf(frame(0xc2, 30, 20))],
    ['arithmetic', jpegOf(frame(0xc9, 30, 20))],
    [
      'after other segments',
      jpegOf(segment(0xe0, Buffer.alloc(14)), segment(0xc4, Buffer.alloc(40)), frame(0xc0, 30, 20)),
    ],
    ['after fill bytes', jpegOf(Buffer.alloc(50, 0xff), frame(0xc0, 30, 20))],
    [
      'after an Exif block with a thumbnail',
      jpegOf(segment(0xe1, jpegOf(frame(0xc0, 5, 5))), frame(0xc0, 30, 20)),
    ],
  ])('reads a JPEG: %s', (_, bytes) => {
    expect(readImage(bytes)).toEqual({ type: 'jpeg', width: 30, height: 20 });
  });

  it.each<[string, Buffer]>([
    ['no frame', jpegOf(segment(0xe0, Buffer.alloc(14)))],
    ['a scan before the frame', jpegOf(segment(0xda, Buffer.alloc(6)), frame(0xc0, 3, 2))],
    ['a segment longer than the file', jpegOf(segment(0xe0, Buffer.alloc(4), 60_000), frame(0xc0, 3, 2))],
    ['a segment of length 0', jpegOf(segment(0xe0, Buffer.alloc(4), 0), frame(0xc0, 3, 2))],
    ['a truncated frame', jpegOf(segment(0xc0, Buffer.from([8, 0, 2, 0])))],
    ['no height', jpegOf(frame(0xc0, 3, 0))],
    ['only fill bytes', Buffer.concat([Buffer.from([0xff, 0xd8]), Buffer.alloc(5_000_000, 0xff)])],
  ])('refuses a JPEG with %s', (_, bytes) => {
    expect(problemOf(bytes)).toBe('is a damaged JPEG: its header cannot be read');
  });

  it.each<[string, Buffer]>([
    ['a byte order mark', Buffer.concat([Buffer.from('\ufeff'), svg('<path d="M0 0"/>')])],
    [
      'a declaration, a doctype and comments',
      Buffer.from(
        `<?xml version="1.0"?>\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">\n<!-- drawn -->\n${svg('')}`,
      ),
    ],
    ['a prefix for its namespace', Buffer.from('<s:svg xmlns:s="http://www.w3.org/2000/svg"><s:g/></s:svg>')],
    ['script, which cannot run when served', svg('<script>alert(1)</script>')],
    ['other namespaces', svg('<x:y xmlns:x="urn:x" x:z="1"/>')],
  ])('accepts an SVG with %s', (_, bytes) => {
    expect(readImage(bytes)).toEqual({ type: 'svg', width: null, height: null });
  });

  it.each<[string, Buffer, RegExp]>([
    ['mismatched tags', svg('<g></h>'), /well-formed XML: line and column 1:\d+/],
    ['two roots', Buffer.from(`${svg('')}${svg('')}`), /well-formed/],
    ['an unquoted attribute', svg('<g a=b/>'), /well-formed/],
    ['an undeclared prefix', svg('<x:y/>'), /well-formed/],
    ['a custom entity', Buffer.from(`<!DOCTYPE svg [<!ENTITY e "x">]>${svg('&e;')}`), /well-formed/],
    ['another root', Buffer.from('<html xmlns="http://www.w3.org/1999/xhtml"/>'), /root must be <svg/],
    ['no content after its start', Buffer.from('<'), /well-formed/],
    ['UTF-16 text', Buffer.from('<\0s\0v\0g\0'), /well-formed/],
  ])('refuses an SVG with %s', (_, bytes, says) => {
    expect(problemOf(bytes)).toMatch(says);
  });

  it('accepts an SVG a hundred levels deep, and refuses a deeper one', () => {
    const nested = (levels: number) => svg('<g>'.repeat(levels) + '</g>'.repeat(levels));
    expect(readImage(nested(99)).type).toBe('svg');
    expect(problemOf(nested(100))).toMatch(/nested more than 100 levels deep/);
    expect(problemOf(nested(800_000))).toMatch(/nested more than 100 levels deep/);
  });

  it.each<[string, () => Buffer]>([
    [
      'elements at the maximum depth',
      () => svg(`${'<g>'.repeat(98)}${'<g/>'.repeat(1_200_000)}${'</g>'.repeat(98)}`),
    ],
    ['attributes', () => svg(`<g ${Array.from({ length: 400_000 }, (_, n) => `a${n}=""`).join(' ')}/>`)],
    [
      'namespaces',
      () => svg(`<g ${Array.from({ length: 200_000 }, (_, n) => `xmlns:a${n}="u"`).join(' ')}/>`),
    ],
    ['references', () => svg('&amp;'.repeat(1_000_000))],
    ['possible ends of a section', () => svg(`<![CDATA[${']'.repeat(5_000_000)}]]>`)],
  ])('takes time in proportion to its size for 5 MB of %s', (_, make) => {
    const bytes = make();
    // Far more than a slow machine needs, and far less than quadratic time.
    expect(cpuMilliseconds(() => expect(readImage(bytes).type).toBe('svg'))).toBeLessThan(15_000);
  });

  it('never fails in any other way, whatever the bytes', () => {
    const starts = ['og.png', 'og.jpg', 'small.gif', 'small.webp', 'small.svg'] as const;
    fc.assert(
      fc.property(
        fc.constantFrom(...starts).map(picture),
        fc.nat(600),
        fc.uint8Array({ maxLength: 40 }),
        fc.nat(2_000),
        (file, at, noise, length) => {
          const bytes = Buffer.from(file);
          bytes.set(noise.subarray(0, Math.max(0, bytes.length - at)), Math.min(at, bytes.length));
          try {
            readImage(bytes.subarray(0, length));
          } catch (error) {
            expect(error).toBeInstanceOf(NotAnImageError);
          }
        },
      ),
      { numRuns: 1_000 },
    );
  });
});
