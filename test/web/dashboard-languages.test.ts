import { beforeAll, expect, it } from '@jest/globals';
import { violationsInSchemes } from '../support/axe.ts';
import { describeWithChromium, shareChromium } from '../support/chromium.ts';
import { type DashboardVisit, openSignedIn, PATIENCE_MS } from '../support/dashboard.ts';
import { shareSession } from '../support/session.ts';
import { verifies } from '../support/verifies.ts';

describeWithChromium('languages in the dashboard', () => {
  const browser = shareChromium();
  const session = shareSession();
  let visit: DashboardVisit;
  beforeAll(async () => {
    await session.api.post('/api/v1/waitlists', {
      name: 'Moonshot Tea',
      slug: 'tea',
      design: { headline: 'Tea that flies', tagline: 'Soon.' },
      questions: [{ key: 'cup', label: 'Which cup?', type: 'choice', options: ['Small', 'Large'] }],
    });
    visit = await openSignedIn(browser, session, '/dashboard/waitlists/tea/settings');
  }, 2 * PATIENCE_MS);

  const stored = async () => (await session.api.get('/api/v1/waitlists/tea')).body.waitlist;
  async function save(): Promise<void> {
    const answer = visit.page.waitForResponse(response => response.request().method() === 'PATCH');
    await visit.page.getByRole('button', { name: 'Save changes' }).click();
    await answer;
  }

  it(
    `are chosen, and translated beside the originals${verifies('languages.dashboard')}`,
    async () => {
      const { page } = visit;
      await page.getByRole('link', { name: 'Languages and translations' }).click();
      await page.getByRole('combobox', { name: 'Add a language' }).click();
      await page.getByRole('option', { name: /German/ }).click();
      await page.getByText('German · 5 missing').waitFor();
      await page.getByLabel('Headline: Tea that flies').fill('Tee, der fliegt');
      await page.getByText('German · 4 missing').waitFor();

      // Options of a question belong together.
      await page.getByLabel('Option 1: Small').fill('Klein');
      await page.getByRole('button', { name: 'Save changes' }).click();
      await page.getByText('Translate every option of a question, or none').waitFor();
      await page.getByLabel('Option 2: Large').fill('Groß');
      await save();
      expect(await stored()).toMatchObject({
        languages: ['en', 'de'],
        translations: {
          de: { headline: 'Tee, der fliegt', questions: { cup: { options: ['Klein', 'Groß'] } } },
        },
      });
      await page.getByText('German · 2 missing').waitFor();
      expect(await violationsInSchemes(page)).toEqual([]);

      await page.getByLabel('Headline: Tea that flies').fill('');
      await page.getByRole('button', { name: 'Make default: German' }).click();
      await save();
      const { languages, translations } = await stored();
      expect([languages, translations.de]).toEqual([
        ['de', 'en'],
        { questions: { cup: { options: ['Klein', 'Groß'] } } },
      ]);
    },
    PATIENCE_MS,
  );
});
