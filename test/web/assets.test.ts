import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { describeWithChromium, shareChromium } from '../support/chromium.ts';
import { picture } from '../support/images.ts';
import { shareSession } from '../support/session.ts';
import { uploadForm, uploadJson } from '../support/upload.ts';
import { verifies } from '../support/verifies.ts';

/** Tries every way an SVG can run script. */
const ACTIVE_SVG =
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="20" height="10" onload="console.log('ran: onload')">
  <script>console.log('ran: script')</script>
  <image href="x:" onerror="console.log('ran: onerror')"/>
  <foreignObject width="9" height="9"><body xmlns="http://www.w3.org/1999/xhtml"><img src="x:" onerror="console.log('ran: html')"/></body></foreignObject>
</svg>`);

describeWithChromium('uploaded images in a browser', () => {
  const browser = shareChromium();
  const session = shareSession();

  it(`show inside page code, in its sandbox, and as the social image${verifies('assets.url-usable')}`, async () => {
    const { url: png } = (await uploadForm(session.api, picture('og.png'))).body;
    const { url: svg } = (await uploadJson(session.api, picture('small.svg'))).body;
    const images = [png, svg].map(
      src => `h('img', { src: '${src}', alt: '', onLoad: event => add(event.target.naturalWidth) })`,
    );
    const reactCode = `function GeneratedWaitlist() {
      const h = React.createElement;
      const [widths, set] = React.useState([]);
      const add = width => set(all => [...all, width].sort((a, b) => a - b));
      return h('main', null, ${images.join(', ')}, h('output', null, widths.join(' and ')));
    }`;
    await session.api.post('/api/v1/waitlists', { name: 'Seen', slug: 'seen', reactCode, ogImage: png });
    const page = await browser.newPage();
    await page.goto(`${session.url}/w/seen`);
    await page.frameLocator('#page').getByText('20 and 1200').waitFor();
    expect(await page.locator('meta[property="og:image"]').getAttribute('content')).toBe(png);
    await page.close();
  });

  it(`run no script, however they are opened${verifies('assets.svg-inert')}`, async () => {
    const { url } = (await uploadForm(session.api, ACTIVE_SVG)).body;
    const open = async (prepare: (page: Page) => Promise<void>): Promise<string[]> => {
      const page = await browser.newPage();
      const ran: string[] = [];
      page.on('console', message => message.text().startsWith('ran:') && ran.push(message.text()));
      await prepare(page);
      await page.goto(url, { waitUntil: 'load' });
      expect(await page.locator('svg').count()).toBe(1);
      await page.close();
      return ran;
    };
    expect(await open(async () => {})).toEqual([]);

    // Control: without the policy the script runs, so this test would have noticed.
    const bare = await open(async page => {
      await page.route(url, async route => {
        const response = await route.fetch();
        const { 'content-security-policy': _, ...headers } = response.headers();
        await route.fulfill({ response, headers });
      });
    });
    expect(bare).toContain('ran: script');
  });
});
