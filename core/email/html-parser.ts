import { type DefaultTreeAdapterTypes, defaultTreeAdapter, parse, serialize } from 'parse5';

/** More than 100,000 characters can write; the parser repeats unclosed formatting elements without end. */
const ELEMENTS_MAX = 50_000;
const ATTRIBUTES_MAX = 500_000;

class TooMuchError extends Error {}

interface ParseOptions {
  readonly sourceCodeLocationInfo?: boolean;
  /** Mail programs run no scripts, and so show what is in `<noscript>`. */
  readonly scriptingEnabled?: boolean;
}

/** Parses HTML like a browser. Null when it would become far more than it writes. */
export function parseHtml(
  html: string,
  { scriptingEnabled = false, ...options }: ParseOptions = {},
): DefaultTreeAdapterTypes.Document | null {
  let elements = 0;
  let attributes = 0;
  const treeAdapter: typeof defaultTreeAdapter = {
    ...defaultTreeAdapter,
    createElement(tagName, namespaceURI, attrs) {
      for (const { name, value } of attrs) attributes += name.length + value.length;
      if (++elements > ELEMENTS_MAX || attributes > ATTRIBUTES_MAX) throw new TooMuchError();
      return defaultTreeAdapter.createElement(tagName, namespaceURI, attrs);
    },
  };
  try {
    return parse(html, { ...options, scriptingEnabled, treeAdapter });
  } catch (error) {
    if (error instanceof TooMuchError) return null;
    throw error;
  }
}

/** The HTML inside of a node: every attribute quoted, every element closed. */
export const serializeInside = (node: DefaultTreeAdapterTypes.ParentNode): string => serialize(node);
