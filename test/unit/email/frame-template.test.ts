import { describe, expect, it } from '@jest/globals';
import { type DefaultTreeAdapterTypes, parse } from 'parse5';
import { findHtmlProblem } from '../../../core/email/check-html.ts';
import { renderTemplate } from '../../../core/email/render-template.ts';
import { EXAMPLE_HTML } from '../../../core/email-templates/schemas.ts';
import { verifies } from '../../support/verifies.ts';

type Parent = DefaultTreeAdapterTypes.ParentNode;
type Element = DefaultTreeAdapterTypes.Element;

const VALUES = {
  waitlistName: 'Rockets',
  description: '--><plaintext>"\'></style></div>',
  position: '7',
  referralLink: 'https://anteroom.example/w/rockets?ref=abc',
  name: 'Ada',
  statusLink: 'https://anteroom.example/s/token',
};
const LINE = {
  language: 'en' as const,
  waitlistName: 'Rockets & <Sons>',
  pageUrl: 'https://anteroom.example/w/rockets',
  stopUrl: 'https://anteroom.example/u/token',
};
const page = (body: string, head = '', attributes = '') =>
  `<!doctype html><html><head>${head}</head><body ${attributes}>${body}</body></html>`;

const render = (html: string) =>
  renderTemplate('ada@example.com', { subject: 's', html, text: 'Hello' }, VALUES, LINE);

const elements = (node: Parent): Element[] =>
  node.childNodes.filter((each): each is Element => 'tagName' in each);
const textOf = (node: Parent): string =>
  node.childNodes
    .map(each => ('value' in each ? each.value : 'childNodes' in each ? textOf(each) : ''))
    .join('');
const named = (node: Parent, name: string): Element => {
  const found = elements(node).find(({ tagName }) => tagName === name);
  if (!found) throw new Error(`no <${name}>`);
  return found;
};
const lastOfBody = (html: string, scriptingEnabled: boolean): Element => {
  const last = elements(named(named(parse(html, { scriptingEnabled }), 'html'), 'body')).at(-1);
  if (!last) throw new Error('the body is empty');
  return last;
};

describe('the line that ends the email of a template', () => {
  it(`names the waitlist and its page, with the link to stop, in both forms${verifies('email.ends-with-our-line')}`, () => {
    const { html, text } = render(EXAMPLE_HTML);
    expect(html).toContain('Rockets &amp; &lt;Sons&gt;');
    expect(html).toContain('href="https://anteroom.example/w/rockets"');
    expect(html).toContain('href="https://anteroom.example/u/token"');
    expect(text).toMatch(
      /^Hello\n\n[\s\S]*“Rockets & <Sons>”[\s\S]*\/w\/rockets\n[\s\S]*https:\/\/anteroom\.example\/u\/token$/,
    );
  });

  it.each([
    '<div>',
    '<textarea>',
    '<p><textarea style="display:none">',
    '<svg>',
    '<svg><style>',
    '<math><mtext><mglyph><style>',
    '<select><option>',
    '<template>',
    '<table><tr><td>',
    '<table>',
    '<details><summary>x',
    '<dialog>',
    '<a href="https://evil.example">',
    '<font size="1" color="white">',
    '<noscript>',
    '<noscript><p title="</noscript><plaintext>">',
    '<noembed>',
    '<xmp>',
    '<button>',
    '<video>',
    '<canvas>',
    '<!--',
    '<!-- {{description}}',
    '<!--[if mso]><table><tr><td><![endif]-->x',
    '<!--[if !mso]><!--><div><!--<![endif]-->',
    '<div style="display:none" title="{{description}}',
    '<style>',
    '<![CDATA[',
    '<p class={{description}}',
    '</body></html><div style="display:none">',
    '<div hidden><hr>',
    '<ruby><rt><rp>',
    '<marquee>',
    '<div style="display:none">{{description}}',
  ])(`stands last in the body, outside of %s${verifies('email.ends-with-our-line')}`, body => {
    const html = `<!doctype html><html><head></head><body>${body}`;
    expect(findHtmlProblem(html)).toBeNull();
    for (const scriptingEnabled of [false, true]) {
      expect(textOf(lastOfBody(render(html).html, scriptingEnabled))).toMatch(
        /^This email was written by the owner of the waitlist “Rockets & <Sons>”.*Stop these emails$/,
      );
    }
  });

  it.each([
    ['many bytes', 'é'.repeat(50_000)],
    ['long values', '{{description}}'.repeat(6_000)],
    ['markup that is repeated', `<p><font color="${'r'.repeat(500)}"></p>${'<p>x</p>'.repeat(300)}`],
  ])(
    `starts an email with %s too, because Gmail cuts off its end${verifies('email.ends-with-our-line')}`,
    (_, body) => {
      const html = page(body);
      expect(findHtmlProblem(html)).toBeNull();
      const [first, ...others] = elements(named(named(parse(render(html).html), 'html'), 'body'));
      expect(textOf(first as Element)).toMatch(
        /^This email was written by the owner of the waitlist “Rockets & <Sons>”.*Stop these emails$/,
      );
      expect(textOf(others.at(-1) as Element)).toBe(textOf(first as Element));
    },
  );

  it('stands in an ordinary email once', () => {
    expect(render(page('x'.repeat(80_000))).html.split('Stop these emails')).toHaveLength(2);
  });

  it('keeps the design of the body', () => {
    const { html } = render(
      page(
        '<p>x</p>',
        '<style>a{b:c} body, td { color: red; padding: 24px; max-width: 600px } @media print { body { padding: 0 } }</style>',
        'class="page" bgcolor="#eeeeee" style="background: #123; font-size: 18px"',
      ),
    );
    const body = named(named(parse(html), 'html'), 'body');
    const style = (element: Element) => element.attrs.find(({ name }) => name === 'style')?.value;
    expect(style(body)).toMatch(/^background: #123;display:block!important;/);
    const author = elements(elements(body)[0] as Element)[0] as Element;
    expect(style(author)).toBe('padding: 24px;max-width: 600px;background: #123; font-size: 18px');
    expect(author.attrs).toContainEqual({ name: 'class', value: 'page' });
  });

  it('has nothing before it that hides, moves, or disables the whole document', () => {
    const { html } = render(page('<p>x</p>', '', 'hidden inert style="display:none!important"'));
    const root = named(parse(html), 'html');
    const body = named(root, 'body');
    expect(body.attrs.map(({ name }) => name)).toEqual(['style']);
    for (const { attrs } of [root, body])
      expect(attrs.find(({ name }) => name === 'style')?.value).toMatch(
        /display:block!important;(?!.*none!important;display)/,
      );
  });
});
