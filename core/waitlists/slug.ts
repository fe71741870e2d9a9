/** In characters, all ASCII. */
export const SLUG_LENGTH = { min: 3, max: 100 } as const;

/** Lower-case letters, digits, and hyphens anywhere (specification section 2). */
export const SLUG_PATTERN = /^[a-z0-9-]{3,100}$/;
