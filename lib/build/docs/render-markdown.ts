import { Marked, type RendererObject, type Token, type Tokens } from 'marked';
import { escapeHtml } from '../../../core/markup/escape.ts';
import { codeBlock } from './code-block.ts';

/** The part of a page below one heading, up to the next. */
export interface Section {
  /** Of the heading, as GitHub makes it. Empty for what is above the first. */
  readonly id: string;
  readonly depth: number;
  readonly heading: string;
  /** Its words, without markup. */
  readonly text: string;
}

export interface RenderedMarkdown {
  readonly title: string;
  /** Below the title. */
  readonly html: string;
  readonly sections: readonly Section[];
}

export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

interface RenderOptions {
  /** Where a link of the file leads on the site. Throws if it leads nowhere. */
  readonly linkTo: (href: string) => string;
  /** The URL and size of an image of the file. */
  readonly imageOf: (href: string) => ImageSize & { readonly url: string };
}

const LANGUAGES: Readonly<Record<string, string>> = {
  sh: 'Terminal',
  bash: 'Terminal',
  http: 'Headers',
  js: 'JavaScript',
  json: 'JSON',
  python: 'Python',
  html: 'HTML',
};

const slug = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\w\s-]/g, '')
    .replace(/\s/g, '-');

/** The words of tokens, without code in blocks. */
function plainText(tokens: readonly Token[]): string {
  return tokens
    .map(token => {
      if (token.type === 'code') return '';
      if (token.type === 'table') {
        const { header, rows } = token as Tokens.Table;
        return [header, ...rows].map(row => row.map(cell => plainText(cell.tokens)).join(' ')).join(' ');
      }
      if (token.type === 'list') return plainText((token as Tokens.List).items);
      if ('tokens' in token && token.tokens) return plainText(token.tokens);
      return 'text' in token ? String(token.text) : '';
    })
    .join(' ')
    .replace(/\s+/g, ' ')
    .replace(/ ([.,:;)])/g, '$1');
}

/** The headings of blocks, with the text of the blocks below each. */
function sectionsOf(blocks: readonly Token[]): Section[] {
  const sections = [{ id: '', depth: 1, heading: '', text: '' }];
  for (const block of blocks) {
    if (block.type === 'heading') {
      const heading = plainText((block as Tokens.Heading).tokens);
      sections.push({ id: slug(heading), depth: (block as Tokens.Heading).depth, heading, text: '' });
    } else {
      const last = sections.at(-1);
      if (last) last.text = `${last.text} ${plainText([block])}`.trim();
    }
  }
  return sections;
}

const rendererOf = ({ linkTo, imageOf }: RenderOptions): RendererObject => ({
  heading({ depth, tokens }) {
    const id = slug(plainText(tokens));
    return `<h${depth} id="${id}"><a href="#${id}">${this.parser.parseInline(tokens)}</a></h${depth}>\n`;
  },
  code: ({ text, lang = '' }) => `${codeBlock(LANGUAGES[lang] ?? 'Text', text)}\n`,
  table(table) {
    const row = (cells: readonly Tokens.TableCell[], tag: string) =>
      `<tr>${cells.map(cell => `<${tag}>${this.parser.parseInline(cell.tokens)}</${tag}>`).join('')}</tr>`;
    // It scrolls in its box on a narrow screen.
    return `<div class="table" role="group" aria-label="Table" tabindex="0"><table><thead>${row(table.header, 'th')}</thead><tbody>${table.rows.map(cells => row(cells, 'td')).join('')}</tbody></table></div>\n`;
  },
  link({ href, tokens }) {
    return `<a href="${escapeHtml(linkTo(href))}">${this.parser.parseInline(tokens)}</a>`;
  },
  image({ href, text }) {
    const { url, width, height } = imageOf(href);
    return `<img src="${escapeHtml(url)}" alt="${escapeHtml(text)}" width="${width}" height="${height}" loading="lazy">`;
  },
});

/** A page that begins with its title as the first heading. */
export function renderMarkdown(source: string, options: RenderOptions): RenderedMarkdown {
  const marked = new Marked({ renderer: rendererOf(options) });
  const [title, ...blocks] = marked.lexer(source);
  if (title?.type !== 'heading') throw new Error('A page of the documentation begins with its heading');
  return { title: title.text, html: marked.parser(blocks), sections: sectionsOf(blocks) };
}
