import { type DefaultTreeAdapterTypes, defaultTreeAdapter, parse } from 'parse5';

/** More than 100,000 characters can write; the parser repeats unclosed formatting elements without end. */
const ELEMENTS_MAX = 50_000;

/** The HTML would become more elements than it writes. */
export class TooManyElementsError extends Error {
  override readonly name = 'TooManyElementsError';
}

interface ParseOptions {
  readonly sourceCodeLocationInfo?: boolean;
  /** Mail programs run no scripts, and so show what is in `<noscript>`. */
  readonly scriptingEnabled?: boolean;
}

/**
 * Parses HTML like a browser.
 * @throws {TooManyElementsError}
 */
export function parseHtml(
  html: string,
  { scriptingEnabled = false, ...options }: ParseOptions = {},
): DefaultTreeAdapterTypes.Document {
  let elements = 0;
  const treeAdapter: typeof defaultTreeAdapter = {
    ...defaultTreeAdapter,
    createElement(...element) {
      if (++elements > ELEMENTS_MAX) throw new TooManyElementsError();
      return defaultTreeAdapter.createElement(...element);
    },
  };
  return parse(html, { ...options, scriptingEnabled, treeAdapter });
}
