// biome-ignore lint/suspicious/noControlCharactersInRegex: removing control characters is the point
const LINE_BREAKS = /[\u0000-\u001f\u007f\u0085\u2028\u2029]+/g;

/** Whether a text has more than one line, or characters that may start one. */
export const hasLineBreaks = (text: string): boolean => text.search(LINE_BREAKS) !== -1;

/** Marks that turn the direction of the text after them, and so what it reads as. */
const DIRECTIONS = /[\u202a-\u202e\u2066-\u2069]/g;

export const withoutDirections = (text: string): string => text.replace(DIRECTIONS, '');

/** A text on one line and in one direction: names and values may contain any character, headers and our own lines may not. */
export const onOneLine = (text: string): string => withoutDirections(text).replace(LINE_BREAKS, ' ');
