// biome-ignore lint/suspicious/noControlCharactersInRegex: removing control characters is the point
const LINE_BREAKS = /[\u0000-\u001f\u007f\u0085\u2028\u2029]+/g;

/** Whether a text has more than one line, or characters that may start one. */
export const hasLineBreaks = (text: string): boolean => text.search(LINE_BREAKS) !== -1;

/** A text on one line, for a header: names and values may contain any character, headers may not. */
export const onOneLine = (text: string): string => text.replace(LINE_BREAKS, ' ');
