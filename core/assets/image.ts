/** The accepted image types (specification 4.9), with media type and file extension. */
export const IMAGE_TYPES = {
  jpeg: { mediaType: 'image/jpeg', extension: 'jpg' },
  png: { mediaType: 'image/png', extension: 'png' },
  gif: { mediaType: 'image/gif', extension: 'gif' },
  webp: { mediaType: 'image/webp', extension: 'webp' },
  svg: { mediaType: 'image/svg+xml', extension: 'svg' },
} as const;

export type ImageType = keyof typeof IMAGE_TYPES;

/** `jpeg, png, gif, webp and svg`. */
export const IMAGE_TYPE_LIST = Object.keys(IMAGE_TYPES)
  .join(', ')
  .replace(/, (\w+)$/, ' and $1');

export const MEDIA_TYPES = Object.values(IMAGE_TYPES).map(({ mediaType }) => mediaType);

/** Facts that are read from an image's bytes. */
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
