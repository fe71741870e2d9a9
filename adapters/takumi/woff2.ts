import { brotliDecompressSync } from 'node:zlib';

const HEADER_BYTES = 48;
/** Flags of tables in WOFF2's directory: an index of known tags, 63 for a tag that follows. */
const CMAP = 0;
const GLYF = 10;
const LOCA = 11;
const OTHER = 63;

interface Table {
  readonly tag: number;
  readonly length: number;
}

/** The tables of a WOFF2 file, in the order of their data (W3C WOFF 2.0, section 4.1). */
function readDirectory(file: Buffer): { tables: Table[]; end: number } {
  let at = HEADER_BYTES;
  const readNumber = (): number => {
    let value = 0;
    for (;;) {
      const byte = file.readUInt8(at++);
      value = value * 128 + (byte & 127);
      if (byte < 128) return value;
    }
  };
  const tables = Array.from({ length: file.readUInt16BE(12) }, () => {
    const flags = file.readUInt8(at++);
    const tag = flags & 63;
    if (tag === OTHER) at += 4;
    const version = flags >> 6;
    const plain = readNumber();
    const isTransformed = tag === GLYF || tag === LOCA ? version !== 3 : version !== 0;
    return { tag, length: isTransformed ? readNumber() : plain };
  });
  return { tables, end: at };
}

/** Ranges of code points, inclusive, in a `cmap` of format 4 or 12. */
function* rangesOf(cmap: Buffer, start: number): Generator<readonly [first: number, last: number]> {
  const format = cmap.readUInt16BE(start);
  if (format === 12) {
    const groups = cmap.readUInt32BE(start + 12);
    for (let group = start + 16; group < start + 16 + groups * 12; group += 12)
      yield [cmap.readUInt32BE(group), cmap.readUInt32BE(group + 4)];
  }
  if (format === 4) {
    const bytes = cmap.readUInt16BE(start + 6);
    for (let segment = 0; segment < bytes; segment += 2)
      yield [
        cmap.readUInt16BE(start + 16 + bytes + segment),
        Math.min(cmap.readUInt16BE(start + 14 + segment), 0xfffe),
      ];
  }
}

/**
 * The code points that a font has glyphs for. The `unicode-range` of a web font cannot tell: it lists more.
 * @param file - one of our own fonts, in WOFF2
 */
export function readCoverage(file: Buffer): ReadonlySet<number> {
  const { tables, end } = readDirectory(file);
  const data = brotliDecompressSync(file.subarray(end, end + file.readUInt32BE(20)));
  const index = tables.findIndex(({ tag }) => tag === CMAP);
  const offset = tables.slice(0, index).reduce((sum, { length }) => sum + length, 0);
  const cmap = data.subarray(offset, offset + (tables[index]?.length ?? 0));
  const covered = new Set<number>();
  for (let table = 0; table < cmap.readUInt16BE(2); table++) {
    for (const [first, last] of rangesOf(cmap, cmap.readUInt32BE(8 + table * 8)))
      for (let point = first; point <= last; point++) covered.add(point);
  }
  return covered;
}
