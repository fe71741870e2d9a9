import { describe, expect, it } from '@jest/globals';
import type { ImageType } from '../../../core/assets/image.ts';
import { isDrawable } from '../../../core/pages/logo.ts';
import { picture } from '../../support/images.ts';

const drawable = (type: ImageType, bytes: Buffer, width: number | null = null, height = width) =>
  isDrawable({ type, width, height, size: bytes.length }, bytes);
const svg = (content: string): Buffer =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:s="http://www.w3.org/2000/svg">${content}</svg>`,
  );

/** The header of a WebP whose canvas is 16384x16384. */
const webp = (form: string, sizeAt: number, size: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(40);
  bytes.write(`RIFF\0\0\0\0WEBP${form}`, 'latin1');
  bytes.set(size, sizeAt);
  return bytes;
};
const gif = (width: number, height: number): Buffer => {
  const bytes = Buffer.alloc(40);
  bytes.write('GIF89a', 'latin1');
  bytes.writeUInt16LE(width, 6);
  bytes.writeUInt16LE(height, 8);
  return bytes;
};

describe('a logo', () => {
  it('of any type is drawn', () => {
    expect(drawable('gif', picture('small.gif'))).toBe(true);
    expect(drawable('webp', picture('small.webp'))).toBe(true);
    expect(drawable('svg', picture('small.svg'))).toBe(true);
    expect(drawable('png', Buffer.alloc(0), 4096)).toBe(true);
    expect(drawable('webp', webp('VP8L', 21, [9, 0, 0, 0]))).toBe(true);
  });

  it('of more than 4096x4096 is left out', () => {
    expect(drawable('png', Buffer.alloc(0), 4097, 4096)).toBe(false);
  });

  it.each([
    ['a GIF of 65535x65535', 'gif', gif(65535, 65535)],
    ['a WebP (VP8)', 'webp', webp('VP8 ', 26, [0xff, 0x3f, 0xff, 0x3f])],
    ['a WebP (VP8L)', 'webp', webp('VP8L', 21, [0xff, 0xff, 0xff, 0x0f])],
    ['a WebP (VP8X)', 'webp', webp('VP8X', 24, [0xff, 0x3f, 0, 0xff, 0x3f, 0])],
    ['a WebP without a size', 'webp', webp('ALPH', 0, [])],
    ['a GIF that ends early', 'gif', gif(1, 1).subarray(0, 20)],
    ['an SVG of more than 1 MB', 'svg', svg(' '.repeat(1_000_000))],
    ['an SVG with an image', 'svg', svg('<image href="data:image/png;base64,AAAA"/>')],
    ['an SVG with an image in a prefix', 'svg', svg('<s:image\nhref="data:image/png;base64,AAAA"/>')],
    ['an SVG with a filter’s image', 'svg', svg('<feImage href="data:image/png;base64,AAAA"/>')],
    ['an SVG with an entity', 'svg', Buffer.from('<!DOCTYPE svg [<!ENTITY a "<image/>">]><svg>&a;</svg>')],
  ] as const)('that could fill the memory is left out: %s', (_, type, bytes) => {
    expect(drawable(type, bytes)).toBe(false);
  });
});
