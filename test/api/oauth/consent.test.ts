import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ALL_SCOPES, SCOPES } from '../../../core/kernel/scopes.ts';
import { createApiClient } from '../../support/api-client.ts';
import { openBrowser } from '../../support/browser.ts';
import { createPkce, openOAuth, REDIRECT, signIn, WEB_REDIRECT } from '../../support/oauth.ts';
import { shareSession } from '../../support/session.ts';
import { verifies } from '../../support/verifies.ts';

const session = shareSession();
let oauth: ReturnType<typeof openOAuth>;

beforeAll(async () => {
  oauth = openOAuth(session);
});

beforeEach(() => session.sql('DELETE FROM rate_windows'));

async function ask(metadata: Record<string, unknown> = {}, more: Record<string, string> = {}) {
  const { body: client } = await oauth.register(metadata);
  const pkce = createPkce();
  const path = oauth.authorizePath({ ...oauth.standard(client.client_id, pkce), ...more });
  return { client, pkce, path };
}

const web = { redirect_uris: [WEB_REDIRECT] };
const toWeb = { redirect_uri: WEB_REDIRECT };

describe('the consent page', () => {
  it('follows signing in, and shows the client, the redirect host, the scopes and the account', async () => {
    const { path } = await ask();
    const browser = openBrowser(session.url);
    const first = await browser.get(path);
    expect(first.status).toBe(303);
    const toSignIn = await browser.get(first.location ?? '');
    expect(toSignIn.location).toMatch(/^\/sign-in\?again=true&return_to=%2Fapi%2Fauth%2Fmcp%2Fconsent%2F/);
    const returnTo = new URL(toSignIn.location ?? '', session.url).searchParams.get('return_to') ?? '';
    await signIn(session, browser, session.email);
    const page = await browser.get(returnTo);
    expect(page.status).toBe(200);
    expect(page.text).toContain('Let “Test agent” access your account?');
    expect(page.text).toContain('an app on this computer');
    expect(page.text).toContain(session.email);
    for (const scope of ALL_SCOPES) {
      expect(page.text).toContain(`name="scope" value="${scope}" checked`);
      expect(page.text).toContain(SCOPES[scope]);
    }
  });

  it('names the host of a client on the web', async () => {
    const { path } = await ask(web, toWeb);
    const page = await oauth.follow(await oauth.person(), path);
    expect(page.text).toContain('<strong>agent.example</strong>');
  });

  it('shows a hostile name as text, on one line', async () => {
    const client_name = `<script>alert(1)</script>"\u202e\n${'x'.repeat(500)}`;
    const { path } = await ask({ client_name });
    const page = await oauth.follow(await oauth.person(), path);
    expect(page.text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;&quot;');
    expect(page.text).not.toMatch(/<script|\u202e|x{100}/);
  });

  it('lists only the scopes that the client asks for', async () => {
    const { path } = await ask({}, { scope: 'entries:read account:read' });
    const page = await oauth.follow(await oauth.person(), path);
    expect([...page.text.matchAll(/name="scope" value="([^"]+)"/g)].map(match => match[1])).toEqual([
      'entries:read',
      'account:read',
    ]);
  });

  it(`lets the person deselect scopes${verifies('oauth.consent-narrowed')}`, async () => {
    const { client, pkce, path } = await ask();
    const browser = await oauth.person();
    const back = await oauth.decide(browser, await oauth.follow(browser, path), 'allow', ['account:read']);
    const { body } = await oauth.redeem(client.client_id, back.searchParams.get('code') ?? '', pkce);
    expect(body.scope).toBe('account:read');
    const api = createApiClient(session.url, body.access_token);
    expect((await api.get('/api/v1/me')).body.key.scopes).toEqual(['account:read']);
    expect(await api.get('/api/v1/waitlists')).toMatchObject({
      status: 403,
      body: { code: 'insufficient_scope', grantedScopes: ['account:read'] },
    });
    // A refresh does not bring deselected scopes back.
    const next = await oauth.refresh(client.client_id, body.refresh_token);
    expect(next.body.scope).toBe('account:read');
  });

  it('lets the person deny access, and tells the client', async () => {
    const { path } = await ask();
    const browser = await oauth.person();
    const back = await oauth.decide(browser, await oauth.follow(browser, path), 'deny');
    expect(back.searchParams.get('error')).toBe('access_denied');
    expect(back.searchParams.get('state')).toBe('state-1');
    expect(back.searchParams.get('iss')).toBe(session.url);
  });

  it('is shown again when nothing is selected', async () => {
    const { path } = await ask();
    const browser = await oauth.person();
    const page = await oauth.follow(browser, path);
    const account = /name="account" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
    const action = /action="([^"]+)"/.exec(page.text)?.[1] ?? '';
    const again = await browser.post(action, { account, answer: 'allow' });
    expect([again.status, again.location]).toEqual([400, null]);
    expect(again.text).toContain('Select at least one permission');
  });

  it('lets a person switch accounts and then returns', async () => {
    const { path } = await ask();
    const browser = await oauth.person();
    const page = await oauth.follow(browser, path);
    const action = /action="([^"]+)"/.exec(page.text)?.[1] ?? '';
    const away = await browser.post(action, { answer: 'switch' });
    expect(away.location).toBe(`/sign-in?again=true&return_to=${encodeURIComponent(action)}`);
    await signIn(session, browser, 'another@example.com');
    expect((await browser.get(action)).text).toContain('another@example.com');
  });

  it(`is skipped for a web client with consent, unless it asks for more scopes${verifies('oauth.consent-remembered')}`, async () => {
    const { client, pkce, path } = await ask(web, { ...toWeb, scope: 'account:read' });
    const browser = await oauth.person();
    await oauth.decide(browser, await oauth.follow(browser, path), 'allow');
    const again = await oauth.follow(browser, path);
    expect(new URL(again.location ?? '').searchParams.get('code')).toEqual(expect.any(String));
    const more = (scope: string, extra = {}) =>
      oauth.follow(
        browser,
        oauth.authorizePath({ ...oauth.standard(client.client_id, pkce), ...toWeb, scope, ...extra }),
      );
    const wider = await more('account:read entries:read');
    expect(wider.text).toContain('value="account:read" checked');
    expect(wider.text).toContain('value="entries:read" checked');
    expect((await more('account:read', { prompt: 'consent' })).status).toBe(200);
    // A different person in the same browser is asked.
    const other = await oauth.person('third@example.com');
    expect((await oauth.follow(other, path)).status).toBe(200);
    // An expired consent is not remembered.
    await session.sql('UPDATE oauth_grants SET expires_at = now()');
    expect((await oauth.follow(browser, path)).location).toBeNull();
  });

  it(`is shown again after scopes were deselected${verifies('oauth.consent-narrowed', 'oauth.consent-remembered')}`, async () => {
    const { path } = await ask(web, toWeb);
    const browser = await oauth.person();
    await oauth.decide(browser, await oauth.follow(browser, path), 'allow', ['account:read']);
    const again = await oauth.follow(browser, path);
    expect([again.status, again.location]).toEqual([200, null]);
    expect([...again.text.matchAll(/value="([^"]+)" checked/g)].map(match => match[1])).toEqual([
      'account:read',
    ]);
  });

  it('ticks new scopes, and none that the person unticked', async () => {
    const { client, pkce } = await ask();
    const browser = await oauth.person();
    const offer = async (scope: string) =>
      oauth.follow(browser, oauth.authorizePath({ ...oauth.standard(client.client_id, pkce), scope }));
    const tickedOn = ({ text }: { text: string }) =>
      [...text.matchAll(/value="([^"]+)" checked/g)].map(match => match[1]);
    const first = await offer('account:read entries:read');
    expect(tickedOn(first)).toEqual(['account:read', 'entries:read']);
    await oauth.decide(browser, first, 'allow', ['account:read']);
    const second = await offer('account:read templates:read');
    expect(tickedOn(second)).toEqual(['account:read', 'templates:read']);
    await oauth.decide(browser, second, 'allow');
    // Still known after a consent that did not offer it.
    const third = await offer('account:read entries:read templates:read');
    expect(tickedOn(third)).toEqual(['account:read', 'templates:read']);
    await oauth.decide(browser, third, 'allow', ['account:read', 'entries:read']);
    expect(tickedOn(await offer('entries:read templates:read'))).toEqual(['entries:read']);
    // Another person was never asked.
    const other = await oauth.person('fourth@example.com');
    const path = oauth.authorizePath({ ...oauth.standard(client.client_id, pkce), scope: 'entries:read' });
    expect(tickedOn(await oauth.follow(other, path))).toEqual(['entries:read']);
  });

  it('is shown every time for a client on the user’s machine', async () => {
    const { path } = await ask();
    const browser = await oauth.person();
    await oauth.decide(browser, await oauth.follow(browser, path), 'allow');
    expect((await oauth.follow(browser, path)).status).toBe(200);
  });

  it(`refuses answers from another site, from another browser, or for another account${verifies('oauth.consent-protected')}`, async () => {
    const { client, path } = await ask();
    const browser = await oauth.person();
    const page = await oauth.follow(browser, path);
    const action = /action="([^"]+)"/.exec(page.text)?.[1] ?? '';
    const account = /name="account" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
    const fields = new URLSearchParams({ account, answer: 'allow', scope: 'account:read' });
    const forged = await browser.post(action, fields, { origin: 'https://evil.example' });
    expect([forged.status, forged.location]).toEqual([400, null]);
    const elsewhere = await (await oauth.person()).post(action, fields);
    expect([elsewhere.status, elsewhere.location]).toEqual([400, null]);
    fields.set('account', '00000000-0000-4000-8000-000000000000');
    const foreign = await browser.post(action, fields);
    expect(foreign.location).toBe(action);
    expect(await session.sql('SELECT 1 FROM oauth_grants WHERE client_id = $1', [client.client_id])).toEqual(
      [],
    );
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(page.headers.get('x-frame-options')).toBe('DENY');
  });

  it('ignores hosts in request headers when redirecting', async () => {
    const { path } = await ask();
    const browser = openBrowser(session.url, {
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
    });
    await signIn(session, browser, session.email);
    const back = await oauth.decide(browser, await oauth.follow(browser, path), 'allow');
    expect(`${back.origin}${back.pathname}`).toBe(REDIRECT);
    expect(back.searchParams.get('iss')).toBe(session.url);
  });

  it('requires signing in again when the client asks for it', async () => {
    const { path } = await ask({}, { prompt: 'login' });
    const browser = await oauth.person();
    await session.sql(`UPDATE sessions SET created_at = now() - interval '1 minute'`);
    const first = await browser.get(path);
    const next = await browser.get(first.location ?? '');
    expect(next.location).toMatch(/^\/sign-in/);
    expect((await browser.get(next.location ?? '')).text).toContain('Email me a code');
    // Anybody's app can link here, so this alone signs nobody out.
    expect((await browser.get('/sign-in?return_to=/x')).location).toBe('/x');
    await signIn(session, browser, session.email);
    const page = await browser.get(first.location ?? '');
    expect(page.text).toContain('Let “Test agent”');
    // An answer from an earlier session is refused, even if its page was opened in time.
    await session.sql(`UPDATE sessions SET created_at = now() - interval '1 minute'`);
    const account = /name="account" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
    const fields = new URLSearchParams({ account, answer: 'allow', scope: 'account:read' });
    expect((await browser.post(first.location ?? '', fields)).location).toMatch(/^\/sign-in/);
  });
});
