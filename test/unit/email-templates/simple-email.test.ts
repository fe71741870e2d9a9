import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { findHtmlProblem } from '../../../core/email/check-html.ts';
import { frameTemplate } from '../../../core/email/frame-template.ts';
import { renderMarkdown } from '../../../core/email-templates/markdown.ts';
import {
  readSimpleEmail,
  type SimpleEmail,
  writeSimpleEmail,
} from '../../../core/email-templates/simple-email.ts';
import { startEmail } from '../../../core/email-templates/start-email.ts';
import { emails } from '../../../core/languages/texts/en/emails.ts';

const { email: START } = startEmail(
  'confirmation',
  {
    design: { brandColor: '#ff5a1f', logoUrl: 'https://a.example/logo.png' },
    referralEnabled: false,
    referralBoost: 1,
  },
  { language: 'en', texts: emails },
);

/** As a reader sees it: without attributes of styling. */
const plain = (markdown: string): string =>
  renderMarkdown(markdown)
    .replace(/ (class|style)="[^"]*"/g, '')
    .trim();

it.each([
  ['# Hi {{name}}', '<h1>Hi {{name}}</h1>'],
  ['one\ntwo\n\nthree', '<p>one<br>\ntwo</p>\n<p>three</p>'],
  [
    '**bold *both*** and _it_, 2 * 3 * 4, a_b_c',
    '<p><strong>bold <em>both</em></strong> and <em>it</em>, 2 * 3 * 4, a_b_c</p>',
  ],
  ['You get:\n- one\n  more\n- two', '<p>You get:</p>\n<ul><li>one<br>\nmore</li><li>two</li></ul>'],
  ['1. one\n2. two', '<ol><li>one</li><li>two</li></ol>'],
  ['> quoted\n\n- [x] done', '<blockquote><p>quoted</p>\n</blockquote>\n<ul><li>☑ done</li></ul>'],
  ['one\n\n- first\n\n- second', '<p>one</p>\n<ul><li><p>first</p></li><li><p>second</p></li></ul>'],
  ['Price\n---\n![x](https://a.example)', '<p>Price</p>\n<hr>\n<p>![x](https://a.example)</p>'],
  ['\\*as it is\\*', '<p>*as it is*</p>'],
  [
    '[us](rocket.example) https://b.example/?a=1&b=2.',
    '<p><a href="https://rocket.example">us</a> <a href="https://b.example/?a=1&amp;b=2">https://b.example/?a=1&amp;b=2</a>.</p>',
  ],
  [
    '[run](javascript:alert) <script>alert(1)</script>',
    '<p>[run](javascript:alert) &lt;script&gt;alert(1)&lt;/script&gt;</p>',
  ],
  [
    '[me]({{statusLink}})\n\n{{referralLink}}',
    '<p><a href="{{statusLink}}">me</a></p>\n<p><a href="{{referralLink}}">{{referralLink}}</a></p>',
  ],
])('writes %j as HTML', (markdown, html) => {
  expect(plain(markdown)).toBe(html);
});

it('makes documents that follow the rules, whatever is typed, and reads them back', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      '{{name}}',
      '{{referralLink}}',
      '**',
      '*',
      '_',
      '[',
      '](',
      ')',
      '# ',
      '- ',
      '1. ',
      '\n',
      '\n\n',
      '<b>',
      '"',
      '&',
      '\\',
      '--',
      'https://',
      'é',
      '🚀',
      'javascript:',
    ),
    fc.string({ maxLength: 8 }).filter(text => !/[{}\0]/.test(text)),
  );
  const text = fc.array(piece, { maxLength: 12 }).map(pieces => pieces.join(''));
  const emails = fc.record<SimpleEmail>({
    showPlace: fc.boolean(),
    text,
    button: fc.record({ label: text, url: text }),
    below: text,
    brandColor: fc.constantFrom(null, '#ff5a1f'),
    logoUrl: fc.constantFrom(null, 'https://a.example/logo.png'),
  });
  fc.assert(
    fc.property(emails, email => {
      const html = writeSimpleEmail(email);
      expect([findHtmlProblem(html), readSimpleEmail(html)]).toEqual([null, email]);
    }),
    { numRuns: 300 },
  );
});

it('is code once it is edited', () => {
  const html = writeSimpleEmail(START);
  expect(readSimpleEmail(html.replace('Share your link', 'Share the link'))).toBeNull();
  expect(readSimpleEmail('<!doctype html><html><head></head><body></body></html>')).toBeNull();
});

it('does not send the form', () => {
  const html = writeSimpleEmail(START);
  expect(html).toContain('anteroom-simple');
  const { start, content } = frameTemplate(html);
  expect(start + content).not.toContain('anteroom-simple');
  expect(start + content).toContain('{{waitlistName}}</h1>');
});
