/** Code points of a slug, which are all ASCII. */
export const SLUG_LENGTH = { min: 3, max: 100 } as const;

/** Lowercase letters, digits and hyphens, hyphens anywhere (specification section 2, to the letter). */
export const SLUG_FORM = /^[a-z0-9-]{3,100}$/;
