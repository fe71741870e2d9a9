import { beforeAll, beforeEach, expect, it } from '@jest/globals';
import { describeWithChromium, shareChromium } from '../support/chromium.ts';
import { type DashboardVisit, openSignedIn, PATIENCE_MS } from '../support/dashboard.ts';
import { shareSession } from '../support/session.ts';
import { TRANSLATE } from '../support/translate.ts';
import { verifies } from '../support/verifies.ts';
import { fillAccount, SCREENS, type ScreenIds, screenPath } from './screens.ts';

/** What can be pressed on a screen, except what ends the session. */
const CONTROLS = 'main button:not(form[action="/sign-out"] *), main input[type=checkbox], main label';

describeWithChromium('the dashboard while the browser translates it', () => {
  const browser = shareChromium();
  const session = shareSession();
  let visit: DashboardVisit;
  let ids: ScreenIds;
  beforeAll(async () => {
    ids = await fillAccount(session);
    await session.license('bikes');
    await session.api.patch('/api/v1/waitlists/bikes', { referralEnabled: true, referralBoost: 2 });
    const eve = await session.join('bikes', { email: 'eve@example.com' });
    await session.join('bikes', { email: 'eve+1@example.com', referralCode: eve.body.referralCode });
    visit = await openSignedIn(browser, session);
    await visit.page.getByRole('heading', { level: 1, name: 'Waitlists' }).waitFor();
    await visit.context.addInitScript(TRANSLATE);
    // Leaving with unsaved changes.
    visit.page.on('dialog', dialog => void dialog.accept());
  }, 2 * PATIENCE_MS);
  // Pressing everything asks for more than an account may.
  beforeEach(() => session.sql('DELETE FROM rate_windows'));

  const open = async (path: string, shown: string) => {
    const { page } = visit;
    await page.goto(session.url + screenPath(path, ids));
    await page.locator('font').getByText(shown).first().waitFor();
    await page.waitForLoadState('networkidle');
  };
  /** Errors of scripts, without those of requests. */
  const faults = (since: number) =>
    visit.problems.slice(since).filter(problem => !problem.startsWith('Failed to load resource'));

  it.each(SCREENS)(
    `%s survives every button${verifies('dashboard.translated')}`,
    async (path, shown) => {
      const { page, problems } = visit;
      const before = problems.length;
      await open(path, shown);
      const { pathname } = new URL(page.url());
      const controls = page.locator(CONTROLS);
      for (let index = 0; index < (await controls.count()); index++) {
        const control = controls.nth(index);
        if (!(await control.isVisible()) || !(await control.isEnabled())) continue;
        // Also below a dialog that opened since.
        await control.dispatchEvent('click');
        await page.keyboard.press('Escape');
        if (new URL(page.url()).pathname !== pathname) await open(path, shown);
        expect({ index, faults: faults(before) }).toEqual({ index, faults: [] });
      }
    },
    2 * PATIENCE_MS,
  );

  it(
    `shows texts that change as they are now, and undoes changes${verifies('dashboard.translated')}`,
    async () => {
      const { page, problems } = visit;
      const before = problems.length;
      await open('/waitlists/{id}/signups', 'ada@example.com');
      const signups = page.getByRole('region', { name: 'Signups' });
      for (const [name, label] of [
        ['grace', 'Invite (1)…'],
        ['alan', 'Invite (2)…'],
      ] as const) {
        await signups.getByRole('checkbox', { name: `Select ${name}@example.com` }).click();
        await signups.getByRole('button', { name: label, exact: true }).waitFor();
      }
      await open('/waitlists/{id}', 'Busiest hour');
      await page.getByText('30 days', { exact: true }).click();
      await page.getByText('Compared with the 30 days before').waitFor();
      await open('/waitlists/{id}/page', 'Saved.');
      await page.getByRole('button', { name: 'Blue' }).click();
      const contrast = page.locator('.contrast');
      await contrast.getByText('White text').waitFor();
      await page.getByRole('button', { name: 'Discard changes' }).click();
      await page.getByText('Saved. This is what visitors see.').waitFor();
      expect(await contrast.textContent()).toBe('');
      expect(faults(before)).toEqual([]);
    },
    PATIENCE_MS,
  );
});
