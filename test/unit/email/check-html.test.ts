import { describe, expect, it } from '@jest/globals';
import { findHtmlProblem } from '../../../core/email/check-html.ts';
import { EXAMPLE_HTML } from '../../../core/email-templates/schemas.ts';
import { cpuMilliseconds } from '../../support/cpu-time.ts';
import { verifies } from '../../support/verifies.ts';

const page = (body: string, head = '', attributes = '') =>
  `<!doctype html><html><head>${head}</head><body ${attributes}>${body}</body></html>`;

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
    [
      verifies('templates.html-whole-document'),
      '<!doctype html><html><body>x</body></html>',
      /missing <head>$/,
    ],
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
      /URLs with https:.* href of <a>/,
    ],
    [
      verifies('templates.html-no-event-handler'),
      page('<math><mtext></p><style><img title="</style><img src onerror=alert(1)>">'),
      /onerror/,
    ],
  ])('is refused%s %#', (_, html, message) => {
    expect(findHtmlProblem(html)).toMatch(message);
  });

  it.each([
    '<scr{{description}}ipt>alert(1)</scr{{description}}ipt>',
    '<p o{{description}}nclick=1>x</p>',
    '<a href="{{description}}">x</a>',
    '<a href="java{{description}}script:alert(1)">x</a>',
    '<a href="vbscript:x">x</a>',
    '<a href="data:text/html,x">x</a>',
    '<noscript><img src="https://e.com/x" onerror=alert(1)></noscript>',
    '<iframe srcdoc="x"></iframe>',
    '<base href="https://evil.example/">',
    '<meta http-equiv="Refresh" content="0;url=https://evil.example">',
    '<form action="https://evil.example"></form>',
    '<svg><a><animate attributeName="href" values="javascript:alert(1)"/></a></svg>',
    '<svg><a xlink:href="javascript:alert(1)">x</a></svg>',
    '<style>@\\69mport url(https://e.com/a.css);</style>',
    '<!--[if mso]><script>alert(1)</script><![endif]-->',
    '<style>@\\import url(https://e.com/a.css);</style>',
    '<div>'.repeat(300),
  ])('is refused if it could do more than display (%s)', body => {
    expect(findHtmlProblem(page(body))).toEqual(expect.any(String));
  });

  it('is refused if the parser would make far more of it than it writes', () => {
    const open = Array.from({ length: 1_000 }, (_, index) => `<b a${index}>`).join('');
    expect(findHtmlProblem(page(`<p>${open}</p>${'<div>x</div>'.repeat(1_000)}`))).toMatch(
      /formatting elements/,
    );
  });

  it.each([5_000, 50_000])('is refused if the parser would repeat attributes of %s characters', length => {
    const open = `<p><font color="${'r'.repeat(length)}"></p>`;
    expect(findHtmlProblem(page(open + '<p>x'.repeat(10_000)))).toMatch(/formatting elements/);
  });

  it.each([
    ['blanks in a style', page('x', '', `style="margin: ${' '.repeat(90_000)}&quot;"`)],
    ['at-rules', page('', `<style>${'@'.repeat(90_000)}</style>`)],
    ['rules', page('', `<style>${'{'.repeat(90_000)}</style>`)],
    ['comments in styles', page('', `<style>${':/*'.repeat(30_000)}</style>`)],
    ['conditional comments', page('<!--[if'.repeat(12_000))],
    ['variables', page('{{'.repeat(45_000))],
  ])('is checked in a moment, whatever it is (%s)', (_, html) => {
    expect(cpuMilliseconds(() => findHtmlProblem(html))).toBeLessThan(3_000);
  });

  it.each([
    '<plaintext>',
    '<p>x</p><PlainText>y',
    '<style>body > :last-child::before { content: "Not true: " }</style>',
    '<style>div:/**/after { content: ""; position: absolute; inset: 0; background: #fff }</style>',
    '<style>a { content: "/*" } div:/**/after { content: "" }</style>',
    '<style>a { background: url(/*) } div:/**/after { content: "" }</style>',
    '<style>div::bef\\6f re { content: "x" }</style>',
    '<style>div::bef\\ore { content: "x" }</style>',
    '<style>div:first-letter { font-size: 0 }</style>',
    '<style>{{description}}</style>',
    '<meta http-equiv="Content-Security-Policy" content="style-src \'none\'">',
    '<svg><desc><plaintext>',
  ])(
    `is refused if our line could not stand at its end (%s)${verifies('email.ends-with-our-line')}`,
    body => {
      expect(findHtmlProblem(page(body))).toEqual(expect.any(String));
    },
  );

  it('is refused if it could hide our line at its start', () => {
    const hide = '<noscript><style></noscript><div hidden></style></noscript>';
    const show = '<noscript><style></noscript></div></div></div></style></noscript>';
    expect(findHtmlProblem(page(show, hide))).toMatch(/must leave room/);
  });

  it.each([
    '<a href="{{referralLink}}">x</a>',
    '<a href="https://e.com/?place={{position}}">x</a>',
    '<p data-note="javascript: in words">x</p>',
    '<!--[if mso]><table><tr><td><![endif]-->x',
    '<img src="data:image/png;base64,AAAA" alt="">',
  ])('may contain what email needs (%s)', body => {
    expect(findHtmlProblem(page(body))).toBeNull();
  });
});
