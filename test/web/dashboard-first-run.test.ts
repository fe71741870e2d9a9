import { beforeAll, expect, it } from '@jest/globals';
import { describeWithChromium, shareChromium } from '../support/chromium.ts';
import { type DashboardVisit, openSignedIn, PATIENCE_MS } from '../support/dashboard.ts';
import { shareSession } from '../support/session.ts';
import { verifies } from '../support/verifies.ts';

describeWithChromium('the first steps of a waitlist', () => {
  const browser = shareChromium();
  const session = shareSession();
  let visit: DashboardVisit;
  beforeAll(async () => {
    await session.api.post('/api/v1/waitlists', { name: 'Moonshot Tea', slug: 'tea' });
    await session.api.post('/api/v1/waitlists', { name: 'Rocket Bikes', slug: 'bikes' });
    visit = await openSignedIn(browser, session, '/dashboard/waitlists/tea');
  }, 2 * PATIENCE_MS);

  it(
    `are ticked off as they are done, and are gone when all are${verifies('dashboard.first-run')}`,
    async () => {
      const { page, context } = visit;
      const steps = page.getByRole('region', { name: 'First steps' });
      await steps.getByText('0 of 4 done').waitFor();
      const [opened] = await Promise.all([
        context.waitForEvent('page'),
        steps.getByRole('link', { name: 'Open your page' }).click(),
      ]);
      expect(new URL(opened.url()).pathname).toBe('/w/tea');
      await opened.close();
      await steps.getByText('1 of 4 done').waitFor();
      await steps.getByRole('link', { name: 'Share your page' }).click();
      await page.getByRole('button', { name: 'Copy your link' }).click();
      await page.getByRole('link', { name: 'Overview', exact: true }).click();
      await steps.getByText('2 of 4 done').waitFor();
      expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe(`${session.url}/w/tea`);
      await session.api.request('PATCH', '/api/v1/waitlists/tea', {
        body: JSON.stringify({ design: { brandColor: '#6d28d9' } }),
        headers: { 'content-type': 'application/json' },
      });
      await page.reload();
      await steps.getByText('3 of 4 done').waitFor();
      expect(await visit.violations()).toEqual([]);
      // Somebody else's signup is not yours.
      await session.join('tea', { email: 'ada@example.com' });
      await page.reload();
      // Once people join, the steps fold away.
      await steps.getByText('3 of 4 done').waitFor();
      expect(await steps.getByRole('listitem').count()).toBe(0);
      await steps.getByRole('button', { name: 'Show steps' }).click();
      await steps.getByText('Read the email').waitFor();
      await session.join('tea', { email: session.email });
      await page.reload();
      await page.getByText('Busiest hour').waitFor();
      await steps.waitFor({ state: 'detached' });
    },
    2 * PATIENCE_MS,
  );

  it(
    `stay dismissed${verifies('dashboard.first-run')}`,
    async () => {
      const { page } = visit;
      const steps = page.getByRole('region', { name: 'First steps' });
      await page.goto(`${session.url}/dashboard/waitlists/bikes`);
      await steps.getByRole('button', { name: 'Dismiss' }).click();
      await steps.waitFor({ state: 'detached' });
      await page.reload();
      await page.getByText('No signups yet').waitFor();
      expect(await steps.count()).toBe(0);
    },
    2 * PATIENCE_MS,
  );
});
