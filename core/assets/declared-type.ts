import { ValidationError } from '../kernel/errors.ts';
import { IMAGE_TYPES, type ImageType } from './image-types.ts';

/** A type somebody declared a file to be, and where they said so. */
export interface DeclaredType {
  /** Of the input, for the error. */
  readonly path: string;
  /** A media type; may have parameters. Null: none. */
  readonly value: string | null;
}

/** What declares nothing. */
const UNKNOWN = new Set(['', 'application/octet-stream']);

const essence = (mediaType: string): string => mediaType.split(';', 1)[0]?.trim().toLowerCase() ?? '';

/**
 * Refuses a file that is not what it was declared to be (contract section 6).
 * @throws {ValidationError}
 */
export function checkDeclaredType({ path, value }: DeclaredType, type: ImageType): void {
  if (value === null) return;
  const declared = essence(value) === 'image/jpg' ? 'image/jpeg' : essence(value);
  if (UNKNOWN.has(declared)) return;
  const { mediaType } = IMAGE_TYPES[type];
  if (declared !== mediaType) {
    throw ValidationError.at(
      path,
      `does not match the file, which is ${mediaType}; declare that, or application/octet-stream`,
    );
  }
}
