import { beforeAll, expect, it } from '@jest/globals';
import { ALL_SCOPES } from '../../core/kernel/scopes.ts';
import { describeWithChromium, shareChromium } from '../support/chromium.ts';
import { type DashboardVisit, openDashboard, PATIENCE_MS, pasteOver, signIn } from '../support/dashboard.ts';
import { dayWithRoom } from '../support/midnight.ts';
import { shareSession } from '../support/session.ts';
import { verifies } from '../support/verifies.ts';

const PAGE_CODE = `function GeneratedWaitlist(props) {
  const h = React.createElement;
  const [place, setPlace] = React.useState('');
  const join = event => {
    event.preventDefault();
    props.onSubmit({ email: new FormData(event.target).get('email') }).then(result => setPlace('Place ' + result.position));
  };
  return h('main', null, h('h1', null, 'Tea, but higher'), h('form', { onSubmit: join },
    h('label', null, 'Mail ', h('input', { name: 'email', type: 'email' })), h('button', null, 'Join')), h('output', null, place));
}`;

describeWithChromium('the dashboard, from signing in to a signup', () => {
  const browser = shareChromium();
  const session = shareSession();
  let visit: DashboardVisit;
  beforeAll(async () => {
    visit = await openDashboard(browser, session.url);
  }, PATIENCE_MS);

  it(
    `asks signed-out visitors to sign in, then returns them to the screen they wanted${verifies('dashboard.sign-in-first')}`,
    async () => {
      const { page, problems } = visit;
      await page.goto(`${session.url}/dashboard/settings/account`);
      await signIn(page, session);
      await page.getByRole('heading', { level: 1, name: 'Account' }).waitFor();
      expect(new URL(page.url()).pathname).toBe('/dashboard/settings/account');
      // The browser itself logs the one 401 that shows nobody is signed in.
      expect(problems.filter(problem => !problem.includes('401'))).toEqual([]);
    },
    2 * PATIENCE_MS,
  );

  it(
    `creates a waitlist in one step, edits its page next to a live preview, and shows who joined${verifies('dashboard.waitlist-journey', 'dashboard.strict-policy')}`,
    async () => {
      const { page, problems } = visit;
      const before = problems.length;
      await page.getByRole('link', { name: 'Waitlists' }).first().click();
      await page.getByRole('heading', { name: 'Create your first waitlist' }).waitFor();
      await page.getByRole('button', { name: 'New waitlist' }).click();
      await page.getByLabel('Name').fill('Moonshot Tea');
      // The address follows the name until you choose one; what is taken is said at the field.
      const address = page.getByLabel('Address');
      expect(await address.inputValue()).toBe('moonshot-tea');
      await (await session.otherAccount()).post('/api/v1/waitlists', { name: 'Taken', slug: 'taken' });
      await address.fill('taken');
      await page.getByLabel('Name').fill('Moonshot Tea!');
      await page.getByRole('button', { name: 'Create waitlist' }).click();
      await page.getByText('“taken” is already taken').waitFor();
      await page.getByRole('button', { name: 'Use taken-2' }).click();
      expect(await address.inputValue()).toBe('taken-2');
      await address.fill('moonshot-tea');
      await page.getByLabel('Name').fill('Moonshot Tea');
      await page.getByLabel('Tagline').fill('Tea for the moon');
      await page.getByRole('dialog').getByText('Minimal', { exact: true }).click();
      await page.getByRole('button', { name: 'Create waitlist' }).click();
      // It opens on its page.
      await page.getByRole('heading', { level: 1, name: 'Moonshot Tea' }).waitFor();
      const preview = page.frameLocator('iframe[title="Page preview"]');
      await preview.getByRole('heading', { name: 'Moonshot Tea' }).waitFor();
      await preview.getByText('Tea for the moon').waitFor();
      expect(await page.getByRole('radio', { name: 'Minimal' }).isChecked()).toBe(true);

      await page.getByText('Code', { exact: true }).click();
      // An error names its line, and the preview keeps the last working page.
      await pasteOver(page, 'Page code', 'function GeneratedWaitlist() {\n  return <p>Hi</p>;\n}');
      await page.getByRole('button', { name: 'Line 2' }).waitFor();
      await page.getByText('JSX is not supported').waitFor();
      expect(await page.getByRole('button', { name: 'Save page' }).isDisabled()).toBe(true);

      await pasteOver(page, 'Page code', PAGE_CODE);
      // Joining in the preview sends nothing. Uses the keyboard, because the frame is scaled and clicks are not.
      await preview.getByRole('heading', { name: 'Tea, but higher' }).waitFor();
      await preview.getByLabel('Mail').fill('preview@example.com');
      await preview.getByLabel('Mail').press('Enter');
      await preview.getByText('Place 128').waitFor();
      await page.getByRole('button', { name: 'Save page' }).click();
      await page.getByText('Saved. This is what visitors see.').waitFor();

      await dayWithRoom();
      const visitor = await browser.newPage();
      visitor.setDefaultTimeout(PATIENCE_MS);
      await visitor.goto(`${session.url}/w/moonshot-tea`);
      await visitor.frameLocator('#page').getByLabel('Mail').fill('ada@example.com');
      await visitor.frameLocator('#page').getByRole('button', { name: 'Join' }).click();
      await visitor.frameLocator('#page').getByText('Place 1').waitFor();
      await visitor.close();

      await page.getByRole('link', { name: 'Waitlists' }).first().click();
      await page
        .getByRole('row', { name: /Moonshot Tea/ })
        .getByText('+1')
        .waitFor();
      // The browser logs that the address was refused.
      expect(problems.slice(before).filter(problem => !problem.includes('400'))).toEqual([]);
    },
    4 * PATIENCE_MS,
  );

  it(
    `creates a working key, shows it once, and revokes it${verifies('dashboard.key-journey', 'dashboard.key-presets', 'keys.created-in-dashboard')}`,
    async () => {
      const { page } = visit;
      await page.getByRole('link', { name: 'API keys' }).click();
      await page.getByRole('button', { name: 'New key' }).click();
      await page.getByLabel('Name').fill('Import script');
      const preset = (name: string) => page.getByRole('button', { name, exact: true });
      for (const [name, scopes] of [
        ['Backend', ['waitlists:read', 'entries:read', 'invitations:write']],
        ['Read only', ALL_SCOPES.filter(scope => scope.endsWith(':read'))],
      ] as const) {
        await preset(name).click();
        expect(await preset(name).getAttribute('aria-pressed')).toBe('true');
        const ticked = await page.getByRole('dialog').locator('input:checked').all();
        expect((await Promise.all(ticked.map(each => each.inputValue()))).sort()).toEqual([...scopes].sort());
      }
      // Chosen by hand, it is no longer the preset.
      await page.getByLabel('Upload images').check();
      expect(await preset('Read only').getAttribute('aria-pressed')).toBe('false');
      await page.getByRole('button', { name: 'Create key' }).click();
      const key = await page.getByLabel('Your new key').inputValue();
      const withKey = () =>
        fetch(`${session.url}/api/v1/me`, { headers: { authorization: `Bearer ${key}` } });
      expect((await withKey()).status).toBe(200);
      await page.getByRole('button', { name: 'Done' }).click();
      expect(await page.content()).not.toContain(key);

      await page.getByRole('button', { name: 'Revoke Import script' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
      await page.getByText('Key revoked.').waitFor();
      expect((await withKey()).status).toBe(401);
    },
    2 * PATIENCE_MS,
  );

  it(
    `first loads less than 250 KB of compressed script${verifies('dashboard.first-load')}`,
    async () => {
      const { page } = visit;
      const sizes: number[] = [];
      page.on('response', async response => {
        if (response.request().resourceType() === 'script')
          sizes.push((await response.request().sizes()).responseBodySize);
      });
      await page.goto(`${session.url}/dashboard`);
      await page.getByRole('row', { name: /Moonshot Tea/ }).waitFor();
      await page.waitForLoadState('networkidle');
      expect(sizes.length).toBeGreaterThan(2);
      expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(250_000);
    },
    2 * PATIENCE_MS,
  );
});
