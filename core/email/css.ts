/** Urls, strings, and comments, each up to its end or that of the style sheet. */
const OPAQUE =
  /url\(\s*(?:[^"'()\\\s]|\\[\s\S])*\)?|"(?:[^"\\\n]|\\[\s\S])*"?|'(?:[^'\\\n]|\\[\s\S])*'?|\/\*[\s\S]*?(?:\*\/|$)/gi;

/** A style sheet without comments. */
export const withoutComments = (css: string): string =>
  css.replace(OPAQUE, part => (part.startsWith('/*') ? '' : part));

/** CSS escapes such as `\69` and `\i`, which browsers decode. */
export const decodeEscapes = (css: string): string =>
  css.replace(/\\(?:([0-9a-f]{1,6})\s?|([^\n]))/gi, (_, hex: string | undefined, character: string) =>
    hex === undefined ? character : String.fromCodePoint(Math.min(Number.parseInt(hex, 16), 0x10ffff)),
  );
