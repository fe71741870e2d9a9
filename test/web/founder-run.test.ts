import { beforeAll, expect, it } from '@jest/globals';
import { describeWithChromium, shareChromium } from '../support/chromium.ts';
import { type DashboardVisit, dropFile, openDashboard, PATIENCE_MS } from '../support/dashboard.ts';
import { png } from '../support/images.ts';
import { shareSession } from '../support/session.ts';
import { verifies } from '../support/verifies.ts';

const MOST_ACTIONS = 12;
const EMAIL = 'founder@example.com';
const COLOR = '#6d28d9';

describeWithChromium('a founder', () => {
  const browser = shareChromium();
  const session = shareSession();
  let visit: DashboardVisit;
  beforeAll(async () => {
    visit = await openDashboard(browser, session.url);
    const { page } = visit;
    await page.goto(`${session.url}/sign-in`);
    await page.getByLabel('Email').fill(EMAIL);
    await page.getByRole('button', { name: 'Email me a code' }).click();
    await page.getByLabel('Code').waitFor();
  }, 2 * PATIENCE_MS);

  it(
    `has a page in their color, with their logo, and its link, in at most ${MOST_ACTIONS} actions${verifies('dashboard.founder-run')}`,
    async () => {
      const { page } = visit;
      const message = (await session.mail()).find(({ to }) => to === EMAIL);
      const code = /\b(\d{6})\b/.exec(message?.text ?? '')?.[1] ?? '';
      let actions = 0;
      const type = async (label: string, text: string) => {
        actions++;
        await page.getByLabel(label, { exact: true }).fill(text);
      };
      const click = async (role: 'button' | 'link', name: string) => {
        actions++;
        await page.getByRole(role, { name, exact: true }).click();
      };

      await type('Code', code);
      await click('button', 'New waitlist');
      await type('Name', 'Moonshot Tea');
      await type('Tagline', 'Tea for the moon');
      await click('button', 'Create waitlist');
      await type('Brand color', COLOR);
      actions++;
      const logo = { name: 'logo.png', type: 'image/png', bytes: png({ seed: 7 }) };
      await dropFile(page.getByLabel('Logo', { exact: true }).locator('..'), logo);
      // They see it before they save.
      const preview = page.frameLocator('iframe[title="Page preview"]');
      const src = await preview.locator('img.wl-logo').getAttribute('src');
      await click('button', 'Save page');
      await page.getByText('Saved. This is what visitors see.').waitFor();
      await click('link', 'Share');
      await click('button', 'Copy your link');
      await page.getByRole('button', { name: 'Copied' }).waitFor();
      expect(actions).toBeLessThanOrEqual(MOST_ACTIONS);

      const visitor = await browser.newPage();
      try {
        await visitor.goto(await page.evaluate<string>('navigator.clipboard.readText()'));
        const shown = visitor.frameLocator('#page');
        await shown.getByRole('heading', { name: 'Moonshot Tea' }).waitFor();
        await shown.getByText('Tea for the moon').waitFor();
        expect(await shown.locator('img.wl-logo').getAttribute('src')).toBe(src);
        const button = shown.getByRole('button', { name: 'Join the waitlist' });
        expect(await button.evaluate(element => getComputedStyle(element).backgroundColor)).toBe(
          'rgb(109, 40, 217)',
        );
      } finally {
        await visitor.close();
      }
    },
    2 * PATIENCE_MS,
  );
});
