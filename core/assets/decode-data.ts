import { ValidationError } from '../kernel/errors.ts';
import { checkFileSize, encodedLength } from './file-size.ts';

/** The part of a `data:` url before the data; parameters may stand between the type and `;base64`. */
const DATA_URL = /^data:([^,;]*)((?:;[^,;]*)*);base64,/i;

const invalid = (message: string): ValidationError => ValidationError.at('data', message);

export interface DecodedData {
  readonly bytes: Buffer;
  /** The type in the `data:` prefix; null where there is none. */
  readonly declaredType: string | null;
}

/**
 * The bytes of a base64 text, which may have a `data:` prefix. Strict: the standard alphabet, padded, nothing between,
 * so that one file has one text.
 * @throws {ValidationError} that says what is wrong; {ApiError} `payload_too_large` before anything is decoded
 */
export function decodeData(data: string): DecodedData {
  // A prefix is short; searched for in the whole of a long text, its absence would be expensive to find out.
  const head = data.slice(0, 1_000);
  const prefix = DATA_URL.exec(head);
  if (!prefix && /^data:/i.test(head)) {
    throw invalid('a data: url must have the form "data:<type>;base64,<data>"');
  }
  const base64 = prefix ? data.slice(prefix[0].length) : data;
  checkFileSize(encodedLength(base64));
  if (base64 === '') throw invalid('must not be empty');
  if (/[-_]/.test(base64)) throw invalid('must use the standard base64 alphabet (+ and /, not - and _)');
  if (/\s/.test(base64)) throw invalid('must be base64 without whitespace');
  const bytes = Buffer.from(base64, 'base64');
  // Node skips what is not base64; only what it writes the same again was nothing else.
  if (bytes.toString('base64') !== base64) throw invalid('must be base64, padded with =');
  return { bytes, declaredType: prefix?.[1] ?? null };
}
