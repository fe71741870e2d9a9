import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Browser, openBrowser } from '../../support/browser.ts';
import { createPkce, openOAuth, REDIRECT, WEB_REDIRECT } from '../../support/oauth.ts';
import { shareSession } from '../../support/session.ts';
import { verifies } from '../../support/verifies.ts';

const session = shareSession();
let oauth: ReturnType<typeof openOAuth>;
let person: Browser;

beforeAll(async () => {
  oauth = openOAuth(session);
  person = await oauth.person();
});

beforeEach(() => session.sql('DELETE FROM rate_windows'));

const EVIL = 'https://evil.example/callback';

/** The path of a request with these changes; undefined removes a parameter. */
function pathOf(clientId: string, redirect_uri: string, changes: Record<string, string | undefined>): string {
  const all = { ...oauth.standard(clientId, createPkce()), redirect_uri, ...changes };
  const kept = Object.entries(all).filter((pair): pair is [string, string] => pair[1] !== undefined);
  return oauth.authorizePath(Object.fromEntries(kept));
}

const register = async (...redirect_uris: string[]): Promise<string> =>
  (await oauth.register({ redirect_uris })).body.client_id;

/** Requests that the library answers with an error to the client. */
const WRONG: readonly (readonly [string, Record<string, string | undefined>, string])[] = [
  ['prompt=none', { prompt: 'none' }, 'login_required'],
  ['no PKCE', { code_challenge: undefined, code_challenge_method: undefined }, 'invalid_request'],
  ['plain PKCE', { code_challenge_method: 'plain' }, 'invalid_request'],
  ['a foreign resource', { resource: 'https://evil.example/mcp' }, 'invalid_target'],
  ['two resources', { resource: 'https://a.example' }, 'invalid_target'],
  ['unknown scopes', { scope: 'everything' }, 'invalid_scope'],
  ['another response type', { response_type: 'token' }, 'unsupported_response_type'],
  ['no response type', { response_type: undefined }, 'invalid_request'],
  ['an unknown prompt', { prompt: 'none login' }, 'invalid_request'],
  ['a request object', { request: 'e30.e30.' }, 'request_not_supported'],
  ['a request by reference', { request_uri: 'https://evil.example/r' }, 'request_uri_not_supported'],
];

describe('an error in an authorization request', () => {
  it.each(WRONG)(
    `is shown on our own page for %s${verifies('oauth.errors-after-consent')}`,
    async (_what, changes) => {
      for (const redirect of [EVIL, REDIRECT, 'com.evil.app:/callback']) {
        const path = pathOf(await register(redirect), redirect, changes);
        for (const browser of [openBrowser(session.url), person]) {
          for (const start of [path, `/sign-in?return_to=${encodeURIComponent(path)}`]) {
            const answer = await oauth.follow(browser, start);
            expect([answer.location, answer.text.includes(redirect)]).toEqual([null, false]);
            if (browser === person) {
              expect(answer.status).toBe(400);
              expect(answer.text).not.toContain('"/sign-in"');
              expect(answer.text).toMatch(
                /This app’s request isn’t valid|This app needs your permission first/,
              );
            }
          }
        }
      }
    },
  );

  it.each(WRONG)(
    `reaches a client that its person has allowed before: %s${verifies('oauth.errors-after-consent')}`,
    async (_what, changes, error) => {
      for (const redirect of [WEB_REDIRECT, REDIRECT]) {
        const clientId = await register(redirect);
        await oauth.decide(person, await oauth.follow(person, pathOf(clientId, redirect, {})), 'allow');
        const back = new URL(
          (await oauth.follow(person, pathOf(clientId, redirect, changes))).location ?? '',
        );
        expect(`${back.origin}${back.pathname}`).toBe(redirect);
        // After the `#`, when another response type was asked for.
        const told = new URLSearchParams(back.search || back.hash.slice(1));
        expect(Object.fromEntries(told)).toMatchObject({
          error,
          state: 'state-1',
          iss: session.url,
        });
        // Another person has not.
        const other = await oauth.follow(
          await oauth.person('other@example.com'),
          pathOf(clientId, redirect, changes),
        );
        expect([other.status, other.location]).toEqual([400, null]);
      }
    },
  );

  it.each(['fragment', 'form_post', 'web_message', 'jwt', 'query.jwt'])(
    'never leaves us as response_mode=%s',
    async response_mode => {
      const clientId = await register(WEB_REDIRECT);
      await oauth.decide(person, await oauth.follow(person, pathOf(clientId, WEB_REDIRECT, {})), 'allow');
      for (const changes of [{}, { prompt: 'none' }, { scope: 'everything' }]) {
        const path = pathOf(clientId, WEB_REDIRECT, { ...changes, response_mode });
        const answer = await oauth.follow(person, path);
        expect([answer.status, answer.location]).toEqual([400, null]);
        expect(answer.text).not.toMatch(/<script|<form[^>]*agent\.example/);
      }
    },
  );

  it(`is shown on our own page for a request that hides in a path${verifies('oauth.errors-after-consent')}`, async () => {
    const clientId = await register(EVIL);
    const query = pathOf(clientId, EVIL, { prompt: 'none' }).split('?')[1] ?? '';
    for (const hidden of [`x?${query}`, `?${query}`, `../authorize?${query}`, `x#?${query}`]) {
      const answer = await oauth.follow(person, `/api/auth/mcp/authorize/${encodeURIComponent(hidden)}`);
      expect([answer.status, answer.location]).toEqual([400, null]);
    }
  });

  it('does not lead to another site of a client that the person knows by one site only', async () => {
    const clientId = await register(WEB_REDIRECT, EVIL);
    await oauth.decide(person, await oauth.follow(person, pathOf(clientId, WEB_REDIRECT, {})), 'allow');
    for (const [, changes] of WRONG) {
      const answer = await oauth.follow(person, pathOf(clientId, EVIL, changes));
      expect([answer.status, answer.location]).toEqual([400, null]);
    }
    // Nor is the consent remembered there.
    const page = await oauth.follow(person, pathOf(clientId, EVIL, {}));
    expect([page.status, page.location]).toEqual([200, null]);
    expect(page.text).toContain('<strong>evil.example</strong>');
  });
});

describe('denying access', () => {
  const actionOf = (page: { text: string }) => /action="([^"]+)"/.exec(page.text)?.[1] ?? '';
  const accountOf = (page: { text: string }) => /name="account" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
  const deny = (page: { text: string }) =>
    person.post(actionOf(page), { account: accountOf(page), answer: 'deny' });

  it(`stays with us for a site that was never allowed, which a link then tells${verifies('oauth.errors-after-consent')}`, async () => {
    const clientId = await register(EVIL);
    const denied = await deny(await oauth.follow(person, pathOf(clientId, EVIL, {})));
    expect([denied.status, denied.location]).toEqual([200, null]);
    expect(denied.text).toContain('Access denied');
    const link = /href="([^"]+)">return to evil\.example/.exec(denied.text)?.[1] ?? '';
    const back = new URL((await oauth.follow(person, link.replace(session.url, ''))).location ?? '');
    expect(`${back.origin}${back.pathname}`).toBe(EVIL);
    expect(back.searchParams.get('error')).toBe('access_denied');
    expect(await session.sql('SELECT 1 FROM oauth_grants WHERE client_id = $1', [clientId])).toEqual([]);
  });

  it('tells a site that was allowed before, and an app on this machine', async () => {
    const web = await register(WEB_REDIRECT);
    await oauth.decide(person, await oauth.follow(person, pathOf(web, WEB_REDIRECT, {})), 'allow');
    const prompt = { prompt: 'consent' };
    for (const [clientId, redirect] of [
      [web, WEB_REDIRECT],
      [await register(REDIRECT), REDIRECT],
    ] as const) {
      const page = await oauth.follow(person, pathOf(clientId, redirect, prompt));
      const back = await oauth.decide(person, page, 'deny');
      expect(`${back.origin}${back.pathname}`).toBe(redirect);
      expect(back.searchParams.get('error')).toBe('access_denied');
    }
  });
});
