import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { type Receiver, startReceiver, withStatus } from '../api/webhooks/receiver.ts';
import { describeWithChromium, shareChromium } from '../support/chromium.ts';
import { type DashboardVisit, openSignedIn, PATIENCE_MS } from '../support/dashboard.ts';
import { shareSession } from '../support/session.ts';
import { verifies } from '../support/verifies.ts';

describeWithChromium('Slack and Discord in the dashboard', () => {
  const WEBHOOKS = '/api/v1/waitlists/tea/webhooks';
  const browser = shareChromium();
  const session = shareSession();
  let visit: DashboardVisit;
  let receiver: Receiver;
  beforeAll(async () => {
    receiver = await startReceiver();
    await session.api.post('/api/v1/waitlists', { name: 'Moonshot Tea', slug: 'tea' });
    visit = await openSignedIn(browser, session, '/dashboard/waitlists/tea/webhooks');
    await visit.page.getByRole('heading', { name: 'No webhooks yet' }).waitFor();
  }, 2 * PATIENCE_MS);
  afterAll(() => receiver?.stop());
  beforeEach(() => session.sql('DELETE FROM rate_windows'));

  it(
    `take one field, whose address names the format, and send a test${verifies('dashboard.webhook-chat')}`,
    async () => {
      const { page } = visit;
      await page.getByRole('button', { name: 'Send to Slack or Discord' }).click();
      const dialog = page.getByRole('dialog', { name: 'Send to Slack or Discord' });
      const url = dialog.getByRole('textbox');
      expect(await url.count()).toBe(1);
      const add = dialog.getByRole('button', { name: 'Add and send a test' });
      await add.click();
      await dialog.getByText('Enter a URL').waitFor();
      const picked = () => dialog.getByRole('radio', { checked: true }).inputValue();
      for (const [address, format] of [
        ['https://discord.com/api/webhooks/1/abc', 'discord'],
        ['https://hooks.slack.com/services/T0/B0/abc', 'slack'],
        ['https://canary.discord.com/api/v10/webhooks/1/abc', 'discord'],
        // Discord takes Slack's messages there.
        ['https://discord.com/api/webhooks/1/abc/slack', 'slack'],
        ['https://discordapp.com/api/webhooks/1/abc', 'discord'],
      ]) {
        await url.fill(address ?? '');
        expect([address, await picked()]).toEqual([address, format]);
      }
      // What was picked stays, also for an address that names no format.
      await dialog.getByText('Slack', { exact: true }).click();
      await url.fill('https://discordapp.com/api/webhooks/1/abcd');
      expect(await picked()).toBe('slack');
      await url.fill('http://example.com/');
      await dialog.getByText('Discord', { exact: true }).click();
      await add.click();
      await dialog.getByText('Must be an https url').waitFor();
      await url.fill(receiver.url);
      expect(await picked()).toBe('discord');
      await add.click();

      const drawer = page.getByRole('dialog', { name: 'Test event' });
      await drawer.getByRole('status').getByText('204').waitFor();
      await drawer.getByText('"content": "This is a test.').waitFor();
      await drawer.getByText('nobody: it’s a test').waitFor();
      expect(receiver.received.map(({ event }) => Object.keys(event))).toEqual([
        ['content', 'allowed_mentions'],
      ]);
      expect((await session.api.get(WEBHOOKS)).body.webhooks).toMatchObject([
        { url: receiver.url, format: 'discord', events: ['entry.joined', 'entry.accepted'] },
      ]);
      await page.keyboard.press('Escape');
      await page.getByRole('definition').getByText('Discord').waitFor();
    },
    PATIENCE_MS,
  );

  it(
    `say why a message did not arrive, and what was answered${verifies('dashboard.webhook-why')}`,
    async () => {
      const { page } = visit;
      receiver.answer(response => response.writeHead(404).end('{"message": "Unknown\nWebhook"}'));
      await page.getByRole('button', { name: 'Send test event' }).click();
      const drawer = page.getByRole('dialog', { name: 'Test event' });
      await drawer.getByText('The server answered 404').waitFor();
      await drawer.getByText('{"message": "Unknown Webhook"}').waitFor();
      await page.keyboard.press('Escape');
      await session.api.patch(`${WEBHOOKS}/${page.url().split('/').at(-1)?.split('?')[0]}`, {
        url: receiver.url.replace('http:', 'https:'),
      });
      await page.getByRole('button', { name: 'Send test event' }).click();
      await drawer.getByText('The server has no valid TLS certificate').waitFor();
      receiver.answer(withStatus(204));
    },
    PATIENCE_MS,
  );

  it(
    `are recognized when any webhook is added or edited${verifies('dashboard.webhook-chat')}`,
    async () => {
      const { page } = visit;
      await page.goto(`${session.url}/dashboard/waitlists/tea/webhooks`);
      // The list says which webhook is for a chat.
      await page.getByRole('row').getByText('Discord', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Add webhook' }).click();
      const dialog = page.getByRole('dialog', { name: 'Add a webhook' });
      const picked = () => dialog.getByRole('radio', { checked: true }).inputValue();
      expect(await picked()).toBe('standard');
      await dialog.getByLabel('URL', { exact: true }).fill('https://hooks.slack.com/services/T0/B0/abc');
      expect(await picked()).toBe('slack');
      await dialog.getByRole('button', { name: 'Add webhook' }).click();
      await dialog.getByRole('button', { name: 'Done' }).click();
      await page.getByRole('button', { name: 'Edit' }).click();
      const edit = page.getByRole('dialog', { name: 'Edit webhook' });
      await edit.getByText('JSON', { exact: true }).click();
      await edit.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('definition').getByText('JSON').waitFor();
      const { webhooks } = (await session.api.get(WEBHOOKS)).body;
      expect(webhooks.map(({ format }: { format: string }) => format)).toEqual(['discord', 'standard']);
    },
    PATIENCE_MS,
  );
});
