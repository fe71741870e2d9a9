import { SaxesParser } from 'saxes';
import { type Image, NotAnImageError } from './image.ts';

const SVG_NAMESPACE = 'http://www.w3.org/2000/svg';
const BYTE_ORDER_MARK = Buffer.from('\ufeff');

/** XML begins with `<`, after a byte order mark and blanks at most. */
export function mayBeXml(bytes: Buffer): boolean {
  const start = bytes.subarray(0, 3).equals(BYTE_ORDER_MARK) ? 3 : 0;
  for (let at = start; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === 0x3c) return true;
    if (byte !== 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d) return false;
  }
  return false;
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new NotAnImageError('is XML that is not UTF-8; save the SVG as UTF-8');
  }
}

const PIECE = 65_536;

/**
 * Levels of elements. The parser looks for the meaning of a name from the innermost element outwards, so the time it
 * takes is the size of the document times this; drawings have some dozens.
 */
const MAX_DEPTH = 100;

/**
 * Reads the whole of an XML document and checks that its root is an SVG's. The parser is strict, makes no tree, loads
 * nothing and expands no entity, so a document cannot grow while it is read.
 * @throws {NotAnImageError} naming line and column, for what is not well-formed, and for any other document.
 */
export function readSvg(bytes: Buffer): Image {
  const text = decode(bytes);
  let root: { local: string; uri: string } | undefined;
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', error => {
    throw new NotAnImageError(`is not well-formed XML: ${explain(error)}`);
  });
  let depth = 0;
  // Before the names of the element are looked for.
  parser.on('opentagstart', () => {
    depth++;
    if (depth > MAX_DEPTH) {
      throw new NotAnImageError(`is an SVG nested more than ${MAX_DEPTH} levels deep; flatten its groups`);
    }
  });
  parser.on('closetag', () => {
    depth--;
  });
  parser.on('opentag', ({ local, uri }) => {
    root ??= { local, uri };
    if (root.local !== 'svg' || root.uri !== SVG_NAMESPACE) {
      throw new NotAnImageError(`is XML but not an SVG: its root must be <svg xmlns="${SVG_NAMESPACE}">`);
    }
  });
  // In pieces, so that what is refused early costs little.
  for (let at = 0; at < text.length; at += PIECE) parser.write(text.slice(at, at + PIECE));
  parser.close();
  return { type: 'svg', width: null, height: null };
}

/** `3:14: unclosed tag`, without any text of the document. */
function explain({ message }: Error): string {
  const [, place, problem] = /^(?:.*?)(\d+:\d+): ([^\n]*)/.exec(message) ?? [];
  if (!place || !problem) return 'it does not parse';
  return `line and column ${place}, ${problem.replace(/[^\x20-\x7e]/g, '?').slice(0, 80)}`;
}
