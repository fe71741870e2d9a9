import { beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { findHtmlProblem } from '../../core/email/check-html.ts';
import { renderTemplate } from '../../core/email/render-template.ts';
import { describeWithChromium, shareChromium } from '../support/chromium.ts';
import { verifies } from '../support/verifies.ts';

const VALUES = {
  waitlistName: 'Rockets',
  description: '',
  position: '7',
  name: 'Ada',
  referralLink: 'https://a.test/w/r?ref=x',
  statusLink: 'https://a.test/s/token',
};
const LINE = {
  language: 'en',
  waitlistName: 'Rockets',
  pageUrl: 'https://a.test/w/r',
  stopUrl: 'https://a.test/u/token',
} as const;
const page = (body: string, head = '', attributes = '') =>
  `<!doctype html><html><head>${head}</head><body ${attributes}>${body}</body></html>`;
const styled = (css: string) => page('<p class="x">Hello</p>', `<style>${css}</style>`);

describeWithChromium('the line that ends the email of a template', () => {
  const browser = shareChromium();
  let tab: Page;
  beforeAll(async () => {
    tab = await browser.newPage({ viewport: { width: 600, height: 400 } });
  });

  /** What a reader of the email sees of the line. */
  async function picture(html: string): Promise<string> {
    expect(findHtmlProblem(html)).toBeNull();
    await tab.setContent(renderTemplate('a@b.test', { subject: 's', html, text: '' }, VALUES, LINE).html);
    const line = tab.locator('body > div').last();
    expect(await line.innerText()).toContain('Stop these emails');
    await line.getByText('Stop these emails').click({ trial: true, timeout: 5_000 });
    return (await line.screenshot()).toString('base64');
  }

  it.each([
    ['hides every element', styled('*{display:none!important}')],
    [
      'hides what comes last',
      styled('body>:last-child{display:none!important;font-size:0;color:#fff;opacity:0}'),
    ],
    ['hides the body', styled('html,body{display:none!important;visibility:hidden!important}')],
    ['makes the page transparent', styled('html,body{opacity:0!important;filter:opacity(0)!important}')],
    [
      'shrinks the page',
      styled(
        'html,body{transform:scale(0)!important;zoom:0.01!important;height:0!important;overflow:hidden!important}',
      ),
    ],
    [
      'moves the page away',
      styled('html,body{position:absolute!important;left:-9999px;margin:-9999px!important}'),
    ],
    ['pushes the page aside', styled('body{padding:0 0 0 9999px!important;border-left:9999px solid}')],
    ['replaces the page by an image', styled('html,body{content:url(data:image/png;base64,AAAA)!important}')],
    [
      'clips the page',
      styled(
        'html,body{clip-path:inset(50%)!important;mask:linear-gradient(transparent,transparent)!important}',
      ),
    ],
    [
      'masks the page with a border image',
      styled('html,body,div{-webkit-mask-box-image:linear-gradient(transparent,transparent)!important}'),
    ],
    [
      'lifts a cover by depth',
      page(
        '<div style="position:absolute;inset:0;background:#fff;transform:translateZ(1px)">x</div>',
        '<style>html,body,body div{transform-style:preserve-3d!important}</style>',
      ),
    ],
    ['contains the page', styled('html,body{content-visibility:hidden!important;contain:strict!important}')],
    [
      'sets text in columns or vertically',
      styled('body{columns:9!important;writing-mode:vertical-rl!important}'),
    ],
    [
      'takes the ink from the text',
      styled(
        '*{-webkit-text-fill-color:transparent!important;text-indent:-9999px!important;letter-spacing:-1em!important}',
      ),
    ],
    [
      'animates the line away',
      styled(
        '@keyframes k{to,from{opacity:0;transform:scale(0)}}body,body>*{animation:k 1s infinite!important}',
      ),
    ],
    ['redefines fonts', styled('@font-face{font-family:sans-serif;src:url(data:font/woff2;base64,AAAA)}')],
    [
      'covers everything',
      page('<div style="position:fixed;inset:0;background:#fff;z-index:2147483647">x</div>'),
    ],
    ['pulls the line up', page('<p>x</p><div style="margin-bottom:-99999px">x</div>')],
    ['floats over the line', page('<div style="float:left;width:100%;height:300px">x</div>')],
    [
      'overflows over the line',
      page('<div style="height:0"><div style="height:9999px;background:#fff">x</div></div>'),
    ],
    ['ends in a link', page('<a href="https://evil.test" style="position:absolute;inset:0">x')],
    [
      'disables the body',
      page('<p>x</p>', '', 'hidden inert style="display:none!important;pointer-events:none!important"'),
    ],
  ])(`looks the same below a template that %s${verifies('email.ends-with-our-line')}`, async (_, html) => {
    const expected = await picture(page('<p>Hello</p>'));
    expect(await picture(html)).toBe(expected);
  });
});
