import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { TEMPLATES } from '../../core/page-code/design.ts';
import { templates } from '../../core/page-code/templates/templates.ts';
import { toPageDesign } from '../../core/pages/page-design.ts';
import { describeWithChromium, shareChromium } from '../support/chromium.ts';
import { eventually } from '../support/eventually.ts';
import { shareSession } from '../support/session.ts';
import { verifies } from '../support/verifies.ts';
import { sharePageServer } from './page-server.ts';

/** As browsers do it: each text becomes two `<font>` elements, at once and whenever a text appears. */
const TRANSLATE = `
const translate = node => {
  if (node.nodeType === Node.TEXT_NODE) {
    const parent = node.parentElement;
    if (!node.data.trim() || !parent || parent.closest('font, style, script, svg')) return;
    const [outer, inner] = ['font', 'font'].map(name => document.createElement(name));
    inner.textContent = node.data + '~';
    outer.append(inner);
    node.replaceWith(outer);
  } else for (const child of [...node.childNodes]) translate(child);
};
const watch = root => {
  translate(root);
  new MutationObserver(changes => {
    for (const { target, addedNodes } of changes) for (const node of addedNodes.length ? addedNodes : [target]) translate(node);
  }).observe(root, { subtree: true, childList: true, characterData: true });
};
const attach = Element.prototype.attachShadow;
Element.prototype.attachShadow = function (options) {
  const root = attach.call(this, options);
  watch(root);
  return root;
};
addEventListener('DOMContentLoaded', () => watch(document.documentElement));`;

describeWithChromium('while the browser translates', () => {
  const browser = shareChromium();
  const session = shareSession();
  const server = sharePageServer();

  async function open(url: string): Promise<{ page: Page; faults: string[] }> {
    const page = await browser.newPage({ reducedMotion: 'reduce' });
    const faults: string[] = [];
    page.on('pageerror', ({ message }) => faults.push(message));
    await page.addInitScript(TRANSLATE);
    await page.goto(url);
    return { page, faults };
  }

  it.each(TEMPLATES)(
    `the template %s can be joined, with every message on the way${verifies('page.translated')}`,
    async template => {
      const url = server.publish({
        pageCode: templates[template],
        design: toPageDesign({ template, launchAt: new Date(Date.now() + 3_600_000).toISOString() }),
        referralEnabled: true,
      });
      const { page, faults } = await open(url);
      const frame = page.frameLocator('#page');
      const joining = frame.getByRole('button', { name: 'Join the waitlist~' });
      await joining.waitFor();
      if (template === 'leaderboard') {
        for (const [friends, says] of [
          ['1', /^If one friend joins with your link~$/],
          ['4', /^If 4 friends join with your link~$/],
          ['0', /^If no friends join with your link~$/],
        ] as const) {
          await frame.getByRole('slider').fill(friends);
          await eventually(async () =>
            expect(await frame.locator('label[for=wl-friends]').innerText()).toMatch(says),
          );
        }
      }
      await joining.click();
      await frame.getByText('Please enter your email address.~').waitFor();
      await frame.getByLabel('Email').fill('ada@gmial.com');
      await joining.click();
      await frame.getByText('Did you mean ada@gmail.com?').waitFor();
      await frame.getByRole('button', { name: 'Use ada@gmail.com~' }).click();
      await frame.getByText('Welcome aboard').waitFor();
      await frame.getByRole('button', { name: 'Copy link' }).click();
      await frame.getByRole('button', { name: 'Copied~' }).waitFor();
      expect(await page.locator('#stage').getAttribute('data-state')).toBe('page');
      expect(faults).toEqual([]);
      await page.close();
    },
  );

  it(`the plain form can be joined${verifies('page.translated')}`, async () => {
    const url = server.publish({ rawCode: 'function GeneratedWaitlist() { throw new Error("broken"); }' });
    const { page } = await open(url);
    await page.locator('#stage[data-state=form]').waitFor();
    const form = page.locator('#join');
    await form.getByRole('button').first().click();
    await form.getByText('Please enter your email address.~').waitFor();
    await form.getByLabel('Email').fill('ada@example.com');
    await form.getByRole('button').first().click();
    await form.getByText('Welcome aboard').waitFor();
    expect(await form.locator('[data-part=place]').textContent()).toBe('128~');
    await page.close();
  });

  it(`the place moves, and only when it moves${verifies('page.translated')}`, async () => {
    await session.api.post('/api/v1/waitlists', { name: 'Rockets', slug: 'rockets' });
    await session.license('rockets');
    await session.api.patch('/api/v1/waitlists/rockets', { referralEnabled: true, referralBoost: 2 });
    for (const n of [1, 2, 3]) await session.join('rockets', { email: `v${n}@example.com` });
    const { body: ada } = await session.join('rockets', { email: 'ada@example.com' });
    const { page, faults } = await open('about:blank');
    await page.clock.install();
    await page.goto(ada.statusUrl);
    await page.getByText('3 people ahead of you~').waitFor();
    // Digits are translated too.
    await page.locator('[data-part=place]').evaluate(place => {
      place.textContent = '٤';
    });
    await page.clock.runFor(11_000);
    await session.join('rockets', { email: 'friend@example.com', referralCode: ada.referralCode });
    await eventually(async () => {
      await page.clock.runFor(11_000);
      expect(await page.locator('[data-part=place]').textContent()).toBe('2~');
    });
    await page.getByText('1 person ahead of you~').waitFor();
    expect(await page.locator('[data-part=announcement]').textContent()).toBe('You moved up to place 2.~');
    expect(faults).toEqual([]);
    await page.close();
  });

  it(`the element on another site can be joined and left${verifies('page.translated')}`, async () => {
    await session.api.post('/api/v1/waitlists', { name: 'Embedded', slug: 'embedded' });
    const { page, faults } = await open('about:blank');
    const site = `${session.url}/site`;
    await page.route(site, route =>
      route.fulfill({
        contentType: 'text/html',
        body: '<!doctype html><anteroom-waitlist slug="embedded"></anteroom-waitlist><script src="/embed.js"></script>',
      }),
    );
    await page.goto(site);
    const joining = page.getByRole('button', { name: 'Join the waitlist~' });
    await joining.click();
    await page.getByText('Please enter your email address.~').waitFor();
    await page.getByLabel('Email').fill('ada@gmial.com');
    await joining.click();
    await page.getByRole('button', { name: 'Use ada@gmail.com~' }).click();
    await page.getByRole('heading', { name: 'Your place in line~ #1~' }).waitFor();
    await page.getByText('Nobody is ahead of you~').waitFor();
    await page.getByRole('button', { name: 'Join with another email~' }).click();
    await page.getByLabel('Email').fill('grace@example.com');
    await joining.click();
    await page.getByRole('heading', { name: 'Your place in line~ #2~' }).waitFor();
    expect(faults).toEqual([]);
    await page.close();
  });
});
