import { beforeAll, expect, it } from '@jest/globals';
import { describeEach } from '../api/database/storage-fixture.ts';
import { createApiClient } from '../support/api-client.ts';
import { describeWithChromium, shareChromium } from '../support/chromium.ts';
import { type DashboardVisit, openSignedIn, PATIENCE_MS } from '../support/dashboard.ts';
import { openOAuth } from '../support/oauth.ts';
import { shareSession } from '../support/session.ts';
import { verifies } from '../support/verifies.ts';

describeWithChromium('connections in the dashboard', () => {
  const browser = shareChromium();
  const session = shareSession();
  let visit: DashboardVisit;
  beforeAll(async () => {
    await session.api.post('/api/v1/waitlists', { name: 'Moonshot Tea', slug: 'tea' });
    visit = await openSignedIn(browser, session, '/dashboard/waitlists/tea/integrations/domain');
    await visit.page.getByRole('button', { name: 'Connect domain', exact: true }).waitFor();
  }, 2 * PATIENCE_MS);

  it(
    `follow a domain until it is active, while the screen stays open${verifies('dashboard.domain-journey')}`,
    async () => {
      const { page } = visit;
      const section = page.getByRole('region', { name: 'Custom domain' });
      await section.getByLabel('Domain', { exact: true }).fill('fail-tea.test');
      await section.getByRole('button', { name: 'Connect domain', exact: true }).click();
      await section.getByRole('alert').waitFor();

      const name = 'moonshot-tea.test';
      const copied = Promise.withResolvers<void>();
      await page.route('**/waitlists/*/domain', async route => {
        if (route.request().method() === 'GET') await copied.promise;
        await route.continue();
      });
      await section.getByLabel('Domain', { exact: true }).fill(name);
      await section.getByRole('button', { name: 'Connect domain', exact: true }).click();
      await section.getByText('Verifying').waitFor();
      // The DNS records to set, each with a copy button; the domain's status is held back until one is copied.
      await section.getByRole('button', { name: 'Copy CNAME value' }).click();
      const { body } = await session.api.get('/api/v1/waitlists/tea/domain');
      expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe(body.cname.value);
      copied.resolve();
      await section.getByText('Active').waitFor();
      expect(await section.getByText('Verifying').count()).toBe(0);
      // From now on it is the link to share.
      await page.getByRole('button', { name: 'Copy link' }).click();
      const { port } = new URL(session.url);
      expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe(`http://${name}:${port}/`);
      expect(await page.getByRole('link', { name: 'Open page' }).getAttribute('href')).toBe(
        `http://${name}:${port}/`,
      );

      await section.getByRole('button', { name: 'Disconnect domain…' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('for 7 days').waitFor();
      await dialog.getByRole('button', { name: 'Disconnect domain' }).click();
      await section.getByRole('button', { name: 'Connect domain', exact: true }).waitFor();
      const { body: after } = await session.api.get('/api/v1/waitlists/tea/domain');
      expect(after).toMatchObject({ state: 'none', domain: null });
    },
    PATIENCE_MS,
  );

  it(
    `show the TXT record to copy while another account claims the domain${verifies('domains.txt-while-contested')}`,
    async () => {
      const { page } = visit;
      const section = page.getByRole('region', { name: 'Custom domain' });
      const [path, theirs] = ['/api/v1/waitlists/tea/domain', '/api/v1/waitlists/copycat/domain'];
      const other = await session.otherAccount();
      await other.post('/api/v1/waitlists', { name: 'Copycat', slug: 'copycat' });
      await other.post(theirs, { domain: 'tea.example.com' });
      const { body } = await session.api.post(path, { domain: 'tea.example.com' });
      await page.reload();
      await section.getByText('Add both records at your DNS provider').waitFor();
      await section.getByText('Another account claims tea.example.com too').waitFor();
      await section.getByRole('button', { name: 'Copy TXT value' }).click();
      expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe(body.txt.value);
      await other.delete(theirs);
      await section.getByText('Add this record at your DNS provider').waitFor();

      // In the local run the other one, which is older, becomes active.
      await session.api.delete(path);
      await other.post(theirs, { domain: 'oldest.test' });
      await session.api.post(path, { domain: 'oldest.test' });
      await page.reload();
      await section.getByText('Another account connected this domain first').waitFor();
      await section.getByRole('button', { name: 'Connect again' }).waitFor();
      await session.api.delete(path);
      await page.reload();
      await section.getByRole('button', { name: 'Connect domain', exact: true }).waitFor();
    },
    2 * PATIENCE_MS,
  );

  it(
    `save your own bot challenge keys, and remove them after confirmation${verifies('dashboard.destroying-asks')}`,
    async () => {
      const { page } = visit;
      await page.getByRole('link', { name: 'All integrations' }).click();
      const card = page.getByRole('listitem').filter({ hasText: 'Bot protection' });
      await card.getByText('Off', { exact: true }).waitFor();
      await card.getByRole('link').click();
      const section = page.getByRole('region', { name: 'Bot protection' });
      await section.getByLabel('Site key').fill('1x00000000000000000000AA');
      await section.getByLabel('Secret key', { exact: true }).fill('1x0000000000000000000000000000000AA');
      await section.getByRole('button', { name: 'Save keys' }).click();
      await section.getByText('Your keys', { exact: true }).waitFor();
      expect((await session.api.get('/api/v1/waitlists/tea/turnstile')).body.mode).toBe('custom');
      await section.getByRole('button', { name: 'Remove keys…' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
      expect((await session.api.get('/api/v1/waitlists/tea/turnstile')).body.mode).toBe('custom');
      await section.getByRole('button', { name: 'Remove keys…' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Remove keys' }).click();
      await page.getByText('Keys removed.').waitFor();
      expect((await session.api.get('/api/v1/waitlists/tea/turnstile')).body.hasCustomSecretKey).toBe(false);
    },
    PATIENCE_MS,
  );

  it(
    `list an agent with its permissions, and revoke its access immediately${verifies('dashboard.agent-journey')}`,
    async () => {
      const { page } = visit;
      await page.goto(`${session.url}/dashboard/settings/agents`);
      await page.getByRole('heading', { name: 'No agents connected' }).waitFor();
      const oauth = openOAuth(session);
      const { tokens } = await oauth.connect(await oauth.person(), {
        scopes: ['account:read', 'entries:read'],
      });
      const agent = createApiClient(session.url, tokens.access_token);
      expect((await agent.get('/api/v1/me')).status).toBe(200);

      await page.reload();
      const row = page.getByRole('row', { name: /Test agent/ });
      await row.getByText('an app on this computer').waitFor();
      expect(await row.getByRole('cell').nth(1).innerText()).toMatch(/^account:read\s+entries:read$/);
      expect(await row.getByRole('cell').nth(2).innerText()).toMatch(/^now$|ago$/);
      await row.getByRole('button', { name: 'Revoke Test agent' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
      await page.getByText('Access revoked.').waitFor();
      expect((await agent.get('/api/v1/me')).status).toBe(401);
      await page.getByRole('heading', { name: 'No agents connected' }).waitFor();
    },
    PATIENCE_MS,
  );

  describeEach('a database of the account', open => {
    it(
      `is tested, attached and detached; one that fails says why, and is not attached${verifies('dashboard.database-journey')}`,
      async () => {
        const { page } = visit;
        const database = await open();
        const name = { postgres: 'Postgres', mysql: 'MySQL' }[database.dbType];
        try {
          await page.goto(`${session.url}/dashboard/waitlists/tea/integrations/database`);
          const section = page.getByRole('region', { name: 'Database' });
          const field = section.getByLabel('Connection string', { exact: true });
          await section.getByText(name, { exact: true }).click();
          const wrong = new URL(database.url);
          wrong.pathname = '/none_such';
          await field.fill(wrong.href);
          await section.getByRole('button', { name: 'Test connection' }).click();
          await section.getByRole('alert').getByText('then test it again').waitFor();
          expect(await field.inputValue()).toBe(wrong.href);

          await field.fill(database.url);
          await section.getByRole('button', { name: 'Test connection' }).click();
          await section.getByText('The connection works').waitFor();
          await section.getByText(new RegExp(`^${name} \\d+\\.`)).waitFor();
          expect(await section.getByRole('alert').count()).toBe(0);
          const read = () => session.api.get('/api/v1/waitlists/tea/database');
          expect((await read()).body.dbType).toBe('internal');

          await section.getByRole('button', { name: 'Connect database' }).click();
          await section.getByText(`Signups are stored in your ${name}`).waitFor();
          expect(await read()).toMatchObject({
            body: { dbType: database.dbType, connectionStored: true, tableName: 'waitlist_tea' },
          });
          await section.getByRole('button', { name: 'Disconnect database…' }).click();
          await page.getByRole('dialog').getByText('waitlist_tea').waitFor();
          await page.getByRole('dialog').getByRole('button', { name: 'Disconnect database' }).click();
          await section.getByText(`Signups are stored in your ${name}`).waitFor({ state: 'hidden' });
          expect((await read()).body.dbType).toBe('internal');
        } finally {
          await session.api.delete('/api/v1/waitlists/tea/database');
          await database.drop();
        }
      },
      PATIENCE_MS,
    );
  });
});
