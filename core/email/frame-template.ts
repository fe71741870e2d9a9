import type { DefaultTreeAdapterTypes } from 'parse5';
import { escapeHtml } from '../markup/escape.ts';
import { withoutComments } from './css.ts';
import { FRAME_STYLE, WRAPPER_STYLE } from './frame-style.ts';
import { parseHtml, serializeInside } from './html-parser.ts';
import { SIMPLE_FORM } from './simple-form.ts';
import { canonicalVariables } from './variables.ts';

type Element = DefaultTreeAdapterTypes.Element;
type Attributes = Element['attrs'];

/** A template's document around the line of ours that ends the email, and starts a long one too (ADR 15). */
export interface Frame {
  /** Up to the start of the body. */
  readonly start: string;
  readonly content: string;
  readonly end: string;
}

const elementsOf = (parent: DefaultTreeAdapterTypes.ParentNode): Element[] =>
  parent.childNodes.filter(node => 'tagName' in node);

const child = (parent: DefaultTreeAdapterTypes.ParentNode | null, name: string): Element => {
  const found = parent && elementsOf(parent).find(({ tagName }) => tagName === name);
  if (!found) throw new Error('A template that breaks the rules was saved');
  return found;
};

const write = (attributes: Attributes, style: string): string =>
  [...attributes.filter(({ name }) => name !== 'style'), { name: 'style', value: style }]
    .map(({ name, value }) => ` ${name}="${escapeHtml(value)}"`)
    .join('');

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
  const css = elementsOf(head)
    .filter(({ tagName }) => tagName === 'style')
    .flatMap(({ childNodes }) => childNodes.map(node => ('value' in node ? node.value : '')))
    .join('\n');
  return [...topRules(withoutComments(css))]
    .filter(([selectors]) => selectors.split(',').some(each => each.trim() === 'body'))
    .map(([, declarations]) => pick(declarations, BOX))
    .join('');
}

const HTML_ATTRIBUTE = /^(lang|dir|class|xmlns.*)$/;

const isForm = (node: DefaultTreeAdapterTypes.ChildNode): boolean =>
  'attrs' in node && node.attrs.some(({ name, value }) => name === 'name' && value === SIMPLE_FORM);

/** Readers of an email get what the form made, not the form. */
const withoutForm = (head: Element): Element => ({
  ...head,
  childNodes: head.childNodes.filter(node => !isForm(node)),
});

/**
 * The document of a template around our line, such that the line is the last thing in the body and outside of
 * everything that the author wrote, which goes into two wrappers: ours, which contains floats and margins, around the
 * author's. Neither unclosed elements nor style sheets of the author reach the line.
 */
export function frameTemplate(source: string): Frame {
  const html = child(parseHtml(canonicalVariables(source)), 'html');
  const head = child(html, 'head');
  const body = child(html, 'body');
  const own = body.attrs.find(({ name }) => name === 'style')?.value ?? '';
  const kept = body.attrs.filter(({ name }) => BODY_ATTRIBUTES.has(name));
  const moved = body.attrs.filter(({ name }) => name === 'class' || !BODY_ATTRIBUTES.has(name));
  const root = html.attrs.filter(({ name }) => HTML_ATTRIBUTE.test(name));
  return {
    start: `<!doctype html><html${write(root, FRAME_STYLE)}><head>${serializeInside(withoutForm(head))}</head><body${write(kept, pick(own, BACKGROUND) + FRAME_STYLE)}>`,
    content: `<div style="${WRAPPER_STYLE}"><div${write(moved, bodyBox(head) + own)}>${serializeInside(body)}</div></div>`,
    end: '</body></html>',
  };
}

const MARK = '<hr>';

/** Whether a parser still finds our line first and last in the body, with scripts and without. */
export function canFrame(source: string): boolean {
  const { start, content, end } = frameTemplate(source);
  return [false, true].every(scriptingEnabled => {
    const document = parseHtml(start + MARK + content + MARK + end, { scriptingEnabled });
    const parts = document && elementsOf(child(child(document, 'html'), 'body'));
    return parts?.map(({ tagName }) => tagName).join(' ') === 'hr div hr';
  });
}
