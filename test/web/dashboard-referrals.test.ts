import { beforeAll, expect, it } from '@jest/globals';
import { describeWithChromium, shareChromium } from '../support/chromium.ts';
import { type DashboardVisit, openSignedIn, PATIENCE_MS } from '../support/dashboard.ts';
import { shareSession } from '../support/session.ts';
import { verifies } from '../support/verifies.ts';

describeWithChromium('referrals to review', () => {
  const browser = shareChromium();
  const session = shareSession();
  let visit: DashboardVisit;
  beforeAll(async () => {
    const { body } = await session.api.post('/api/v1/waitlists', { name: 'Moonshot Tea', slug: 'tea' });
    await session.license(body.waitlist.id);
    await session.api.patch('/api/v1/waitlists/tea', { referralEnabled: true, referralBoost: 2 });
    for (const name of ['one', 'two', 'three']) await session.join('tea', { email: `${name}@example.com` });
    const eve = await session.join('tea', { email: 'eve@example.com' });
    for (const n of [1, 2, 3])
      await session.join('tea', { email: `eve+${n}@example.com`, referralCode: eve.body.referralCode });
    visit = await openSignedIn(browser, session, '/dashboard/waitlists/tea/signups');
  }, 2 * PATIENCE_MS);

  const states = async (): Promise<string[]> =>
    (await session.api.get('/api/v1/waitlists/tea/referrals')).body.referrals.map(
      ({ email, state }: { email: string; state: string }) => `${email} ${state}`,
    );
  const eve = async (): Promise<{ position: number; referralCode: string }> =>
    (await session.api.get('/api/v1/waitlists/tea/entries')).body.entries.find(
      ({ email }: { email: string }) => email === 'eve@example.com',
    );
  const placeOfEve = async (): Promise<number> => (await eve()).position;

  it(
    `shows why each is held, and settles them one by one and together${verifies('referrals.review-queue')}`,
    async () => {
      const { page, problems } = visit;
      const queue = page.getByRole('region', { name: 'Referrals to review' });
      await queue.getByText('3 referrals to review.').waitFor();
      await queue.getByRole('button', { name: 'Review' }).click();
      await queue.getByText('eve+3@example.com').waitFor();
      expect(await queue.getByRole('row').count()).toBe(4);
      expect(await queue.getByRole('row', { name: /eve\+1@/ }).innerText()).toMatch(
        /referred by eve@example\.com[\s\S]*Same mailbox as the referrer/,
      );
      expect(await queue.getByRole('button', { name: 'Count', exact: true }).isDisabled()).toBe(true);
      expect(await visit.violations()).toEqual([]);
      expect(await placeOfEve()).toBe(4);

      await queue.getByLabel('Select eve+1@example.com').check();
      await queue.getByRole('button', { name: 'Count (1)' }).click();
      await page.getByText('1 referral counted.').waitFor();
      expect(await placeOfEve()).toBe(2);

      await queue.getByLabel('Select all').check();
      await queue.getByRole('button', { name: 'Reject (2)' }).click();
      await page.getByText('2 referrals rejected.').waitFor();
      await queue.waitFor({ state: 'detached' });
      expect(await states()).toEqual([
        'eve+3@example.com revoked',
        'eve+2@example.com revoked',
        'eve+1@example.com credited',
      ]);
      expect(await placeOfEve()).toBe(2);
      expect(problems.filter(problem => !problem.includes('401'))).toEqual([]);
    },
    2 * PATIENCE_MS,
  );

  it(
    'says what went wrong, and keeps those that were not settled',
    async () => {
      const { page } = visit;
      await session.sql(`UPDATE referrals SET state = 'held'`);
      await page.reload();
      const queue = page.getByRole('region', { name: 'Referrals to review' });
      await queue.getByRole('button', { name: 'Review' }).click();
      await queue.getByLabel('Select all').check();
      let calls = 0;
      await page.route('**/referrals/*', route =>
        ++calls === 2 ? route.fulfill({ status: 500, json: { error: 'Broken' } }) : route.continue(),
      );
      await queue.getByRole('button', { name: 'Reject (3)' }).click();
      await queue.getByText('Broken').waitFor();
      await queue.getByRole('button', { name: 'Reject (2)' }).waitFor();
      expect(calls).toBe(2);
      await queue.getByRole('button', { name: 'Reject (2)' }).click();
      await queue.waitFor({ state: 'detached' });
      expect(calls).toBe(4);
    },
    2 * PATIENCE_MS,
  );

  it(
    `leaves the screen to what is searched for, and is one line until it is opened${verifies('dashboard.search-first')}`,
    async () => {
      const { page } = visit;
      const { referralCode } = await eve();
      for (const n of [4, 5, 6]) await session.join('tea', { email: `eve+${n}@example.com`, referralCode });
      await session.sql(`UPDATE referrals SET state = 'held'`);
      await page.reload();
      const queue = page.getByRole('region', { name: 'Referrals to review' });
      await queue.getByText('6 referrals to review.').waitFor();
      expect(await queue.getByRole('row').count()).toBe(0);
      const search = page.getByLabel('Search by email or name');
      const { y = 9999 } = (await search.boundingBox()) ?? {};
      expect(y).toBeLessThan(500);
      await queue.getByRole('button', { name: 'Review' }).click();
      expect(await queue.getByRole('row').count()).toBe(7);
      await search.fill('two@');
      await page.getByText('1 match', { exact: true }).waitFor();
      expect(await queue.count()).toBe(0);
      await search.fill('');
      await queue.getByText('6 referrals to review.').waitFor();
    },
    2 * PATIENCE_MS,
  );
});
