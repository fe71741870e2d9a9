import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { violations } from '../support/axe.ts';
import { describeWithChromium, shareChromium } from '../support/chromium.ts';
import { createPkce, openOAuth } from '../support/oauth.ts';
import { shareSession } from '../support/session.ts';
import { verifies } from '../support/verifies.ts';

describeWithChromium('Consent', () => {
  const browser = shareChromium();
  const session = shareSession();
  let program: Server;
  let redirect: string;

  beforeAll(async () => {
    program = createServer((_request, response) => response.end('Back in the program'));
    await new Promise<void>(resolve => program.listen(0, '127.0.0.1', resolve));
    redirect = `http://127.0.0.1:${(program.address() as AddressInfo).port}/callback`;
  });
  afterAll(async () => {
    program?.close();
  });

  it.each(['light', 'dark'] as const)(
    `is given in a real browser, without a script, in our own font (%s)${verifies('oauth.consent-narrowed', 'page.font')}`,
    async colorScheme => {
      const oauth = openOAuth(session);
      const { body: client } = await oauth.register({ redirect_uris: [redirect] });
      const pkce = createPkce();
      const link = oauth.authorizePath({ ...oauth.standard(client.client_id, pkce), redirect_uri: redirect });
      const context = await browser.newContext({ colorScheme, viewport: { width: 360, height: 740 } });
      const page = await context.newPage();
      await page.goto(session.url + link);
      expect(await violations(page)).toEqual([]);
      // Only the part of the font that its text needs.
      const loaded = `document.fonts.ready.then(fonts => [...fonts].filter(font => font.family === 'Figtree').map(font => font.status))`;
      expect(await page.evaluate(loaded)).toEqual(['loaded', 'unloaded', 'unloaded']);

      await page.getByLabel('Email').fill(session.email);
      await page.getByRole('button', { name: 'Email me a code' }).click();
      await page.getByLabel('Code').waitFor();
      const [message] = await session.mail();
      expect(await violations(page)).toEqual([]);
      const [, start, end] = /\b(\d{3})(\d{3})\b/.exec(message?.text ?? '') ?? [];
      // Sends itself on the sixth digit.
      await page.getByLabel('Code').fill(`${start} ${end}`);

      await page.getByRole('heading', { name: 'Let “Test agent” access your account?' }).waitFor();
      expect(await violations(page)).toEqual([]);
      const width = await page.evaluate<number>('document.documentElement.scrollWidth');
      expect(width).toBeLessThanOrEqual(360);
      await page.getByLabel('waitlists:write').uncheck();
      await page.getByRole('button', { name: 'Allow' }).click();
      await page.getByText('Back in the program').waitFor();

      const back = new URL(page.url());
      const tokens = await oauth.redeem(client.client_id, back.searchParams.get('code') ?? '', pkce, {
        redirect_uri: redirect,
      });
      expect(tokens.status).toBe(200);
      expect(tokens.body.scope.split(' ')).toContain('waitlists:read');
      expect(tokens.body.scope.split(' ')).not.toContain('waitlists:write');
      await context.close();
    },
    30_000,
  );

  it.each(['light', 'dark'] as const)(
    'is refused on pages that anyone can read, and that lead nowhere by themselves (%s)',
    async colorScheme => {
      const oauth = openOAuth(session);
      const redirect_uri = 'https://evil.example/callback';
      const { body: client } = await oauth.register({ redirect_uris: [redirect_uri] });
      const path = (more: Record<string, string>) =>
        session.url +
        oauth.authorizePath({ ...oauth.standard(client.client_id, createPkce()), redirect_uri, ...more });
      const context = await browser.newContext({ colorScheme, viewport: { width: 360, height: 740 } });
      const page = await context.newPage();
      await page.goto(path({ prompt: 'none' }));
      await page.getByRole('heading', { name: 'This app needs your permission first' }).waitFor();
      expect(await violations(page)).toEqual([]);

      // A stranger's link, which names its account.
      const email = 'person-with-a-rather-long-name@a-rather-long-domain.example.com';
      await session.sql('DELETE FROM sign_in_attempts');
      const { pathname, search } = new URL(path({}));
      await context.request.post(`${session.url}/sign-in`, {
        form: { email, return_to: pathname + search },
        headers: { origin: session.url },
      });
      const [message] = await session.mail();
      await page.goto(/\S+\/sign-in\/link\?token=\S+/.exec(message?.text ?? '')?.[0] ?? '');
      await page.getByRole('heading', { name: `Sign in as ${email}?` }).waitFor();
      expect(await violations(page)).toEqual([]);
      expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
      await page.getByRole('button', { name: 'Sign in' }).click();

      await page.getByRole('button', { name: 'Deny' }).click();
      await page.getByRole('heading', { name: 'Access denied' }).waitFor();
      expect(await violations(page)).toEqual([]);
      expect(new URL(page.url()).origin).toBe(session.url);
      await context.close();
    },
    30_000,
  );
});
