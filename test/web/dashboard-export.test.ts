import { text } from 'node:stream/consumers';
import { beforeAll, expect, it } from '@jest/globals';
import { describeWithChromium, shareChromium } from '../support/chromium.ts';
import { type DashboardVisit, openDashboard, PATIENCE_MS, signIn } from '../support/dashboard.ts';
import { shareSession } from '../support/session.ts';
import { verifies } from '../support/verifies.ts';

/** More than the socket buffers hold. */
const COUNT = 60_000;

describeWithChromium('an export from the dashboard', () => {
  const browser = shareChromium();
  const session = shareSession();
  let visit: DashboardVisit;
  beforeAll(async () => {
    visit = await openDashboard(browser, session.url);
  }, PATIENCE_MS);

  it(
    `is one file with all signups, saved by the browser${verifies('dashboard.csv-export')}`,
    async () => {
      const { body } = await session.api.post('/api/v1/waitlists', { name: 'Long', slug: 'long' });
      await session.sql(
        `WITH made AS (
           INSERT INTO entries (waitlist_id, seq, id, email_digest, referral_code, created_at)
           SELECT $1, n, gen_random_uuid(), sha256(n::text::bytea), 'c' || n, now() FROM generate_series(1, $2::integer) n
           RETURNING seq)
         INSERT INTO contacts (waitlist_id, seq, email) SELECT $1, seq, 'p' || seq || '@example.com' FROM made`,
        [body.waitlist.id, COUNT],
      );
      await session.sql('ANALYZE entries, contacts');
      const { page } = visit;
      await page.goto(`${session.url}/dashboard/waitlists/${body.waitlist.id}/signups`);
      await signIn(page, session);
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        // It disappears by itself, perhaps before the file has arrived.
        page.getByText('Your download has started').waitFor(),
        page.getByRole('button', { name: 'Export CSV' }).click(),
      ]);
      expect(download.suggestedFilename()).toMatch(/^[a-z-]+-\d{4}-\d\d-\d\d\.csv$/);
      const lines = (await text(await download.createReadStream())).split('\r\n');
      expect(lines).toHaveLength(COUNT + 2);
      expect(lines[0]).toMatch(/^id,email,/);
      expect(lines[COUNT]).toContain(`p${COUNT}@example.com`);
      // The browser itself logs the one 401 that shows nobody is signed in.
      expect(visit.problems.filter(problem => !problem.includes('401'))).toEqual([]);
    },
    3 * PATIENCE_MS,
  );

  it(
    `that breaks off shows as a failed download${verifies('dashboard.csv-broken-off')}`,
    async () => {
      const { page } = visit;
      // An infinite timestamp, which cannot be formatted as a CSV line.
      await session.sql(`UPDATE entries SET created_at = 'infinity' WHERE seq = $1`, [COUNT / 2]);
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Export CSV' }).click(),
      ]);
      expect(await download.failure()).toEqual(expect.any(String));
    },
    PATIENCE_MS,
  );

  it(
    'that is refused shows an error on the page and saves nothing',
    async () => {
      const { page } = visit;
      const downloads: unknown[] = [];
      page.on('download', download => downloads.push(download));
      expect((await session.api.delete('/api/v1/waitlists/long')).status).toBe(200);
      const { href } = new URL(page.url());
      await page.getByRole('button', { name: 'Export CSV' }).click();
      await page.getByText('No such waitlist').first().waitFor();
      expect(page.url()).toBe(href);
      expect(downloads).toEqual([]);
    },
    PATIENCE_MS,
  );
});
