import type { DefaultTreeAdapterTypes } from 'parse5';
import { decodeEscapes, withoutComments } from './css.ts';
import { canFrame } from './frame-template.ts';
import { parseHtml } from './html-parser.ts';
import { LINK_VARIABLES, VARIABLES, type VariableName } from './template-kinds.ts';
import { fillHtml, hasVariables } from './variables.ts';

type Node = DefaultTreeAdapterTypes.Node;
type Element = DefaultTreeAdapterTypes.Element;

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
  'script iframe frame frameset object embed applet base form plaintext animate animatetransform animatemotion set'.split(
    ' ',
  ),
);

/** URL attributes. */
const URL_ATTRIBUTES = new Set('href src action formaction background poster data cite longdesc'.split(' '));

/** A policy, among others, could turn off our inline styles. */
const SAFE_DIRECTIVE = /^(x-ua-compatible|content-language)$/i;

/** Browsers skip blanks and control characters before and inside a scheme. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: that is what they skip
const SKIPPED_IN_SCHEMES = /[\u0000-\u0020]+/g;
const SAFE_SCHEME = /^(https?|mailto|tel|cid):|^data:image\/(png|jpe?g|gif|webp)[;,]/i;

const STARTS_WITH_LINK = new RegExp(`^\\{\\{(${LINK_VARIABLES.join('|')})\\}\\}`);

/**
 * Whether a URL can do more than open a page. A variable may only start a URL if its value is one of our
 * URLs.
 */
function isUnsafeUrl(value: string): boolean {
  const url = value.replace(SKIPPED_IN_SCHEMES, '');
  if (url.startsWith('{{')) return !STARTS_WITH_LINK.test(url);
  return /^[a-z][a-z0-9+.-]*:/i.test(url) && !SAFE_SCHEME.test(url);
}

const PSEUDO_ELEMENT = /:(:|before|after|first-l)/i;

/** What a style sheet must not have. Pseudo-elements would write into, or over, the line that we add. */
function styleProblem(source: string): string | null {
  const css = `${decodeEscapes(source)}\n${decodeEscapes(withoutComments(source))}`;
  if (/@import\b/i.test(css)) return 'must not @import a stylesheet';
  if (hasVariables(css)) return 'must not have variables in a <style>';
  if (PSEUDO_ELEMENT.test(css)) return 'must not have pseudo-elements (::before, ::after, …) in a <style>';
  return null;
}

function problemOf(element: Element): string | null {
  const tagName = element.tagName.toLowerCase();
  if (REFUSED.has(tagName)) return `must not have a <${tagName}>${line(element)}`;
  if (tagName === 'link' && /\bstylesheet\b/i.test(attribute(element, 'rel') ?? '')) {
    return `must not have an external stylesheet${line(element)}: write styles inline`;
  }
  const directive = tagName === 'meta' ? attribute(element, 'http-equiv') : undefined;
  if (directive !== undefined && !SAFE_DIRECTIVE.test(directive)) {
    return `must not have <meta http-equiv="${directive}">${line(element)}`;
  }
  const problem = tagName === 'style' ? styleProblem(styleText(element)) : null;
  if (problem) return `${problem}${line(element)}: write styles inline`;
  for (const { name, value } of element.attrs) {
    if (/^on/i.test(name)) return `must not have event handlers: ${name} on <${tagName}>${line(element)}`;
    if (/[{}]/.test(name)) return `must not have variables in attribute names: <${tagName}>${line(element)}`;
    if (URL_ATTRIBUTES.has(name.toLowerCase()) && isUnsafeUrl(value)) {
      return `must have URLs with https:, mailto:, or tel:, or a link variable such as {{statusLink}}: ${name} of <${tagName}>${line(element)}`;
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
  const document = parseHtml(html, { sourceCodeLocationInfo: true });
  if (!document) return 'must close its formatting elements (<b>, <font>, <a>, …)';
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

const UNFRAMED = 'must leave room for the line that we add at its end: close every element';

const LINK = 'https://link.example/';

const EMPTY = {
  ...Object.fromEntries(Object.keys(VARIABLES).map(name => [name, ''])),
  ...Object.fromEntries(LINK_VARIABLES.map(name => [name, LINK])),
};

/**
 * The first rule that the HTML breaks, or null. Parsed like a mail program would, both as written and with
 * empty values, so that markup cannot hide in variables.
 */
export const findHtmlProblem = (html: string): string | null =>
  findProblem(html) ??
  (canFrame(html) ? null : UNFRAMED) ??
  withoutPlace(findProblem(fillHtml(html, { ...EMPTY, referralLink: LINK, statusLink: LINK }, '')));

/** Line numbers of the filled HTML do not match the source. */
const withoutPlace = (problem: string | null): string | null =>
  problem?.replace(/ \(line \d+, column \d+\)/, '') ?? null;

/** Whether readers see a variable: as text, or as where a link leads. Not in a comment or the head. */
export function showsVariable(html: string, name: VariableName): boolean {
  const document = parseHtml(html);
  const pattern = new RegExp(`\\{\\{\\s*${name}\\s*[|}]`);
  const waiting: Node[] = document ? [document] : [];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (isElement(next) && ['head', 'style'].includes(next.tagName)) continue;
    if (isElement(next) && pattern.test(attribute(next, 'href') ?? '')) return true;
    if (next.nodeName === '#text' && 'value' in next && pattern.test(next.value)) return true;
    if ('childNodes' in next) waiting.push(...next.childNodes);
  }
  return false;
}
