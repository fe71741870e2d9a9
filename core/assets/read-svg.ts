import { SaxesParser } from 'saxes';
import { type Image, NotAnImageError } from './image.ts';

const SVG_NAMESPACE = 'http://www.w3.org/2000/svg';
const BYTE_ORDER_MARK = Buffer.from('\ufeff');

/** XML starts with `<`, possibly after a byte order mark and whitespace. */
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
 * Maximum nesting. The parser resolves a name from the innermost element outward, so it takes size times
 * depth; real drawings have a few dozen levels.
 */
const MAX_DEPTH = 100;

/**
 * Parses an XML document completely and checks that its root is SVG. The parser is strict, builds no tree,
 * loads nothing, and expands no entities, so a document cannot grow while it is read.
 * @throws {NotAnImageError} with line and column if it is not well-formed, or is another document
 */
export function readSvg(bytes: Buffer): Image {
  const text = decode(bytes);
  let root: { local: string; uri: string } | undefined;
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', error => {
    throw new NotAnImageError(`is not well-formed XML: ${explain(error)}`);
  });
  let depth = 0;
  // Runs before the parser resolves names.
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
  // In pieces, so that rejecting early costs little.
  for (let at = 0; at < text.length; at += PIECE) parser.write(text.slice(at, at + PIECE));
  parser.close();
  return { type: 'svg', width: null, height: null };
}

/** `3:14: unclosed tag`, without any text from the document. */
function explain({ message }: Error): string {
  const [, place, problem] = /^(?:.*?)(\d+:\d+): ([^\n]*)/.exec(message) ?? [];
  if (!place || !problem) return 'it does not parse';
  return `line and column ${place}, ${problem.replace(/[^\x20-\x7e]/g, '?').slice(0, 80)}`;
}
