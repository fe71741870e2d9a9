import type { DefaultTreeAdapterTypes } from 'parse5';
import { withoutComments } from './css.ts';
import { FRAME_STYLE, WRAPPER_STYLE } from './frame-style.ts';
import { parseHtml, serializeHtml } from './html-parser.ts';
import { canonicalVariables } from './variables.ts';

type Document = DefaultTreeAdapterTypes.Document;
type Element = DefaultTreeAdapterTypes.Element;
type CommentNode = DefaultTreeAdapterTypes.CommentNode;
type Node = DefaultTreeAdapterTypes.ChildNode;

/** A template's document around the line of ours that ends the email, and starts a long one too (ADR 15). */
export interface Frame {
  /** Up to the start of the body. */
  readonly start: string;
  readonly content: string;
  readonly end: string;
}

/** Of an element where our line goes. */
const MARK = 'data-end-of-template';
const MARK_HTML = `<div ${MARK}=""></div>`;

const isElement = (node: Node): node is Element => 'tagName' in node;

const child = (parent: Document | Element, name: string): Element | undefined =>
  parent.childNodes.filter(isElement).find(({ tagName }) => tagName === name);

function setAttribute(element: Element, name: string, value: string): void {
  const attribute = element.attrs.find(each => each.name === name);
  if (attribute) attribute.value = value;
  else element.attrs.push({ name, value });
}

/** Attributes that keep their effect on `<body>` and hide nothing there. The others move to the wrapper inside. */
const BODY_ATTRIBUTES = new Set('class bgcolor background text link vlink alink'.split(' '));

/** The declarations of a style whose property is one of `properties`, with values that cannot end them. */
const pick = (style: string, properties: RegExp): string =>
  style
    .split(';')
    .map(each => each.trim())
    .filter(each => properties.test(each) && /^[\w#%.,()\s!-]+$/.test(each.slice(each.indexOf(':') + 1)))
    .map(each => `${each};`)
    .join('');

const BOX = /^(margin|padding|width|min-width|max-width|box-sizing)\b/i;
const BACKGROUND = /^background(-color)?\s*:/i;

/** Rules of a style sheet outside of others, as selectors and declarations. */
function* topRules(css: string): Generator<readonly [string, string]> {
  let depth = 0;
  for (const piece of css.split('}')) {
    const [selectors = '', ...inner] = piece.split('{');
    if (depth === 0 && inner.length === 1) yield [selectors, inner[0] ?? ''];
    depth = Math.max(depth + inner.length - 1, 0);
  }
}

/** What the style sheets set for the box of `<body>`. */
function bodyBox(head: Element): string {
  const css = head.childNodes
    .filter(isElement)
    .filter(({ tagName }) => tagName === 'style')
    .flatMap(({ childNodes }) => childNodes.map(node => ('value' in node ? node.value : '')))
    .join('\n');
  return [...topRules(withoutComments(css))]
    .filter(([selectors]) => selectors.split(',').some(each => each.trim() === 'body'))
    .map(([, declarations]) => pick(declarations, BOX))
    .join('');
}

/** Appends a new `<div>`. */
function appendDiv(parent: Element, attrs: Element['attrs']): Element {
  const { namespaceURI } = parent;
  const name = 'div';
  const div: Element = {
    nodeName: name,
    tagName: name,
    attrs,
    namespaceURI,
    childNodes: [],
    parentNode: parent,
  };
  parent.childNodes.push(div);
  return div;
}

/** Moves what the body holds into two wrappers: ours, which contains floats and margins, around the author's. */
function wrap(html: Element, head: Element, body: Element): Element {
  const { attrs, childNodes } = body;
  const own = attrs.find(({ name }) => name === 'style')?.value ?? '';
  body.attrs = attrs.filter(({ name }) => BODY_ATTRIBUTES.has(name));
  setAttribute(body, 'style', pick(own, BACKGROUND) + FRAME_STYLE);
  html.attrs = html.attrs.filter(
    ({ name }) => ['lang', 'dir', 'class'].includes(name) || name.startsWith('xmlns'),
  );
  setAttribute(html, 'style', FRAME_STYLE);
  body.childNodes = [];
  appendDiv(body, [{ name: MARK, value: '' }]);
  const outer = appendDiv(body, [{ name: 'style', value: WRAPPER_STYLE }]);
  const inner = appendDiv(
    outer,
    attrs.filter(({ name }) => name === 'class' || !BODY_ATTRIBUTES.has(name)).map(each => ({ ...each })),
  );
  setAttribute(inner, 'style', `${bodyBox(head)}${own}`);
  for (const node of childNodes) node.parentNode = inner;
  inner.childNodes = childNodes;
  appendDiv(body, [{ name: MARK, value: '' }]);
  return inner;
}

/** What Outlook reads: it takes the content of conditional comments as markup. */
const revealConditional = (html: string): string =>
  html.replace(/<!--\s*\[if[^\]<>]{0,200}\]>(?:\s*<!-*>)?|(?:<!--\s*)?<!\s*\[endif\]\s*-*>/gi, '');

/** Our mark and the elements around it, from the inside out, if it is the last element there is. */
function findMark(document: Document | null): Element[] {
  const path: Element[] = [];
  let last = document?.childNodes.findLast(isElement);
  while (last) {
    path.push(last);
    if (last.attrs.some(({ name }) => name === MARK)) return path.reverse();
    last = last.childNodes.findLast(isElement);
  }
  return [];
}

/** Closes for Outlook what conditional comments leave open, like the outer table of many templates. */
function closeConditional(inner: Element, document: Document): void {
  const [, ...around] = findMark(parseHtml(revealConditional(serializeHtml(document))));
  const wrapper = around.findIndex(({ attrs }) => attrs.some(({ value }) => value === WRAPPER_STYLE));
  // Within the wrapper is the author's; what is within that one should have ended.
  const open = around.slice(0, Math.max(wrapper - 1, 0)).map(({ tagName }) => `</${tagName}>`);
  if (open.length === 0) return;
  const data = `[if mso]>${open.join('')}<![endif]`;
  inner.childNodes.push({ nodeName: '#comment' as CommentNode['nodeName'], data, parentNode: inner });
}

/** The document of a template with our mark at both ends of the body. */
function markEnds(source: string): string {
  const document = parseHtml(canonicalVariables(source));
  const html = document && child(document, 'html');
  const head = html && child(html, 'head');
  const body = html && child(html, 'body');
  if (!html || !head || !body) throw new Error('A template that breaks the rules was saved');
  const inner = wrap(html, head, body);
  closeConditional(inner, document);
  return serializeHtml(document);
}

/**
 * The document of a template around our line, such that the line is the last thing in the body and outside of
 * everything that the author wrote. Neither unclosed elements nor style sheets of the author reach it.
 */
export function frameTemplate(source: string): Frame {
  const [start = '', content = '', end = ''] = markEnds(source).split(MARK_HTML);
  return { start, content, end };
}

/** Whether our mark is the first element of the body. */
function startsWithMark(document: Document | null): boolean {
  const html = document && child(document, 'html');
  const first = html && child(html, 'body')?.childNodes.find(isElement);
  return first?.attrs.some(({ name }) => name === MARK) ?? false;
}

/** Whether our mark is the last element of the body. One of the author's would hold ours. */
function endsWithMark(document: Document | null): boolean {
  const [mark, body, html, ...rest] = findMark(document);
  return (
    rest.length === 0 &&
    html?.tagName === 'html' &&
    body?.tagName === 'body' &&
    mark?.attrs.length === 1 &&
    mark.childNodes.length === 0
  );
}

/** Whether every reader of a template's email sees our line: browsers with and without scripts, and Outlook. */
export function canFrame(source: string): boolean {
  const framed = markEnds(source);
  // The author may have written the mark as well, in a comment for instance.
  if (framed.split(MARK_HTML).length !== 3) return false;
  const seen = [false, true].map(scriptingEnabled => parseHtml(framed, { scriptingEnabled }));
  const inOutlook = parseHtml(revealConditional(framed));
  return seen.every(startsWithMark) && [...seen, inOutlook].every(endsWithMark);
}
