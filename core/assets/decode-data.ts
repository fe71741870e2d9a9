import { ValidationError } from '../kernel/errors.ts';
import { checkFileSize, encodedLength } from './file-size.ts';

/** The prefix of a `data:` URL; parameters may precede `;base64`. */
const DATA_URL = /^data:([^,;]*)((?:;[^,;]*)*);base64,/i;

const invalid = (message: string): ValidationError => ValidationError.at('data', message);

export interface DecodedData {
  readonly bytes: Buffer;
  /** The type in the `data:` prefix; null without one. */
  readonly declaredType: string | null;
}

/**
 * Decodes base64, which may have a `data:` prefix. Strict (standard alphabet, padded), but for
 * whitespace.
 * @throws {ValidationError} saying what is wrong; {ApiError} `payload_too_large`, before decoding
 */
export function decodeData(data: string): DecodedData {
  // The prefix is short. Searching megabytes for one that is not there would be slow.
  const head = data.slice(0, 1_000);
  const prefix = DATA_URL.exec(head);
  if (!prefix && /^data:/i.test(head)) {
    throw invalid('a data: URL must have the form "data:<type>;base64,<data>"');
  }
  // Many encoders break lines.
  const base64 = (prefix ? data.slice(prefix[0].length) : data).replace(/\s+/g, '');
  checkFileSize(encodedLength(base64));
  if (base64 === '') throw invalid('must not be empty');
  if (/[-_]/.test(base64)) throw invalid('must use the standard base64 alphabet (+ and /, not - and _)');
  const bytes = Buffer.from(base64, 'base64');
  // Node skips invalid characters silently: compare with what it encodes.
  if (bytes.toString('base64') !== base64) throw invalid('must be base64, padded with =');
  return { bytes, declaredType: prefix?.[1] ?? null };
}
