import { beforeAll, expect, it } from '@jest/globals';
import { describeWithChromium, shareChromium } from '../support/chromium.ts';
import { type DashboardVisit, openSignedIn, PATIENCE_MS } from '../support/dashboard.ts';
import { eventually } from '../support/eventually.ts';
import { shareSession } from '../support/session.ts';
import { verifies } from '../support/verifies.ts';

describeWithChromium('the questions of a page', () => {
  const browser = shareChromium();
  const session = shareSession();
  let visit: DashboardVisit;
  beforeAll(async () => {
    await session.api.post('/api/v1/waitlists', { name: 'Moonshot Tea', slug: 'tea' });
    visit = await openSignedIn(browser, session, '/dashboard/waitlists/tea/page?edit=questions');
    await visit.page.getByRole('button', { name: 'Add a question' }).waitFor();
  }, 2 * PATIENCE_MS);

  const panel = () => visit.page.locator('.questions');
  const saved = async () => (await session.api.get('/api/v1/waitlists/tea')).body.waitlist.questions;
  async function save(): Promise<void> {
    await visit.page.getByRole('button', { name: 'Save page' }).click();
    await visit.page.getByText('Saved. This is what visitors see.').waitFor();
  }

  it(
    `are added, ordered, and saved with the page${verifies('dashboard.questions')}`,
    async () => {
      const { page } = visit;
      await panel().getByText('The form asks for an email, nothing else').waitFor();
      await panel().getByRole('button', { name: 'Add a question' }).click();
      await panel().getByLabel('Question', { exact: true }).fill('Which tea, Zoë?');
      await panel().getByLabel('Options, one a line').fill('Green\n\n Black ');
      await panel().getByText('Nobody is kept from joining').waitFor();
      await panel().getByRole('button', { name: 'Add a question' }).click();
      await panel().getByLabel('Question', { exact: true }).fill('Which tea, Zoe?');
      await panel().getByLabel('Answer').click();
      await page.getByRole('option', { name: 'Text', exact: true }).click();
      await panel().getByText('On the form', { exact: true }).click();
      await panel().getByLabel('Must be answered to join').check();

      // By keyboard: lifted, moved up, and dropped.
      await panel().getByRole('button', { name: 'Move “Which tea, Zoe?”' }).focus();
      await page.keyboard.press('Space');
      await page.locator('.question[data-dragging]').waitFor();
      await panel().getByLabel('Options, one a line').waitFor({ state: 'detached' });
      await page.keyboard.press('ArrowUp');
      await page.getByText('It would be number 1 of 2.').waitFor({ state: 'attached' });
      await page.keyboard.press('Space');
      await eventually(async () =>
        expect(await page.locator('.question-name').allTextContents()).toEqual([
          'Which tea, Zoe?',
          'Which tea, Zoë?',
        ]),
      );
      await save();
      expect(await saved()).toEqual([
        { key: 'which_tea_zoe_2', label: 'Which tea, Zoe?', type: 'text', required: true, ask: 'form' },
        {
          key: 'which_tea_zoe',
          label: 'Which tea, Zoë?',
          type: 'choice',
          options: ['Green', 'Black'],
          required: false,
          ask: 'after',
        },
      ]);
    },
    PATIENCE_MS,
  );

  it(
    `say what is wrong, keep their keys, and are undone${verifies('dashboard.questions')}`,
    async () => {
      const { page } = visit;
      await panel()
        .getByRole('button', { name: /^Which tea, Zoë/ })
        .click();
      await panel().getByLabel('Question', { exact: true }).fill('Your tea');
      await panel().getByLabel('Options, one a line').fill('Green');
      await page.getByRole('button', { name: 'Save page' }).click();
      await panel().getByText('Must have 2-20 options').waitFor();
      await panel().getByLabel('Options, one a line').fill('Green\nWhite');
      await save();
      expect((await saved())[1]).toMatchObject({
        key: 'which_tea_zoe',
        label: 'Your tea',
        options: ['Green', 'White'],
      });

      await panel().getByRole('button', { name: 'Remove' }).click();
      await page.getByRole('button', { name: 'Undo' }).click();
      expect(await page.locator('.question-name').allTextContents()).toEqual(['Which tea, Zoe?', 'Your tea']);
    },
    PATIENCE_MS,
  );
});
