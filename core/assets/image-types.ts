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
