import { describe, expect, it } from '@jest/globals';
import { findHtmlProblem } from '../../../core/email-templates/check-html.ts';
import { EXAMPLE_HTML } from '../../../core/email-templates/schemas.ts';
import { verifies } from '../../support/verifies.ts';

const page = (body: string, head = '') =>
  `<!doctype html><html><head>${head}</head><body>${body}</body></html>`;

describe('the HTML of a template', () => {
  it.each([
    ['the example', EXAMPLE_HTML],
    ['inline styles', page('<p style="color:red">x</p>', '<style>p{margin:0}</style>')],
    ['other links', page('<a href="https://example.com/onclick=1">x</a>', '<link rel="icon" href="x.png">')],
    ['text about script', page('&lt;script&gt; and javascript: in words')],
  ])('may have %s', (_, html) => {
    expect(findHtmlProblem(html)).toBeNull();
  });

  it.each([
    [
      verifies('templates.html-whole-document'),
      '<p>Hello</p>',
      /whole document.*<!doctype html>, <html>, <head>, <body>/,
    ],
    [verifies('templates.html-whole-document'), '<!doctype html><html><body>x</body></html>', /no <head>$/],
    [verifies('templates.html-whole-document'), '', /whole document/],
    [
      verifies('templates.html-no-script'),
      page('<p>x</p>\n<script>alert(1)</script>'),
      /<script> \(line 2, column 1\)/,
    ],
    [verifies('templates.html-no-script'), page('<svg><script>alert(1)</script></svg>'), /<script>/],
    [
      verifies('templates.html-no-script'),
      page('<template><ScRiPt>alert(1)</ScRiPt></template>'),
      /<script>/,
    ],
    [
      verifies('templates.html-no-external-stylesheet'),
      page('', '<link rel="preload StyleSheet" href="a.css">'),
      /external stylesheet/,
    ],
    [
      verifies('templates.html-no-external-stylesheet'),
      page('', '<style>@import url(a.css);</style>'),
      /@import/,
    ],
    [verifies('templates.html-no-event-handler'), page('<img src=x OnError=alert(1)>'), /onerror on <img>/],
    [
      verifies('templates.html-no-event-handler'),
      page('<a href=" java\nscript:alert(1)">x</a>'),
      /javascript: urls: href of <a>/,
    ],
    [
      verifies('templates.html-no-event-handler'),
      page('<math><mtext></p><style><img title="</style><img src onerror=alert(1)>">'),
      /onerror/,
    ],
  ])('is refused%s %#', (_, html, message) => {
    expect(findHtmlProblem(html)).toMatch(message);
  });

  it('of any depth is read', () => {
    expect(findHtmlProblem(page('<div>'.repeat(15_000)))).toBeNull();
    expect(findHtmlProblem(page(`${'<div>'.repeat(15_000)}<i onclick=x>`))).toMatch(/onclick/);
  });
});
