import { beforeAll, expect, it } from '@jest/globals';
import type { FrameLocator, Page } from 'playwright-core';
import { violations, violationsInSchemes } from '../support/axe.ts';
import { describeWithChromium, shareChromium, show } from '../support/chromium.ts';
import { joined, sharePageServer } from './page-server.ts';

describeWithChromium('Accessibility', () => {
  const browser = shareChromium();
  const server = sharePageServer();
  let page: Page;

  beforeAll(async () => {
    page = await browser.newPage();
  });

  it('is checked inside the frame too: an image without alt text is found', async () => {
    const pageCode = `function GeneratedWaitlist() {
      return React.createElement('main', null, React.createElement('h1', null, 'Hello'), React.createElement('img', { src: 'data:,' }));
    }`;
    await show(page, server.publish({ pageCode }));
    await page.frameLocator('#page').getByRole('heading', { name: 'Hello' }).waitFor();
    expect(await violations(page)).toContainEqual(expect.objectContaining({ id: 'image-alt' }));
  });

  it.each([
    ['the default template', {}],
    ['the shell’s own form', { pageCode: 'function GeneratedWaitlist() { throw new Error("broken"); }' }],
  ])(
    '%s has no violations: form, error, known email, success',
    async (_, view) => {
      const url = server.publish({ ...view, referralEnabled: true });
      const slug = url.slice(server.origin.length + 3);
      await show(page, `${url}?ref=friend`);
      const at: FrameLocator | Page = 'pageCode' in view ? page : page.frameLocator('#page');
      const found = () => violationsInSchemes(page);
      const send = async () => {
        await at.getByLabel('Email').fill('ada@example.com');
        await at.getByRole('button', { name: 'Join the waitlist' }).click();
      };
      // The shell's form is there from the start; its frame goes once the page code has failed.
      await page.locator(`#stage[data-state=${'pageCode' in view ? 'form' : 'page'}]`).waitFor();
      expect(await found()).toEqual([]);

      const details = [
        { path: 'email', message: 'Invalid' },
        { path: 'name', message: 'Too long' },
      ];
      server.answer(slug, () => ({
        status: 400,
        body: { error: 'x', code: 'validation_failed', details },
      }));
      await send();
      await at.getByText('doesn’t look right').waitFor();
      expect(await found()).toEqual([]);

      server.answer(slug, () => ({ status: 500, body: {} }));
      await send();
      await at.getByText('went wrong on our end').waitFor();
      expect(await found()).toEqual([]);

      server.answer(slug, () => ({ status: 200, body: { alreadyJoined: true, message: 'x' } }));
      await send();
      await at.getByText('already on the list').waitFor();
      expect(await found()).toEqual([]);

      server.answer(slug, () => ({ status: 201, body: joined(url) }));
      await send();
      await at.getByRole('heading', { name: 'Your place in line 128' }).waitFor();
      expect(await found()).toEqual([]);
    },
    90_000,
  );

  it('the bot challenge has no violations: waiting, asking, failed', async () => {
    const challenge = { siteKey: '3x00000000000000000000FF', scriptUrl: server.challengeScript };
    await show(page, server.publish({ challenge }));
    const frame = page.frameLocator('#page');
    await frame.getByLabel('Email').fill('ada@example.com');
    expect(await violationsInSchemes(page)).toEqual([]);
    await frame.getByRole('button', { name: 'Join the waitlist' }).click();
    await page.getByRole('dialog', { name: 'One quick check' }).waitFor();
    expect(await violationsInSchemes(page)).toEqual([]);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await frame.getByText('You closed the human check').waitFor();
    expect(await violationsInSchemes(page)).toEqual([]);
  }, 90_000);
});
