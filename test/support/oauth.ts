import { createHash, randomBytes } from 'node:crypto';
import { ALL_SCOPES } from '../../core/kernel/scopes.ts';
import { type Browser, openBrowser } from './browser.ts';
import type { ApiSession } from './session.ts';

export const REDIRECT = 'http://127.0.0.1:43210/callback';
/** A web client, with a redirect URL that no other client can use. */
export const WEB_REDIRECT = 'https://agent.example/callback';

/** A JSON response of the authorization server. */
export interface OAuthAnswer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests read members of responses that they then compare
  readonly body: any;
}

export interface Pkce {
  readonly verifier: string;
  readonly challenge: string;
}

export function createPkce(): Pkce {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}

async function answerOf(response: Response): Promise<OAuthAnswer> {
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json');
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
}

/** The parts of a session needed to sign in. */
export type SignInSession = Pick<ApiSession, 'url' | 'email' | 'sql' | 'mail'>;

/** Signs in as a user, with the code from the local mailbox. */
export async function signIn(session: SignInSession, browser: Browser, email: string): Promise<void> {
  // Tests sign in more often than the rate limit allows.
  await session.sql('DELETE FROM sign_in_attempts');
  await browser.post('/sign-in', { email });
  const message = (await session.mail()).find(({ to }) => to.includes(email));
  const code = /\b(\d{6})\b/.exec(message?.text ?? '')?.[1] ?? '';
  const answer = await browser.post('/sign-in/code', { code });
  if (answer.status !== 303) throw new Error(`Signing in was answered with ${answer.status}`);
}

/** A client for the authorization server under test, over plain HTTP. */
export function openOAuth(session: SignInSession) {
  const { url } = session;
  const post = async (
    path: string,
    fields: Record<string, string> | URLSearchParams,
    headers: Record<string, string> = {},
  ) => answerOf(await fetch(url + path, { method: 'POST', body: new URLSearchParams(fields), headers }));

  async function register(metadata: Record<string, unknown> = {}): Promise<OAuthAnswer> {
    const body = {
      client_name: 'Test agent',
      redirect_uris: [REDIRECT],
      token_endpoint_auth_method: 'none',
      ...metadata,
    };
    return answerOf(
      await fetch(`${url}/api/auth/mcp/register`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    );
  }

  const authorizePath = (parameters: Record<string, string>): string =>
    `/api/auth/mcp/authorize?${new URLSearchParams(parameters)}`;

  const standard = (clientId: string, pkce: Pkce): Record<string, string> => ({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: REDIRECT,
    code_challenge: pkce.challenge,
    code_challenge_method: 'S256',
    state: 'state-1',
  });

  /** Follows our own redirects, and stops at a page or an external URL. */
  async function follow(browser: Browser, path: string) {
    let answer = await browser.get(path);
    while (answer.location?.startsWith('/')) answer = await browser.get(answer.location);
    return answer;
  }

  /** Selects these scopes on the page and submits it. @returns the URL the browser finally goes to */
  async function decide(
    browser: Browser,
    page: { readonly text: string },
    answer: 'allow' | 'deny',
    scopes: readonly string[] = ALL_SCOPES,
  ): Promise<URL> {
    const action = /action="([^"]+)"/.exec(page.text)?.[1] ?? '';
    const account = /name="account" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
    const offered = scopes.filter(scope => page.text.includes(`value="${scope}"`));
    const form = new URLSearchParams({ account, answer });
    for (const scope of offered) form.append('scope', scope);
    let next = await browser.post(action, form);
    while (next.location?.startsWith('/')) next = await browser.get(next.location);
    if (next.location === null) throw new Error(`The consent was answered with ${next.status}`);
    return new URL(next.location);
  }

  /** Approves a client as a user. @returns the authorization code */
  async function authorize(
    browser: Browser,
    clientId: string,
    pkce: Pkce,
    { scopes, ...more }: { scopes?: readonly string[] } & Record<string, unknown> = {},
  ): Promise<string> {
    const page = await follow(
      browser,
      authorizePath({ ...standard(clientId, pkce), ...(more as Record<string, string>) }),
    );
    const back =
      page.location === null ? await decide(browser, page, 'allow', scopes) : new URL(page.location);
    const code = back.searchParams.get('code');
    if (code === null) throw new Error(`No code: ${back}`);
    return code;
  }

  const redeem = (clientId: string, code: string, pkce: Pkce, more: Record<string, string> = {}) =>
    post('/api/auth/mcp/token', {
      grant_type: 'authorization_code',
      client_id: clientId,
      code,
      redirect_uri: REDIRECT,
      code_verifier: pkce.verifier,
      ...more,
    });

  const refresh = (clientId: string, refreshToken: string, more: Record<string, string> = {}) =>
    post('/api/auth/mcp/token', {
      grant_type: 'refresh_token',
      client_id: clientId,
      refresh_token: refreshToken,
      ...more,
    });

  /** A browser with a signed-in user. */
  async function person(email = session.email): Promise<Browser> {
    const browser = openBrowser(url);
    await signIn(session, browser, email);
    return browser;
  }

  /** The whole flow: register, approve, redeem the code. */
  async function connect(browser: Browser, options: { scopes?: readonly string[] } = {}) {
    const { body: client } = await register();
    const pkce = createPkce();
    const code = await authorize(browser, client.client_id, pkce, options);
    const { body: tokens } = await redeem(client.client_id, code, pkce);
    return { clientId: client.client_id as string, code, pkce, tokens };
  }

  return {
    post,
    register,
    authorizePath,
    standard,
    follow,
    decide,
    authorize,
    redeem,
    refresh,
    person,
    connect,
  };
}
