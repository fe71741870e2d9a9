/*
 * The list returns every template with its HTML, and a function's response has at most 6,291,456 bytes.
 * These limits keep the largest list below that, also for agents, whose responses contain the list twice,
 * as data and as text. Other fields (less than 4,700 bytes per template) and the frame (less than 20,000)
 * are not counted.
 */

export const TEMPLATES_MAX = 50;

/**
 * Bytes of all HTML and links of an account as an agent receives them: JSON inside a JSON string, once
 * singly and once doubly encoded. A letter takes two bytes, a quotation mark twelve.
 */
export const LISTED_BYTES = 6_000_000;

/** Bytes per linked waitlist. */
export const LINK_BYTES = 90;
