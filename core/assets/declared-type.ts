import { ValidationError } from '../kernel/errors.ts';
import { IMAGE_TYPES, type ImageType } from './image.ts';

/** A declared media type, and where it was declared. */
export interface DeclaredType {
  /** Input member to report errors for. */
  readonly path: string;
  /** May have parameters. Null: none declared. */
  readonly value: string | null;
}

/** Values that declare nothing. */
const UNKNOWN = new Set(['', 'application/octet-stream']);

const essence = (mediaType: string): string => mediaType.split(';', 1)[0]?.trim().toLowerCase() ?? '';

/**
 * Refuses a file whose content differs from its declared type (contract section 6).
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
