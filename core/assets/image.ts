import type { ImageType } from './image-types.ts';

/** What is known of an image from its bytes. */
export interface Image {
  readonly type: ImageType;
  /** In pixels, as the file's header says; null for the types whose header is not kept. */
  readonly width: number | null;
  readonly height: number | null;
}

/** The bytes are no image that is taken; the message says why, in words for whoever sent them. */
export class NotAnImageError extends Error {
  override readonly name = 'NotAnImageError';
}
