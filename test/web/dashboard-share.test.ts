import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { renderQrCode } from '../../core/markup/qr-code.ts';
import { describeWithChromium, shareChromium } from '../support/chromium.ts';
import { type DashboardVisit, openSignedIn, PATIENCE_MS } from '../support/dashboard.ts';
import { eventually } from '../support/eventually.ts';
import { shareSession } from '../support/session.ts';
import { verifies } from '../support/verifies.ts';

describeWithChromium('the Share tab', () => {
  const browser = shareChromium();
  const session = shareSession();
  let visit: DashboardVisit;
  /** The owner's own site. */
  let site: Server;
  let origin: string;
  const pages = new Map<string, string>();
  beforeAll(async () => {
    site = createServer((request, response) => {
      const body = pages.get(request.url ?? '/');
      response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'text/html' }).end(body ?? '');
    });
    await new Promise<void>(resolve => site.listen(0, '127.0.0.1', resolve));
    origin = `http://localhost:${(site.address() as AddressInfo).port}`;
    await session.api.post('/api/v1/waitlists', { name: 'Moonshot Tea', slug: 'tea' });
    visit = await openSignedIn(browser, session, '/dashboard/waitlists/tea');
    await visit.page.getByRole('link', { name: 'Share', exact: true }).click();
    await link().waitFor();
  }, 2 * PATIENCE_MS);
  afterAll(async () => {
    site?.close();
  });

  const link = () => visit.page.getByRole('region', { name: 'Your link' });
  const sites = () => visit.page.getByRole('region', { name: 'Your sites' });
  const code = () => visit.page.getByRole('region', { name: 'Add the form to your site' });
  const copied = (page: Page) => page.evaluate<string>('navigator.clipboard.readText()');
  const saved = async () => (await session.api.get('/api/v1/waitlists/tea')).body.waitlist;

  async function download(name: string): Promise<{ file: string; bytes: Buffer }> {
    const [event] = await Promise.all([
      visit.page.waitForEvent('download'),
      link().getByLabel(`Download the QR code as ${name}`).click(),
    ]);
    const chunks = await (await event.createReadStream()).toArray();
    return { file: event.suggestedFilename(), bytes: Buffer.concat(chunks) };
  }

  /** Copies the code of one kind, and puts it on a page of the owner's site. */
  async function paste(kind: string, path: string): Promise<string> {
    await code().getByText(kind, { exact: true }).click();
    await code().getByRole('button', { name: 'Copy code' }).click();
    await code().getByRole('button', { name: 'Copied' }).waitFor();
    const snippet = await copied(visit.page);
    pages.set(path, `<!doctype html><title>Tea</title><main>${snippet}</main>`);
    return snippet;
  }

  it(
    `has the link and its QR code${verifies('dashboard.share-link')}`,
    async () => {
      const { page } = visit;
      const url = `${session.url}/w/tea`;
      await link()
        .getByRole('img', { name: `QR code of ${url}` })
        .waitFor();
      await link().getByRole('button', { name: 'Copy your link' }).click();
      await link().getByRole('button', { name: 'Copied' }).waitFor();
      expect(await copied(page)).toBe(url);

      const svg = await download('SVG');
      expect(svg.file).toBe('tea-qr-code.svg');
      expect(svg.bytes.toString()).toBe(renderQrCode(url, `QR code of ${url}`));
      const png = await download('PNG');
      expect(png.file).toBe('tea-qr-code.png');
      expect(png.bytes.subarray(1, 4).toString()).toBe('PNG');
      expect([png.bytes.readUInt32BE(16), png.bytes.readUInt32BE(20)]).toEqual([1024, 1024]);
    },
    2 * PATIENCE_MS,
  );

  it(
    `makes links that say where they were posted${verifies('dashboard.tagged-links')}`,
    async () => {
      const { page } = visit;
      const tags = page.getByRole('region', { name: 'Tagged links' });
      await tags.getByPlaceholder('newsletter').fill('Product Hunt');
      await tags.getByLabel('Campaign (optional)').fill('day one & two');
      await tags.getByRole('button', { name: 'Copy tagged link' }).click();
      await tags.getByRole('button', { name: 'Copied' }).waitFor();
      expect(await copied(page)).toBe(
        `${session.url}/w/tea?utm_source=product+hunt&utm_campaign=day+one+%26+two`,
      );
    },
    PATIENCE_MS,
  );

  it(
    `adds sites, with errors at the field${verifies('dashboard.share-sites', 'dashboard.share-check')}`,
    async () => {
      await code().getByText('Still missing').waitFor();
      const field = sites().getByLabel('Site', { exact: true });
      await field.fill('http://rocket.example');
      await field.press('Enter');
      await sites().getByText('Must start with https://').waitFor();
      await sites().getByLabel('Where referral links lead').fill(`${origin}/embed`);
      await sites().getByRole('button', { name: 'Save' }).click();
      await sites().getByText(`Add ${origin} to your sites first`).waitFor();

      await field.fill(`${origin}/some/page`);
      await field.press('Enter');
      await code()
        .getByText(`Accepts signups from ${new URL(origin).host}`)
        .waitFor();
      await code().getByText('Ready to use').waitFor();
      await sites().getByRole('button', { name: 'Save' }).click();
      await code().getByText(`Referral links lead to ${origin}/embed`).waitFor();
      expect(await saved()).toMatchObject({ allowedOrigins: [origin], shareUrl: `${origin}/embed` });
      // The link to share is the page on the owner's site now.
      await link()
        .getByRole('img', { name: `QR code of ${origin}/embed` })
        .waitFor();

      await sites()
        .getByRole('button', { name: `Remove ${origin}` })
        .click();
      await sites().getByText(`Referral links lead to ${origin}. Change that first.`).waitFor();
      await field.fill('https://rocket.example');
      await field.press('Enter');
      await sites().getByRole('button', { name: 'Remove https://rocket.example' }).click();
      await sites().getByText('https://rocket.example').waitFor({ state: 'detached' });
      expect(await visit.violations()).toEqual([]);
    },
    2 * PATIENCE_MS,
  );

  it(
    `gives code that works as pasted${verifies('dashboard.share-snippets')}`,
    async () => {
      await paste('Embed', '/embed');
      await paste('HTML form', '/form');
      pages.set('/thanks', '<!doctype html><title>Thanks</title><h1>Thanks</h1>');
      const page = await visit.context.newPage();
      try {
        await page.goto(`${origin}/embed`);
        await page.getByLabel('Email').fill('ada@example.com');
        await page.getByRole('button', { name: 'Join the waitlist' }).click();
        await page.getByText('#1').waitFor();

        await page.goto(`${origin}/form`);
        await page.getByLabel('Email').fill('grace@example.com');
        await page.getByRole('button', { name: 'Join' }).click();
        await page.waitForURL(`${origin}/thanks`);

        const snippet = await paste('fetch', '/fetch');
        await page.goto(`${origin}/fetch`);
        const join = (email: string) => page.evaluate(`(() => { ${snippet}; return join('${email}'); })()`);
        expect(await join('joan@example.com')).toMatchObject({ position: 3 });
        await expect(join('joan')).rejects.toThrow('email');
      } finally {
        await page.close();
      }
    },
    2 * PATIENCE_MS,
  );

  it(
    `has the active domain once there is one${verifies('dashboard.share-link', 'dashboard.domain-journey')}`,
    async () => {
      await session.api.request('PATCH', '/api/v1/waitlists/tea', {
        body: JSON.stringify({ shareUrl: null }),
        headers: { 'content-type': 'application/json' },
      });
      await session.api.post('/api/v1/waitlists/tea/domain', { domain: 'tea.test' });
      await eventually(async () =>
        expect((await session.api.get('/api/v1/waitlists/tea/domain')).body.state).toBe('active'),
      );
      await visit.page.reload();
      const url = `http://tea.test:${new URL(session.url).port}/`;
      await link()
        .getByRole('img', { name: `QR code of ${url}` })
        .waitFor();

      // And everywhere else.
      const { page } = visit;
      const shown = `tea.test:${new URL(session.url).port}`;
      await page.getByRole('link', { name: 'Settings', exact: true }).click();
      await page.getByRole('button', { name: 'Delete waitlist…' }).click();
      await page.getByRole('dialog').getByText(shown, { exact: true }).waitFor();
      await page.keyboard.press('Escape');
      await page.getByLabel('URL').fill('tea-two');
      await page.getByText(`Links on ${shown} keep working`).waitFor();
      await page.getByRole('button', { name: 'Discard changes' }).click();
      await page.getByRole('link', { name: 'Waitlists', exact: true }).first().click();
      await page.getByRole('table').getByText(shown, { exact: true }).first().waitFor();
    },
    2 * PATIENCE_MS,
  );
});
