import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { type Received, type Receiver, startReceiver, verify, withStatus } from '../api/webhooks/receiver.ts';
import { describeWithChromium, shareChromium } from '../support/chromium.ts';
import { type DashboardVisit, openSignedIn, PATIENCE_MS } from '../support/dashboard.ts';
import { createTestDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { shareSession } from '../support/session.ts';
import { verifies } from '../support/verifies.ts';

/** Whether a request is signed with this secret. */
function isSigned(secret: string, request: Received): boolean {
  try {
    verify(secret, request);
    return true;
  } catch {
    return false;
  }
}

describeWithChromium('webhooks in the dashboard', () => {
  const WEBHOOKS = '/api/v1/waitlists/tea/webhooks';
  const browser = shareChromium();
  const session = shareSession();
  let visit: DashboardVisit;
  let receiver: Receiver;
  let secret = '';
  beforeAll(async () => {
    receiver = await startReceiver();
    receiver.answer(withStatus(200));
    await session.api.post('/api/v1/waitlists', { name: 'Moonshot Tea', slug: 'tea' });
    visit = await openSignedIn(browser, session, '/dashboard/waitlists/tea/webhooks');
    await visit.page.getByRole('heading', { name: 'No webhooks yet' }).waitFor();
  }, 2 * PATIENCE_MS);
  afterAll(() => receiver?.stop());

  // Ten visits of a person in one minute would reach the limit of an account.
  beforeEach(() => session.sql('DELETE FROM rate_windows'));

  const list = async () => (await session.api.get(WEBHOOKS)).body.webhooks;

  it(
    `add one, with errors at their fields, and show its secret once${verifies('dashboard.webhook-added')}`,
    async () => {
      const { page } = visit;
      await page.getByRole('button', { name: 'Add webhook' }).click();
      const dialog = page.getByRole('dialog');
      const url = dialog.getByLabel('URL', { exact: true });
      const add = dialog.getByRole('button', { name: 'Add webhook' });
      expect(await dialog.getByRole('checkbox', { checked: true }).count()).toBe(6);
      await add.click();
      await dialog.getByText('Enter a URL').waitFor();
      for (const box of await dialog.getByRole('checkbox').all()) await box.uncheck();
      await url.fill('http://example.com/hooks');
      await add.click();
      await dialog.getByText('Select at least one event').waitFor();
      await dialog.getByLabel('Someone joins').check();
      await dialog.getByLabel('Someone is erased').check();
      // The API refuses it; nothing typed is lost.
      await add.click();
      await dialog.getByText('Must be an https url').waitFor();
      expect(await url.inputValue()).toBe('http://example.com/hooks');
      expect(await dialog.getByRole('checkbox', { checked: true }).count()).toBe(2);

      await url.fill(receiver.url);
      await add.click();
      secret = await dialog.getByLabel('Signing secret').inputValue();
      expect(secret).toMatch(/^whsec_/);
      await dialog.getByRole('button', { name: 'Copy secret' }).click();
      await dialog.getByRole('button', { name: 'Copied' }).waitFor();
      expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe(secret);
      const docs = await dialog
        .getByRole('link', { name: 'see how to verify webhooks' })
        .getAttribute('href');
      expect(await (await fetch(`${session.url}${docs}`)).text()).toContain(
        `id="${docs?.split('#')[1] ?? 'none'}"`,
      );
      await dialog.getByRole('button', { name: 'Done' }).click();

      await page.getByRole('heading', { level: 2, name: receiver.url }).waitFor();
      await page.getByText('Someone joins, someone is erased').waitFor();
      expect(await list()).toMatchObject([
        { url: receiver.url, events: ['entry.joined', 'entry.erased'], state: 'active' },
      ]);
      expect(await page.content()).not.toContain(secret);
      await page.reload();
      await page.getByText('Nothing sent yet').waitFor();
      expect(await page.content()).not.toContain('whsec_');
    },
    PATIENCE_MS,
  );

  it(
    `say that a waitlist has all the webhooks it can have${verifies('dashboard.webhook-added')}`,
    async () => {
      const { page } = visit;
      await session.api.post('/api/v1/waitlists', { name: 'Full', slug: 'full' });
      await session.sql(
        `INSERT INTO webhooks (id, waitlist_id, url, events, secret)
         SELECT gen_random_uuid(), id, 'https://example.com', '{entry.joined}', '' FROM waitlists, generate_series(1, 10)
         WHERE slug = 'full'`,
      );
      await page.goto(`${session.url}/dashboard/waitlists/full/webhooks`);
      await page.getByRole('button', { name: 'Add webhook' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('URL', { exact: true }).fill(receiver.url);
      await dialog.getByRole('button', { name: 'Add webhook' }).click();
      await dialog.getByRole('alert').getByText('A waitlist can have 10 webhooks').waitFor();
      expect(await dialog.getByLabel('URL', { exact: true }).inputValue()).toBe(receiver.url);
    },
    PATIENCE_MS,
  );

  it(
    `send a test event and show its answer when it arrives${verifies('dashboard.webhook-result')}`,
    async () => {
      const { page } = visit;
      await page.goto(`${session.url}/dashboard/waitlists/tea/webhooks`);
      await page.getByRole('link', { name: receiver.url }).click();
      await page.getByRole('button', { name: 'Send test event' }).click();
      const drawer = page.getByRole('dialog', { name: 'Test event' });
      await drawer.getByRole('status').getByText('200').waitFor();
      await drawer.getByText('"type": "webhook.test"').waitFor();
      const [sent] = receiver.received;
      expect(receiver.received).toHaveLength(1);
      expect(sent && isSigned(secret, sent)).toBe(true);
      await drawer.getByText(sent?.id ?? 'none').waitFor();
      await page.keyboard.press('Escape');
      await page
        .getByRole('row', { name: /Test event/ })
        .getByText('Delivered')
        .waitFor();
    },
    PATIENCE_MS,
  );

  it(
    `show what failed with its body, and replay it once the server is mended${verifies('dashboard.webhook-result', 'dashboard.webhook-deliveries', 'dashboard.webhook-body')}`,
    async () => {
      const { page } = visit;
      receiver.answer(withStatus(500));
      const before = receiver.received.length;
      await session.join('tea', { email: 'ada@example.com', name: 'Ada' });
      // The screen polls only while something is pending, so a new event is found by a reload.
      await eventually(async () => expect(receiver.received.length).toBeGreaterThan(before));
      await page.reload();
      const rows = page.getByRole('row').filter({ has: page.getByRole('button') });
      const joined = page.getByRole('row', { name: /Someone joins/ });
      await joined.getByText('Retrying').waitFor();
      await joined.getByText('500').waitFor();
      // The second attempt follows after five seconds, the third after five minutes: seen without a reload.
      await joined.getByRole('cell', { name: 'in 5 minutes' }).waitFor();
      expect(await rows.getByRole('button').allInnerTexts()).toEqual(['Someone joins', 'Test event']);

      await page.getByText('Failed', { exact: true }).click();
      await page.getByText('No failed deliveries').waitFor();
      await page.getByText('Pending', { exact: true }).click();
      await joined.getByRole('button').click();
      const drawer = page.getByRole('dialog', { name: 'Someone joins' });
      await drawer.getByText('"email": "ada@example.com"').waitFor();
      await drawer.getByRole('link', { name: 'ada@example.com' }).waitFor();
      const [failed] = receiver.received.slice(before);
      await drawer.getByRole('button', { name: 'Copy body' }).click();
      await drawer.getByRole('button', { name: 'Copied', exact: true }).waitFor();
      expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe(failed?.body);

      receiver.answer(withStatus(204));
      await drawer.getByRole('button', { name: 'Replay' }).click();
      await drawer.getByRole('status').getByText('204').waitFor();
      expect(receiver.received.at(-1)).toMatchObject({
        id: failed?.id,
        body: failed?.body,
      });
      await page.keyboard.press('Escape');
      await page.getByText('No pending deliveries').waitFor();
      await page.getByRole('button', { name: 'Show all deliveries' }).click();
      await joined.getByText('Delivered').waitFor();
      for (const width of [360, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        const isCut = `[...document.querySelectorAll('.mantine-Badge-label')].some(e => e.scrollWidth > e.clientWidth)`;
        expect({ width, isCut: await page.evaluate(isCut) }).toEqual({ width, isCut: false });
      }
    },
    2 * PATIENCE_MS,
  );

  it(
    `say whom a delivery is about, also once they are erased${verifies('dashboard.webhook-about')}`,
    async () => {
      const { page } = visit;
      await session.join('tea', { email: 'eve@example.com' });
      const { entries } = (await session.api.get('/api/v1/waitlists/tea/entries?email=eve@example.com')).body;
      const person = await session.signIn();
      await person.delete(`/api/v1/waitlists/tea/entries/${entries[0].id}`);
      // An address that makes no sense shows everything.
      await page.goto(`${page.url().split('?')[0]}?state=gone&page=none`);
      await page.getByRole('button', { name: 'Someone is erased' }).click();
      const drawer = page.getByRole('dialog', { name: 'Someone is erased' });
      await drawer.getByText('someone whose data was erased').waitFor();
      await drawer.getByText(entries[0].id).waitFor();
      await page.keyboard.press('Escape');
      await drawer.waitFor({ state: 'hidden' });
    },
    PATIENCE_MS,
  );

  it(
    `edit one, and rotate its secret: both sign, and the new one is shown once${verifies('dashboard.webhook-changed')}`,
    async () => {
      const { page } = visit;
      await page.getByRole('button', { name: 'Edit' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Someone is invited').check();
      await dialog.getByLabel('Someone is erased').uncheck();
      await dialog.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Someone joins, someone is invited').waitFor();
      expect(await list()).toMatchObject([
        { url: receiver.url, events: ['entry.joined', 'entry.invited'], state: 'active' },
      ]);

      await page.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name: 'Rotate secret…' }).click();
      await dialog.getByText('For 24 hours').waitFor();
      await dialog.getByRole('button', { name: 'Rotate secret' }).click();
      const rotated = await dialog.getByLabel('Signing secret').inputValue();
      expect(rotated).not.toBe(secret);
      await dialog.getByRole('button', { name: 'Done' }).click();
      await dialog.waitFor({ state: 'hidden' });
      expect(await page.content()).not.toContain(rotated);

      await page.getByRole('button', { name: 'Send test event' }).click();
      await dialog.getByRole('status').getByText('204').waitFor();
      const sent = receiver.received.at(-1);
      expect(sent && [secret, rotated].map(each => isSigned(each, sent))).toEqual([true, true]);
      await page.keyboard.press('Escape');
    },
    PATIENCE_MS,
  );

  it(
    `disable and enable one, and say why we disabled it${verifies('dashboard.webhook-changed')}`,
    async () => {
      const { page } = visit;
      await page.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name: 'Disable…' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Disable webhook' }).click();
      await page.getByText('You disabled this webhook').waitFor();
      // Tests go to a disabled one too. Those that fail are no reason for being disabled: the first is counted before the
      // second is sent.
      receiver.answer(withStatus(503));
      for (const _ of ['first', 'second']) {
        await page.getByRole('button', { name: 'Send test event' }).click();
        await page.getByRole('dialog').getByRole('status').getByText('503').waitFor();
        await page.keyboard.press('Escape');
      }
      expect((await list())[0]).toMatchObject({ state: 'disabled', failingSince: null });
      await page.getByText('You disabled this webhook').waitFor();
      // The tests are sent again by themselves. Failing then, they would count for the enabled webhook.
      receiver.answer(withStatus(200));
      await page.getByRole('button', { name: 'Enable webhook' }).click();
      await page.getByText('Enabled. New events are sent again.').waitFor();
      await page.getByText('You disabled this webhook').waitFor({ state: 'hidden' });
      expect((await list())[0].state).toBe('active');

      await session.sql(
        `UPDATE webhooks SET state = 'disabled', failing_since = '2026-05-01' WHERE url = $1 AND waitlist_id =
         (SELECT id FROM waitlists WHERE slug = 'tea')`,
        [receiver.url],
      );
      await page.reload();
      await page.getByText('We disabled this webhook').waitFor();
      await page.getByText('No delivery has succeeded since May 1, 2026').waitFor();
      await page.getByRole('button', { name: 'Enable webhook' }).click();
      await page.getByText('We disabled this webhook').waitFor({ state: 'hidden' });
      expect((await list())[0]).toMatchObject({ state: 'active', failingSince: null });
    },
    PATIENCE_MS,
  );

  it(
    `say that a body cannot be shown while the account’s database is away${verifies('dashboard.webhook-body')}`,
    async () => {
      const { page } = visit;
      const theirs = await createTestDatabase();
      await session.api.post('/api/v1/waitlists/tea/database', {
        dbType: 'postgres',
        connectionString: theirs.url,
      });
      const before = receiver.received.length;
      await session.join('tea', { email: 'grace@example.com' });
      await eventually(async () => {
        expect(await session.sql(`SELECT FROM queue WHERE email = 'grace@example.com'`)).toEqual([]);
        expect(receiver.received.length).toBeGreaterThan(before);
      });
      await page.reload();
      const row = page.getByRole('row', { name: /Someone joins/ }).first();
      await row.getByRole('button').click();
      const drawer = page.getByRole('dialog', { name: 'Someone joins' });
      await drawer.getByRole('link', { name: 'grace@example.com' }).waitFor();

      await theirs.drop();
      await page.reload();
      await drawer.getByRole('alert').getByText('database').first().waitFor();
      // What we know is still shown, and so is the way to send it again.
      await drawer.getByRole('status').getByText('200').waitFor();
      expect(await drawer.getByRole('button', { name: 'Replay' }).isEnabled()).toBe(true);
      await page.keyboard.press('Escape');
    },
    PATIENCE_MS,
  );

  it(
    `delete one after confirmation${verifies('dashboard.webhook-changed')}`,
    async () => {
      const { page } = visit;
      await page.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name: 'Delete…' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      expect(await list()).toHaveLength(1);
      await page.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name: 'Delete…' }).click();
      await dialog.getByRole('button', { name: 'Delete webhook' }).click();
      await page.getByText('Webhook deleted.').waitFor();
      await page.getByRole('heading', { name: 'No webhooks yet' }).waitFor();
      expect(await list()).toEqual([]);
    },
    PATIENCE_MS,
  );
});
