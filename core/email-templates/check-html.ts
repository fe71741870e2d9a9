import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { fillHtml, VARIABLES, type VariableName } from './variables.ts';

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;

/** The rules for template HTML, shown to authors. */
export const HTML_RULES = [
  'A whole document: <!doctype html>, <html>, <head>, and <body>',
  'Styles inline, or in a <style> element; no external stylesheet (<link rel="stylesheet">, @import)',
  'No <script>, <iframe>, <object>, <embed>, <base>, <form> or <meta http-equiv="refresh">; no event handlers (onclick, …)',
  'URLs with https:, mailto:, or tel:, or {{referralLink}}; for images also data:image',
  'Nested at most 200 levels deep',
  'Variables as {{name}}; values are escaped',
] as const;

const isElement = (node: Node): node is Element => 'tagName' in node;

const attribute = (element: Element, name: string): string | undefined =>
  element.attrs.find(each => each.name === name)?.value;

const line = (element: Element): string => {
  const at = element.sourceCodeLocation;
  return at ? ` (line ${at.startLine}, column ${at.startCol})` : '';
};

/** Text content of a `<style>`. */
const styleText = (element: Element): string =>
  element.childNodes.map(child => ('value' in child ? child.value : '')).join('');

/** Elements that run, load, or submit something, or change where links point. */
const REFUSED = new Set(
  'script iframe frame frameset object embed applet base form animate animatetransform animatemotion set'.split(
    ' ',
  ),
);

/** URL attributes. */
const URL_ATTRIBUTES = new Set('href src action formaction background poster data cite longdesc'.split(' '));

/** Browsers skip blanks and control characters before and inside a scheme. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: that is what they skip
const SKIPPED_IN_SCHEMES = /[\u0000-\u0020]+/g;
const SAFE_SCHEME = /^(https?|mailto|tel|cid):|^data:image\/(png|jpe?g|gif|webp)[;,]/i;

/**
 * Whether a URL can do more than open a page. A variable may only start a URL if its value is one of our
 * URLs.
 */
function isUnsafeUrl(value: string): boolean {
  const url = value.replace(SKIPPED_IN_SCHEMES, '');
  if (url.startsWith('{{')) return !url.startsWith('{{referralLink}}');
  return /^[a-z][a-z0-9+.-]*:/i.test(url) && !SAFE_SCHEME.test(url);
}

/** CSS escapes such as `\\69`, which browsers decode. */
const decodeCss = (css: string): string =>
  css.replace(/\\([0-9a-f]{1,6})\s?/gi, (_, hex: string) =>
    String.fromCodePoint(Math.min(Number.parseInt(hex, 16), 0x10ffff)),
  );

function problemOf(element: Element): string | null {
  const tagName = element.tagName.toLowerCase();
  if (REFUSED.has(tagName)) return `must not have a <${tagName}>${line(element)}`;
  if (tagName === 'link' && /\bstylesheet\b/i.test(attribute(element, 'rel') ?? '')) {
    return `must not have an external stylesheet${line(element)}: write styles inline`;
  }
  if (tagName === 'meta' && /refresh|content-type|set-cookie/i.test(attribute(element, 'http-equiv') ?? '')) {
    return `must not have <meta http-equiv="${attribute(element, 'http-equiv')}">${line(element)}`;
  }
  if (tagName === 'style' && /@import\b/i.test(decodeCss(styleText(element)))) {
    return `must not @import a stylesheet${line(element)}: write styles inline`;
  }
  for (const { name, value } of element.attrs) {
    if (/^on/i.test(name)) return `must not have event handlers: ${name} on <${tagName}>${line(element)}`;
    if (/[{}]/.test(name)) return `must not have variables in attribute names: <${tagName}>${line(element)}`;
    if (URL_ATTRIBUTES.has(name.toLowerCase()) && isUnsafeUrl(value)) {
      return `must have URLs with https:, mailto:, or tel:, or {{referralLink}}: ${name} of <${tagName}>${line(element)}`;
    }
  }
  return /[{}]/.test(tagName) ? `must not have variables in element names${line(element)}` : null;
}

/** Children of a node, including those of a `<template>`. */
const childrenOf = (node: Node): readonly Node[] => [
  ...('childNodes' in node ? node.childNodes : []),
  ...('content' in node ? [node.content] : []),
];

/** Which required parts are missing in the source: the parser adds them silently. */
function missingParts(document: DefaultTreeAdapterTypes.Document): string[] {
  const written = new Set<string>();
  for (const node of document.childNodes) {
    if (node.nodeName === '#documentType') written.add('!doctype html');
    if (!isElement(node)) continue;
    for (const element of [node, ...node.childNodes.filter(isElement)]) {
      if (element.sourceCodeLocation?.startTag) written.add(element.tagName);
    }
  }
  return ['!doctype html', 'html', 'head', 'body'].filter(part => !written.has(part));
}

/** Maximum nesting. Mail programs and text converters give up far earlier. */
const MAX_DEPTH = 200;

function findProblem(html: string): string | null {
  // Mail programs run no scripts, so they render <noscript>.
  const document = parse(html, { sourceCodeLocationInfo: true, scriptingEnabled: false });
  const missing = missingParts(document);
  if (missing.length > 0)
    return `must be a whole document; missing ${missing.map(part => `<${part}>`).join(', ')}`;
  const waiting: { node: Node; depth: number }[] = [{ node: document, depth: 0 }];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { node, depth } = next;
    if (depth > MAX_DEPTH) return `must not be nested deeper than ${MAX_DEPTH} levels`;
    if (node.nodeName === '#comment' && 'data' in node && /<\s*script|\son\w+\s*=/i.test(node.data)) {
      return 'must not have scripts in comments';
    }
    const problem = isElement(node) ? problemOf(node) : null;
    if (problem) return problem;
    for (const child of childrenOf(node).toReversed()) waiting.push({ node: child, depth: depth + 1 });
  }
  return null;
}

const EMPTY = Object.fromEntries(Object.keys(VARIABLES).map(name => [name, ''])) as Record<
  VariableName,
  string
>;

/**
 * The first rule that the HTML breaks, or null. Parsed like a mail program would, both as written and with
 * empty values, so that markup cannot hide in variables.
 */
export const findHtmlProblem = (html: string): string | null =>
  findProblem(html) ??
  withoutPlace(findProblem(fillHtml(html, { ...EMPTY, referralLink: 'https://link.example/' })));

/** Line numbers of the filled HTML do not match the source. */
const withoutPlace = (problem: string | null): string | null =>
  problem?.replace(/ \(line \d+, column \d+\)/, '') ?? null;
