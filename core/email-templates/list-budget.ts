export const TEMPLATES_MAX = 50;

/**
 * Bytes of all HTML and links of an account, which the list reads at once, as an agent receives them: JSON inside a JSON string, once
 * singly and once doubly encoded. A letter takes two bytes, a quotation mark twelve.
 */
export const LISTED_BYTES = 6_000_000;

/** Bytes per linked waitlist. */
export const LINK_BYTES = 90;
