import { beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { describeWithChromium, shareChromium } from '../support/chromium.ts';
import { type DashboardVisit, dropFile, openSignedIn, PATIENCE_MS, pasteOver } from '../support/dashboard.ts';
import { eventually } from '../support/eventually.ts';
import { png } from '../support/images.ts';
import { shareSession } from '../support/session.ts';
import { verifies } from '../support/verifies.ts';

const OWN = `function GeneratedWaitlist(props) {
  const h = React.createElement;
  return h('main', null, h('h1', null, 'My own'), h('p', null, props.design.buttonLabel || 'No label'));
}`;

describeWithChromium('the design panel', () => {
  const browser = shareChromium();
  const session = shareSession();
  let visit: DashboardVisit;
  beforeAll(async () => {
    await session.api.post('/api/v1/waitlists', { name: 'Moonshot Tea', slug: 'tea' });
    visit = await openSignedIn(browser, session, '/dashboard/waitlists/tea/page');
    await visit.page.getByText('Saved. This is what visitors see.').waitFor();
  }, 2 * PATIENCE_MS);

  const preview = (page: Page) => page.frameLocator('iframe[title="Page preview"]');
  const saved = async () => (await session.api.get('/api/v1/waitlists/tea')).body.waitlist;

  /** The Page tab of a waitlist with its first look. */
  async function openPanel(design: object = { template: 'door' }): Promise<Page> {
    const { page } = visit;
    await session.sql(`UPDATE waitlists SET page_code = NULL, design = '{}'`);
    await session.api.request('PATCH', '/api/v1/waitlists/tea', {
      body: JSON.stringify({ design }),
      headers: { 'content-type': 'application/json' },
    });
    await page.goto('about:blank');
    await page.goto(`${session.url}/dashboard/waitlists/tea/page`);
    await preview(page).getByRole('heading', { name: 'Moonshot Tea' }).waitFor();
    return page;
  }

  async function save(page: Page): Promise<unknown> {
    const sent = page.waitForRequest(request => request.method() === 'PATCH');
    await page.getByRole('button', { name: 'Save page' }).click();
    await page.getByText('Saved. This is what visitors see.').waitFor();
    return (await sent).postDataJSON();
  }

  it(
    `shows every change before it is saved, and sends only what changed${verifies('dashboard.design-journey')}`,
    async () => {
      const page = await openPanel({ template: 'door', tagline: 'Tea for the moon' });
      const before = visit.problems.length;
      await preview(page).locator('body').evaluate('window.isFirst = true');
      await page.getByLabel('Headline').fill('Tea, from orbit');
      await preview(page).getByRole('heading', { name: 'Tea, from orbit' }).waitFor();
      await page.getByLabel('Button label').fill('Brew with us');
      await page.getByText('18 characters left').waitFor();
      await preview(page).getByRole('button', { name: 'Brew with us' }).waitFor();
      await page.getByRole('button', { name: 'Amber' }).click();
      await page.getByText('Black text reads best on it, with a contrast of 12.6:1.').waitFor();
      const css = () => preview(page).locator('.wl style').textContent();
      await eventually(async () => expect(await css()).toContain('--brand: #fbbf24'));
      await page.getByText('Dark', { exact: true }).click();
      await eventually(async () => expect(await css()).toMatch(/^:root, \.wl { color-scheme: dark/));
      // One document all along: nothing flickers while typing.
      expect(await preview(page).locator('body').evaluate('window.isFirst')).toBe(true);

      // Visitors see nothing of it yet.
      const card = page.locator('.social-card img');
      await page.getByText('Sharing', { exact: true }).click();
      const former = await card.getAttribute('src');
      await page.getByLabel('Title').fill('Tea above all');
      await page.locator('.social-title').getByText('Tea above all').waitFor();
      expect((await saved()).design).toMatchObject({ headline: null, brandColor: null });
      expect(await save(page)).toEqual({
        design: {
          headline: 'Tea, from orbit',
          buttonLabel: 'Brew with us',
          brandColor: '#fbbf24',
          appearance: 'dark',
        },
        seoTitle: 'Tea above all',
      });
      expect((await saved()).design).toMatchObject({
        headline: 'Tea, from orbit',
        tagline: 'Tea for the moon',
      });
      expect(await page.getByRole('button', { name: 'Save page' }).isDisabled()).toBe(true);
      await page.locator(`.social-card img:not([src="${former}"])`).waitFor();
      expect(visit.problems.slice(before)).toEqual([]);
    },
    2 * PATIENCE_MS,
  );

  it(
    `changes the template, and asks for the date of a countdown${verifies('dashboard.design-journey')}`,
    async () => {
      const page = await openPanel();
      expect(await page.getByLabel('Launch date').count()).toBe(0);
      await page.getByRole('radio', { name: 'Countdown' }).check({ force: true });
      await page.getByLabel('Launch date').fill('2031-05-04T09:30');
      await preview(page).getByText('May 4, 2031').first().waitFor();
      expect(await save(page)).toEqual({
        design: { template: 'countdown', launchAt: new Date('2031-05-04T09:30').toISOString() },
      });
      await page.getByRole('radio', { name: 'Minimal' }).check({ force: true });
      await page.getByRole('button', { name: 'Discard changes' }).click();
      expect(await page.getByRole('radio', { name: 'Countdown' }).isChecked()).toBe(true);
      await page.getByText('Saved. This is what visitors see.').waitFor();
    },
    2 * PATIENCE_MS,
  );

  it(
    `undoes and redoes steps, one for each field that was typed in, also after saving${verifies('dashboard.editor-undo')}`,
    async () => {
      const page = await openPanel({ template: 'door', headline: 'Moonshot Tea' });
      const headline = page.getByLabel('Headline');
      const undo = page.getByRole('button', { name: 'Undo', exact: true });
      expect(await undo.isDisabled()).toBe(true);
      await headline.fill('');
      await headline.pressSequentially('Sip');
      await page.getByLabel('Button label').fill('Brew');
      await page.getByRole('radio', { name: 'Minimal' }).check({ force: true });
      await undo.click();
      expect(await page.getByRole('radio', { name: 'Door' }).isChecked()).toBe(true);
      // Also while typing, where the browser would undo letters.
      await headline.press('ControlOrMeta+z');
      expect(await page.getByLabel('Button label').inputValue()).toBe('');
      await headline.press('ControlOrMeta+z');
      expect(await headline.inputValue()).toBe('Moonshot Tea');
      expect(await undo.isDisabled()).toBe(true);
      await headline.press('ControlOrMeta+Shift+z');
      await preview(page).getByRole('heading', { name: 'Sip' }).waitFor();
      await headline.press('ControlOrMeta+s');
      await page.getByText('Saved. This is what visitors see.').waitFor();
      expect((await saved()).design.headline).toBe('Sip');
      await undo.click();
      expect(await save(page)).toEqual({ design: { headline: 'Moonshot Tea' } });
    },
    2 * PATIENCE_MS,
  );

  it(
    `previews desktop and phone side by side where both fit, and says what fails in either${verifies('dashboard.preview-sizes')}`,
    async () => {
      const page = await openPanel();
      const on = (title: string) => page.locator(`iframe[title="${title}"]`);
      const desktop = on('Page preview');
      const phone = on('Page preview on a phone');
      const innerWidth = async (frame: typeof phone) =>
        (await frame.elementHandle())?.contentFrame().then(inner => inner?.evaluate('innerWidth'));
      expect(await phone.count()).toBe(0);
      await page.getByText('Phone', { exact: true }).click();
      await phone.contentFrame().getByRole('heading', { name: 'Moonshot Tea' }).waitFor();
      expect(await desktop.count()).toBe(0);

      await page.setViewportSize({ width: 1600, height: 900 });
      await page.getByText('Both', { exact: true }).click();
      await desktop.contentFrame().getByRole('heading', { name: 'Moonshot Tea' }).waitFor();
      expect([await innerWidth(desktop), await innerWidth(phone)]).toEqual([1280, 390]);
      await page.getByLabel('Headline').fill('Tea, from orbit');
      for (const frame of [desktop, phone])
        await frame.contentFrame().getByRole('heading', { name: 'Tea, from orbit' }).waitFor();
      const [left, right] = [await desktop.boundingBox(), await phone.boundingBox()];
      expect(right?.x).toBeGreaterThan((left?.x ?? 0) + (left?.width ?? 0));
      expect(right?.height).toBeCloseTo(left?.height ?? 0, 0);
      expect(await visit.violations()).toEqual([]);

      await page.getByText('Code', { exact: true }).click();
      await page.setViewportSize({ width: 2200, height: 900 });
      await pasteOver(
        page,
        'Page code',
        OWN.replace('return', `if (innerWidth < 500) throw new Error('Too small');\n  return`),
      );
      await page.getByText(/Visitors would see the default form instead.*Too small/).waitFor();
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.getByText('Desktop', { exact: true }).click();
      await page.getByText('Unsaved changes').waitFor();
      await page.getByRole('button', { name: 'Discard changes' }).click();
    },
    2 * PATIENCE_MS,
  );

  it(
    `uploads a dropped logo, shows it on the page, and removes it again${verifies('dashboard.design-journey')}`,
    async () => {
      const page = await openPanel();
      const field = page.getByLabel('Logo').locator('..');
      await dropFile(field, { name: 'notes.txt', type: 'text/plain', bytes: Buffer.from('no image') });
      await page
        .getByRole('alert')
        .getByText('Use one image up to 5 MB: JPEG, PNG, GIF, WEBP, SVG.')
        .waitFor();
      await dropFile(field, { name: 'logo.png', type: 'image/png', bytes: png({ seed: 19 }) });
      const logo = preview(page).locator('img.wl-logo');
      await logo.waitFor();
      expect(await logo.getAttribute('src')).toMatch(new RegExp(`^${session.url}/assets/.*\\.png$`));
      expect(await save(page)).toEqual({ design: { logoUrl: await logo.getAttribute('src') } });
      await page.getByRole('button', { name: 'Remove logo' }).click();
      await logo.waitFor({ state: 'detached' });
      expect(await save(page)).toEqual({ design: { logoUrl: null } });
    },
    2 * PATIENCE_MS,
  );

  it(
    `shows an error at its field, and asks before leaving unsaved changes${verifies('dashboard.nothing-typed-is-lost')}`,
    async () => {
      const page = await openPanel();
      await page.getByLabel('Brand color', { exact: true }).fill('#12');
      await page.getByLabel('Headline').fill('Tea');
      await page.getByText('Use a color like #2f6b55').waitFor();
      await page.getByLabel('Brand color', { exact: true }).fill('abc');
      await page.route('**/api/v1/waitlists/*', route =>
        route.request().method() === 'PATCH'
          ? route.fulfill({
              status: 400,
              json: {
                error: 'Invalid input',
                code: 'validation_failed',
                details: [{ path: 'design.headline', message: 'is not for this page' }],
              },
            })
          : route.continue(),
      );
      await page.getByRole('button', { name: 'Save page' }).click();
      await page.getByText('Is not for this page').waitFor();
      await page.getByLabel('Headline').fill('Tea again');
      await page.getByText('Is not for this page').waitFor({ state: 'hidden' });
      await page.unroute('**/api/v1/waitlists/*');
      await page.getByRole('link', { name: 'Signups', exact: true }).click();
      await page.getByRole('dialog', { name: 'Leave without saving?' }).waitFor();
      await page.getByRole('button', { name: 'Keep editing' }).click();
      expect(await save(page)).toEqual({ design: { headline: 'Tea again', brandColor: '#aabbcc' } });
    },
    2 * PATIENCE_MS,
  );

  it(
    `says that own code is in use, keeps it until you agree to drop it, and goes back to a template${verifies('dashboard.design-journey')}`,
    async () => {
      const page = await openPanel();
      await page.getByText('Code', { exact: true }).click();
      await page.getByLabel('Page code').waitFor();
      await pasteOver(page, 'Page code', OWN);
      await preview(page).getByRole('heading', { name: 'My own' }).waitFor();
      await page.getByText('Design', { exact: true }).click();
      await page.getByText('This page uses your own code').waitFor();
      await page.getByLabel('Button label').fill('Sip');
      await preview(page).getByText('Sip').waitFor();
      expect(await save(page)).toEqual({ design: { buttonLabel: 'Sip' }, reactCode: OWN });
      expect((await saved()).design.template).toBe('custom');

      await page.getByText('Spotlight', { exact: true }).click();
      const dialog = page.getByRole('dialog', { name: 'Replace your code with a template?' });
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await dialog.waitFor({ state: 'hidden' });
      expect(await page.getByRole('radio', { name: 'Spotlight' }).isChecked()).toBe(false);
      await page.getByText('Spotlight', { exact: true }).click();
      await dialog.getByRole('button', { name: 'Use Spotlight' }).click();
      await preview(page).getByRole('heading', { name: 'Moonshot Tea' }).waitFor();
      expect((await saved()).reactCode).toBe(OWN);
      expect(await save(page)).toEqual({ design: { template: 'spotlight' } });
      expect((await saved()).design.template).toBe('spotlight');
    },
    2 * PATIENCE_MS,
  );

  it(
    `finds text in the code, inserts images, shows it in full screen, and resets it${verifies('dashboard.code-tools')}`,
    async () => {
      const page = await openPanel();
      await page.getByText('Code', { exact: true }).click();
      await pasteOver(page, 'Page code', OWN);
      await page.keyboard.press('ControlOrMeta+f');
      await page.keyboard.type('MY OWN');
      await page.getByText('1 of 1', { exact: true }).waitFor();
      const search = page.getByLabel('Search the code');
      await search.fill('null');
      await page.getByText('1 of 3', { exact: true }).waitFor();
      await search.press('Shift+Enter');
      await page.getByText('3 of 3', { exact: true }).waitFor();
      await search.fill('My own');

      // The uploaded image replaces what is selected: the text that was found.
      const images = page.getByLabel('Upload images').locator('..');
      await dropFile(images, { name: 'logo.png', type: 'image/png', bytes: png({ seed: 23 }) });
      const url = await page.getByRole('list', { name: 'Uploaded images' }).locator('code').innerText();
      await preview(page).getByRole('heading', { name: url }).waitFor();

      await page.getByRole('button', { name: 'Full screen' }).click();
      await page.getByRole('navigation', { name: 'Dashboard' }).waitFor({ state: 'hidden' });
      expect(await visit.violations()).toEqual([]);
      await page.getByRole('button', { name: 'Exit full screen' }).click();
      await page.getByRole('navigation', { name: 'Dashboard' }).waitFor();

      await page.getByRole('button', { name: 'Reset…' }).click();
      await page.getByRole('dialog').getByRole('radio', { name: 'Minimal' }).check({ force: true });
      await page.getByRole('dialog').getByRole('button', { name: 'Use Minimal' }).click();
      expect(await save(page)).toEqual({ design: { template: 'minimal' } });
    },
    2 * PATIENCE_MS,
  );
});
