import { type DefaultTreeAdapterTypes, parse } from 'parse5';

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;

/** What the HTML of a template must keep to; shown to those who write one. */
export const HTML_RULES = [
  'A whole document: <!doctype html>, <html>, <head> and <body>',
  'Styles inline, or in a <style> element; no external stylesheet (<link rel="stylesheet">, @import)',
  'No <script>, no event handlers (onclick, …), no javascript: urls',
  'Images by absolute https urls',
  'Variables as {{name}}; values are escaped',
] as const;

const isElement = (node: Node): node is Element => 'tagName' in node;

const attribute = (element: Element, name: string): string | undefined =>
  element.attrs.find(each => each.name === name)?.value;

const line = (element: Element): string => {
  const at = element.sourceCodeLocation;
  return at ? ` (line ${at.startLine}, column ${at.startCol})` : '';
};

/** The text inside a `<style>`. */
const styleText = (element: Element): string =>
  element.childNodes.map(child => ('value' in child ? child.value : '')).join('');

/** Browsers skip blanks and control characters before and inside a scheme. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: that is what they skip
const SKIPPED_IN_SCHEMES = /[\u0000-\u0020]+/g;

function problemOf(element: Element): string | null {
  const { tagName } = element;
  if (tagName === 'script') return `must not have a <script>${line(element)}`;
  if (tagName === 'link' && /\bstylesheet\b/i.test(attribute(element, 'rel') ?? '')) {
    return `must not have an external stylesheet${line(element)}: write styles inline`;
  }
  if (tagName === 'style' && /@import\b/i.test(styleText(element))) {
    return `must not @import a stylesheet${line(element)}: write styles inline`;
  }
  const handler = element.attrs.find(({ name }) => /^on/i.test(name));
  if (handler) return `must not have event handlers: ${handler.name} on <${tagName}>${line(element)}`;
  const script = element.attrs.find(({ value }) =>
    /^javascript:/i.test(value.replace(SKIPPED_IN_SCHEMES, '')),
  );
  return script ? `must not have javascript: urls: ${script.name} of <${tagName}>${line(element)}` : null;
}

/** Children of a node, those of a `<template>` included. */
const childrenOf = (node: Node): readonly Node[] => [
  ...('childNodes' in node ? node.childNodes : []),
  ...('content' in node ? [node.content] : []),
];

/** Which of `<html>`, `<head>` and `<body>` stand in the source; a parser makes up those that do not. */
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

/**
 * The first rule that the HTML of a template breaks, as a sentence, or null. Parsed as a browser would, so nothing hides
 * in markup that only looks harmless; walked without recursion, so no depth of it can hurt.
 */
export function findHtmlProblem(html: string): string | null {
  const document = parse(html, { sourceCodeLocationInfo: true });
  const missing = missingParts(document);
  if (missing.length > 0)
    return `must be a whole document; it has no ${missing.map(part => `<${part}>`).join(', ')}`;
  const waiting: Node[] = [document];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    const problem = isElement(node) ? problemOf(node) : null;
    if (problem) return problem;
    waiting.push(...childrenOf(node).toReversed());
  }
  return null;
}
