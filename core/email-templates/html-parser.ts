import { type DefaultTreeAdapterTypes, defaultTreeAdapter, parse, serialize } from 'parse5';

/** More than 100,000 characters can write; the parser repeats unclosed formatting elements without end. */
const ELEMENTS_MAX = 50_000;

class TooManyElementsError extends Error {}

interface ParseOptions {
  readonly sourceCodeLocationInfo?: boolean;
  /** Mail programs run no scripts, and so show what is in `<noscript>`. */
  readonly scriptingEnabled?: boolean;
}

/** Parses HTML like a browser. Null when it would become more elements than it writes. */
export function parseHtml(
  html: string,
  { scriptingEnabled = false, ...options }: ParseOptions = {},
): DefaultTreeAdapterTypes.Document | null {
  let elements = 0;
  const treeAdapter: typeof defaultTreeAdapter = {
    ...defaultTreeAdapter,
    createElement(...element) {
      if (++elements > ELEMENTS_MAX) throw new TooManyElementsError();
      return defaultTreeAdapter.createElement(...element);
    },
  };
  try {
    return parse(html, { ...options, scriptingEnabled, treeAdapter });
  } catch (error) {
    if (error instanceof TooManyElementsError) return null;
    throw error;
  }
}

/** The HTML of a document: every attribute quoted, every element closed. */
export const serializeHtml = (document: DefaultTreeAdapterTypes.Document): string => serialize(document);
