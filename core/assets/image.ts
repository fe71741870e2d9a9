import type { ImageType } from './image-types.ts';

/** What an image's bytes tell about it. */
export interface Image {
  readonly type: ImageType;
  /** In pixels, from the file's header; null for types whose size is not stored. */
  readonly width: number | null;
  readonly height: number | null;
}

/** The bytes are not an accepted image. The message is for the uploader. */
export class NotAnImageError extends Error {
  override readonly name = 'NotAnImageError';
}
