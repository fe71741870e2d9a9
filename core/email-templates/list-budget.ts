/*
 * The list of templates holds each with its html, and a function answers with at most 6,291,456 bytes. These keep the
 * largest list below that, whatever the templates hold, for an agent as well, whose answer has the list twice: as data and
 * as text. Not counted are the other members of a template (less than 4,700 bytes) and the frame (less than 20,000).
 */

export const TEMPLATES_MAX = 50;

/**
 * Bytes of the html and the links of all templates of an account, as they travel to an agent: once in a text of JSON that
 * is a string of JSON, once in one that is so again. A letter is two bytes then, a quotation mark twelve.
 */
export const LISTED_BYTES = 6_000_000;

/** What the uuid of a linked waitlist takes of that. */
export const LINK_BYTES = 90;
