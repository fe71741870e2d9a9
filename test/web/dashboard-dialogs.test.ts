import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { connectChromium, describeWithChromium } from '../support/chromium.ts';
import { type DashboardVisit, openSignedIn, PATIENCE_MS } from '../support/dashboard.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { type ApiSession, openSession } from '../support/session.ts';
import { verifies } from '../support/verifies.ts';

const LOOKS = [
  ['light', { width: 1280, height: 800 }],
  ['dark', { width: 360, height: 740 }],
] as const;

type Open = (page: Page) => Promise<unknown>;

const press =
  (name: string): Open =>
  page =>
    page.getByRole('button', { name }).first().click();

/** A key is shown only once, so opening this dialog means creating one. */
async function makeKey(page: Page): Promise<void> {
  await press('New key')(page);
  await page.getByLabel('Name').fill('Shown once');
  await press('Everything')(page);
  await press('Create key')(page);
  await page.getByLabel('Your new key').waitFor();
}

async function leaveUnsaved(page: Page): Promise<void> {
  await page.getByLabel('Name').fill('Another name');
  await page.getByRole('link', { name: 'Signups' }).click();
}

async function erase(page: Page): Promise<void> {
  await press('Actions for ada@example.com')(page);
  await page.getByRole('menuitem', { name: 'Erase personal data…' }).click();
}

async function pick(page: Page): Promise<void> {
  await page.getByLabel('Select ada@example.com').check();
  await press('Invite (1)')(page);
}

async function previewPicked(page: Page): Promise<void> {
  await pick(page);
  await press('Preview')(page);
}

const WEBHOOK = '/waitlists/{id}/webhooks/{webhook}';

const choose =
  (item: string): Open =>
  async page => {
    await press('More actions')(page);
    await page.getByRole('menuitem', { name: item }).click();
  };

async function sendLater(page: Page): Promise<void> {
  await press('Send or schedule…')(page);
  await page.getByRole('dialog').getByText('Later', { exact: true }).click();
  await page.getByLabel('Day and time').waitFor();
}

async function scheduleInvitations(page: Page): Promise<void> {
  await page.getByText('Later', { exact: true }).click();
  await press('Preview')(page);
}

async function removePlan(page: Page): Promise<void> {
  await press('Edit')(page);
  await press('Remove plan…')(page);
}

async function withdrawOne(page: Page): Promise<void> {
  await press('bob@example.com')(page);
  await press('Withdraw invitation…')(page);
}

/** A secret is shown only once, so opening this dialog means rotating it. */
async function rotate(page: Page): Promise<void> {
  await choose('Rotate secret…')(page);
  await press('Rotate secret')(page);
}

/** Every dialog: its title, the screen it opens on, and how to open it. */
const DIALOGS: readonly (readonly [title: string, path: string, open: Open])[] = [
  ['New waitlist', '', press('New waitlist')],
  ['Write your page with AI', '/waitlists/{id}/page?edit=code', press('Write with AI')],
  ['Start from a template', '/waitlists/{id}/page?edit=code', press('Reset…')],
  ['Erase this person’s data?', '/waitlists/{id}/signups', erase],
  ['Invite 1 person', '/waitlists/{id}/signups', pick],
  ['Invite 1 person?', '/waitlists/{id}/signups', previewPicked],
  ['Invite 1 person?', '/waitlists/{id}/invitations', press('Preview')],
  ['Withdraw these invitations?', '/waitlists/{id}/invitations', press('Withdraw')],
  ['Withdraw this invitation?', '/waitlists/{id}/signups', withdrawOne],
  ['Schedule these invitations?', '/waitlists/{id}/invitations', scheduleInvitations],
  ['Cancel these invitations?', '/waitlists/{id}/invitations', press('Cancel invitations')],
  ['Run the plan now?', '/waitlists/{id}/invitations', press('Run now…')],
  ['Remove the plan?', '/waitlists/{id}/invitations', removePlan],
  ['Send this announcement?', '/waitlists/{id}/announcements/{draft}', press('Send or schedule…')],
  ['Send this announcement?', '/waitlists/{id}/announcements/{draft}', sendLater],
  ['Delete this draft?', '/waitlists/{id}/announcements/{draft}', press('Delete draft…')],
  ['Cancel this announcement?', '/waitlists/{id}/announcements/{scheduled}', press('Cancel announcement…')],
  ['Disconnect moonshot-tea.test?', '/waitlists/{id}/integrations/domain', press('Disconnect domain…')],
  ['Remove your keys?', '/waitlists/{id}/integrations/bots', press('Remove keys…')],
  ['Disconnect your database?', '/waitlists/{id}/integrations/database', press('Disconnect database…')],
  ['Add a webhook', '/waitlists/{id}/webhooks', press('Add webhook')],
  ['Send to Slack or Discord', '/waitlists/{id}/webhooks', press('Send to Slack or Discord')],
  ['Edit webhook', WEBHOOK, press('Edit')],
  ['Rotate the signing secret?', WEBHOOK, choose('Rotate secret…')],
  ['Your new secret', WEBHOOK, rotate],
  ['Disable this webhook?', WEBHOOK, choose('Disable…')],
  ['Delete this webhook?', WEBHOOK, choose('Delete…')],
  ['Leave without saving?', '/waitlists/{id}/settings', leaveUnsaved],
  ['Delete “Moonshot Tea”?', '/waitlists/{id}/settings', press('Delete waitlist…')],
  ['Delete “Welcome aboard”?', '/templates/{template}', press('Delete template…')],
  ['Add a sender', '/senders', press('Add sender')],
  ['Delete hello@mail.acme.com?', '/senders', press('Delete sender…')],
  ['New API key', '/settings/keys', press('New key')],
  ['New API key', '/settings/keys', makeKey],
  ['Revoke “test”?', '/settings/keys', press('Revoke test')],
  ['Revoke access for Desk?', '/settings/agents', press('Revoke Desk')],
  ['Delete your account?', '/settings/account', press('Delete account…')],
];

describeWithChromium('every dialog of the dashboard', () => {
  let session: ApiSession;
  let browser: Browser;
  let visit: DashboardVisit;
  let theirs: TestDatabase;
  let ids: Record<string, string>;
  beforeAll(async () => {
    [session, browser, theirs] = await Promise.all([
      // With a model, the page can be written with AI. None of these dialogs asks it.
      openSession({ environment: { BEDROCK_MODEL_ID: 'any-model' } }),
      connectChromium(),
      createTestDatabase(),
    ]);
    const { api } = session;
    const { body } = await api.post('/api/v1/waitlists', {
      name: 'Moonshot Tea',
      slug: 'tea',
      inviteUrl: 'https://tea.example/welcome',
    });
    await session.join('tea', { email: 'bob@example.com' });
    await api.post('/api/v1/waitlists/tea/invitations', { count: 1 });
    await session.join('tea', { email: 'ada@example.com', name: 'Ada' });
    await api.post('/api/v1/waitlists/tea/invitations', {
      count: 1,
      sendAt: new Date(Date.now() + 48 * 3600_000).toISOString(),
    });
    await api.patch('/api/v1/waitlists/tea', {
      invitationPlan: { count: 1, days: ['mon'], time: '09:00', timezone: 'Europe/Berlin' },
    });
    await api.post('/api/v1/waitlists/tea/domain', { domain: 'moonshot-tea.test' });
    await api.request('PUT', '/api/v1/waitlists/tea/turnstile', {
      body: JSON.stringify({
        siteKey: '1x00000000000000000000AA',
        secretKey: '1x0000000000000000000000000000000AA',
      }),
      headers: { 'content-type': 'application/json' },
    });
    await api.post('/api/v1/waitlists/tea/database', { dbType: 'postgres', connectionString: theirs.url });
    await api.post('/api/v1/senders', { email: 'hello@mail.acme.com', name: 'Moonshot Tea' });
    const template = await api.post('/api/v1/email-templates', {
      name: 'Welcome aboard',
      subject: 'Number {{position}}',
      html: '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Hi</title></head><body><p>Hi</p></body></html>',
    });
    await session.sql(
      `WITH c AS (INSERT INTO oauth_clients (id, name, metadata) VALUES ('desk', 'Desk', $2) RETURNING id)
       INSERT INTO oauth_grants (id, account_id, client_id, scopes, payload, expires_at)
       SELECT gen_random_uuid(), $1, c.id, '{account:read}', '{}', now() + interval '1 day' FROM c`,
      [session.accountId, { redirect_uris: ['https://agent.example/callback'] }],
    );
    const hooked = await api.post('/api/v1/waitlists/tea/webhooks', {
      url: 'https://example.com/hooks',
      events: ['entry.joined'],
    });
    const announce = async (more: object) => {
      const text = { subject: 'News', body: 'Hi {{name|friend}}', ...more };
      return (await api.post('/api/v1/waitlists/tea/announcements', text)).body.announcement.id;
    };
    ids = {
      draft: await announce({}),
      scheduled: await announce({ sendAt: new Date(Date.now() + 3600_000).toISOString() }),
      id: body.waitlist.id,
      template: template.body.template.id,
      webhook: hooked.body.webhook.id,
    };
    visit = await openSignedIn(browser, session);
    await visit.page.getByRole('heading', { level: 1, name: 'Waitlists' }).waitFor();
  }, 2 * PATIENCE_MS);
  afterAll(async () => {
    await visit?.close();
    await browser?.close();
    await session?.close();
    await theirs?.drop();
  });

  // All of it in one minute would reach the limit of an account.
  beforeEach(() => session.sql('DELETE FROM rate_windows'));

  it.each(DIALOGS)(
    `“%s” on %s has no violations, fits, traps the focus, and closes on Escape${verifies('dashboard.dialogs-accessible')}`,
    async (title, path, open) => {
      const { page, problems } = visit;
      const before = problems.length;
      await page.setViewportSize(LOOKS[0][1]);
      await page.goto(`${session.url}/dashboard${path.replace(/\{(\w+)\}/g, (_, name) => ids[name] ?? '')}`);
      await open(page);
      const dialog = page.getByRole('dialog', { name: title });
      await dialog.waitFor();
      for (const [colorScheme, size] of LOOKS) {
        await page.setViewportSize(size);
        await page.emulateMedia({ colorScheme });
        await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor();
        expect({ colorScheme, violations: await visit.violations() }).toEqual({
          colorScheme,
          violations: [],
        });
        const box = await dialog.boundingBox();
        expect(box?.width).toBeLessThanOrEqual(size.width);
        expect(await page.evaluate('document.documentElement.scrollWidth > innerWidth')).toBe(false);
      }
      for (let tabs = 0; tabs < 15; tabs += 1) {
        await page.keyboard.press('Tab');
        // Also in a frame, of which only the frame itself is the active element here.
        expect(await dialog.evaluate(self => self.contains(self.ownerDocument.activeElement))).toBe(true);
      }
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'hidden' });
      expect(problems.slice(before)).toEqual([]);
    },
    PATIENCE_MS,
  );
});
