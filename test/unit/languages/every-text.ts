import type { DefaultTreeAdapterTypes } from 'parse5';
import { parse } from 'parse5';
import { textsIn } from './catalog-texts.ts';

type Node = DefaultTreeAdapterTypes.Node;

/** Attributes that people read, or hear. */
const READ = new Set(['alt', 'aria-label', 'content', 'data-text', 'data-title', 'placeholder', 'title']);

/** Code of page code, and what only programs read. */
const UNREAD = new Set(['code', 'domId']);

const readable = (value: unknown): unknown =>
  typeof value === 'object' && value !== null
    ? Object.fromEntries(
        Object.entries(value).map(([name, member]) => [name, UNREAD.has(name) ? null : readable(member)]),
      )
    : value;

/** Every text that a page or an email has for people: on it, in attributes, and in the data of its scripts. */
export function readTexts(html: string): string[] {
  const found: string[] = [];
  const waiting: Node[] = [parse(html)];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if ('value' in node) found.push(node.value);
    if ('attrs' in node) {
      found.push(...node.attrs.filter(({ name }) => READ.has(name)).map(({ value }) => value));
      if (node.tagName === 'style') continue;
      if (node.tagName === 'script') {
        const isData = node.attrs.some(({ value }) => value === 'application/json');
        const [text] = node.childNodes;
        if (isData && text && 'value' in text)
          found.push(...textsIn(readable(JSON.parse(text.value))).map(each => each.text));
        continue;
      }
    }
    if ('content' in node) waiting.push(node.content);
    if ('childNodes' in node) waiting.push(...node.childNodes);
  }
  return found.map(text => text.replace(/\s+/g, ' ').trim()).filter(text => text !== '');
}
