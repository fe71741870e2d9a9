import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { describeWithChromium, shareChromium } from '../support/chromium.ts';
import { verifies } from '../support/verifies.ts';
import { sharePageServer } from './page-server.ts';

describeWithChromium('The font of pages', () => {
  const browser = shareChromium();
  const server = sharePageServer();

  /** Opens a page; returns the font files that the visit requested, and whether the frame has the glyphs of its name. */
  async function visit(page: Page, name: string, more: { readonly pageCode?: string } = {}) {
    const before = server.requests.length;
    await page.goto(server.publish({ name, ...more }));
    const frame = page.frameLocator('#page');
    await frame.getByRole('heading', { name }).waitFor();
    const hasGlyphs = await frame.getByRole('heading', { name }).evaluate(async (heading, text) => {
      const { fonts } = heading.ownerDocument;
      const faces = await fonts.load('700 32px Figtree', text);
      return (
        faces.length > 0 && fonts.check('700 32px Figtree', text) && getComputedStyle(heading).fontFamily
      );
    }, name);
    await page.waitForLoadState('networkidle');
    const requests = server.requests.slice(before).filter(request => request.endsWith('.woff2'));
    return { requests, hasGlyphs };
  }

  it(`is in the frame after one request, which the next visit saves${verifies('page.font')}`, async () => {
    const page = await browser.newPage();
    expect(await visit(page, 'Fieldnotes')).toEqual({
      requests: [expect.stringContaining('/_page/font.')],
      hasGlyphs: expect.stringMatching(/^Figtree/),
    });
    expect(await visit(page, 'Another')).toMatchObject({ requests: [] });
    await page.close();
  });

  it(`loads the parts that a name needs${verifies('page.font')}`, async () => {
    const page = await browser.newPage();
    const { requests, hasGlyphs } = await visit(page, 'Café Łódź');
    expect(new Set(requests).size).toBe(3);
    expect(hasGlyphs).toMatch(/^Figtree/);
    await page.close();
  });

  it(`is there for page code of one’s own${verifies('page.font')}`, async () => {
    const page = await browser.newPage();
    const pageCode = `function GeneratedWaitlist(props) {
      return React.createElement('h1', { style: { fontFamily: 'Figtree' } }, props.waitlist.name);
    }`;
    expect((await visit(page, 'Mine', { pageCode })).hasGlyphs).toBe('Figtree');
    await page.close();
  });
});
