import { Marked, type RendererObject, type Token, type TokenizerAndRendererExtension } from 'marked';
import { INK, LINE, PAPER, SMALL, TEXT } from '../email/card-layout.ts';
import { LINK_VARIABLES } from '../email/template-kinds.ts';
import { escapeHtml } from '../markup/escape.ts';
import { RADII, SPACES } from '../markup/tokens.ts';

/** Our links are the only variables that may start a URL (`core/email/check-html.ts`). */
const LINK = String.raw`\{\{\s*(?:${LINK_VARIABLES.join('|')})\s*\}\}`;
const OUR_LINK = new RegExp(`^${LINK}`);
const ANY_LINK = new RegExp(LINK);
const SAFE_URL = new RegExp(`^(https?://|mailto:|tel:|${LINK})`, 'i');

/** As people type them: `rocket.example` is a page, `ada@rocket.example` an address. Null for what could run something. */
export function toSafeUrl(typed: string): string | null {
  const url = typed.trim();
  if (SAFE_URL.test(url)) return url;
  if (/^[^\s:/@]+@[^\s:/@]+$/.test(url)) return `mailto:${url}`;
  return /^[^\s:/{}]+\.[^\s:{}]+$/.test(url) ? `https://${url}` : null;
}

/** As {@link toSafeUrl}, for emails that we send in somebody's name to many: only what shows where it leads. */
function toSafeLink(typed: string): string | null {
  const url = toSafeUrl(typed);
  return url !== null && /^(https:|mailto:|\{\{)/i.test(url) ? url : null;
}

const linkTo = (url: string, html: string): string =>
  `<a class="ink" href="${escapeHtml(url)}" style="color:${INK}">${html}</a>`;

const ourLink: TokenizerAndRendererExtension = {
  name: 'ourLink',
  level: 'inline',
  start: text => ANY_LINK.exec(text)?.index,
  tokenizer(text) {
    const [raw] = OUR_LINK.exec(text) ?? [];
    return raw === undefined ? undefined : { type: 'ourLink', raw };
  },
  renderer: ({ raw }) => linkTo(raw, raw),
};

const HEADINGS = ['24px;line-height:32px', '20px;line-height:28px', '16px;line-height:24px'] as const;

/** `flush` are the blocks with no space above them. */
const rendererOf = (flush: ReadonlySet<Token | undefined>, toUrl: typeof toSafeUrl): RendererObject => {
  const space = (block: Token): string => `margin:${flush.has(block) ? 0 : SPACES.md}px 0 0`;
  return {
    heading(block) {
      const level = Math.min(block.depth, HEADINGS.length);
      return `<h${level} class="ink" style="${space(block)};font-size:${HEADINGS[level - 1]};font-weight:700;color:${INK};overflow-wrap:anywhere">${this.parser.parseInline(block.tokens)}</h${level}>\n`;
    },
    paragraph(block) {
      const [only, ...more] = block.tokens;
      // A link of its own is there to be copied.
      if (only?.type === 'ourLink' && more.length === 0)
        return `<p class="field" style="${space(block)};padding:${SPACES.sm}px;border:1px solid ${LINE};border-radius:${RADII.md}px;background:${PAPER};${SMALL};overflow-wrap:anywhere"><a class="ink" href="${only.raw}" style="color:${INK};text-decoration:none">${only.raw}</a></p>\n`;
      return `<p class="ink" style="${space(block)};${TEXT};overflow-wrap:anywhere">${this.parser.parseInline(block.tokens)}</p>\n`;
    },
    list(block) {
      const tag = block.ordered ? 'ol' : 'ul';
      const items = block.items.map(
        item => `<li style="margin:4px 0 0">${this.parser.parse(item.tokens).trim()}</li>`,
      );
      return `<${tag} class="ink" style="${space(block)};padding:0 0 0 ${SPACES.lg}px;${TEXT}">${items.join('')}</${tag}>\n`;
    },
    blockquote(block) {
      return `<blockquote style="${space(block)};padding:0 0 0 ${SPACES.md}px;border-left:3px solid ${LINE}">${this.parser.parse(block.tokens)}</blockquote>\n`;
    },
    hr: () => `<hr style="margin:24px 0;border:0;border-top:1px solid ${LINE}">\n`,
    br: () => '<br>\n',
    link({ href, raw, tokens }) {
      const url = toUrl(href);
      return url === null ? escapeHtml(raw) : linkTo(url, this.parser.parseInline(tokens));
    },
    image: ({ raw }) => escapeHtml(raw),
    checkbox: ({ checked }) => (checked ? '☑ ' : '☐ '),
  };
};

const isText = (): undefined => undefined;
/** What people write by chance, and what an email cannot show, is text. */
const tokenizer = {
  html: isText,
  tag: isText,
  code: isText,
  fences: isText,
  table: isText,
  lheading: isText,
  def: isText,
};

/**
 * Markdown as HTML for mail programs: headings, paragraphs with their line breaks, lists, quotes, rules, emphasis, and links.
 * HTML and images are text. Variables stay as they are.
 * @param options.isFirst - nothing is above it
 * @param options.isStrict - links lead to `https:` and `mailto:` only
 */
export function renderMarkdown(text: string, { isFirst = true, isStrict = false } = {}): string {
  const flush = new Set<Token | undefined>();
  const renderer = rendererOf(flush, isStrict ? toSafeLink : toSafeUrl);
  const marked = new Marked({ breaks: true, tokenizer, extensions: [ourLink], renderer });
  const blocks = marked.lexer(text.trim());
  if (isFirst) flush.add(blocks[0]);
  marked.walkTokens(blocks, token => {
    if (token.type === 'list_item' || token.type === 'blockquote') flush.add(token.tokens?.[0]);
  });
  return marked.parser(blocks);
}
