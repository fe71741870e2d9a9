import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';

export type Bytes = Buffer<ArrayBuffer>;

/** An image saved by a real program, one per type. */
export const picture = (name: 'og.jpg' | 'og.png' | 'small.gif' | 'small.webp' | 'small.svg'): Bytes =>
  readFileSync(join(import.meta.dirname, 'images', name));

function chunk(type: string, data: Uint8Array): Bytes {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(named.length + 8);
  framed.writeUInt32BE(data.length, 0);
  named.copy(framed, 4);
  framed.writeUInt32BE(crc32(named), named.length + 4);
  return framed;
}

export interface PngOptions {
  readonly width?: number;
  readonly height?: number;
  /** Makes the file unique to a test. */
  readonly seed?: number;
  /** The size of the whole file in bytes, padded with a comment. */
  readonly bytes?: number;
}

/** A valid black PNG of the given size in pixels and bytes. */
export function png({ width = 2, height = 2, seed = 0, bytes }: PngOptions = {}): Bytes {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([1, 0, 0, 0, 0], 8);
  const rows = deflateSync(Buffer.alloc(height * (1 + Math.ceil(width / 8))));
  const around = [
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('tEXt', Buffer.from(`Comment\0${seed}`, 'latin1')),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ];
  if (bytes === undefined) return Buffer.concat(around);
  const missing = bytes - around.reduce((sum, { length }) => sum + length, 0) - 12;
  const text = Buffer.concat([Buffer.from('Comment\0', 'latin1'), Buffer.alloc(missing - 8, 'x')]);
  return Buffer.concat([...around.slice(0, 3), chunk('tEXt', text), ...around.slice(3)]);
}
