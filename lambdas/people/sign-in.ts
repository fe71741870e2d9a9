import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { Mailer } from '../../core/email/email.ts';
import type { DigestKey } from '../../core/kernel/digest-key.ts';
import { ApiError, ValidationError } from '../../core/kernel/errors.ts';
import { digestNetworks } from '../../core/kernel/networks.ts';
import { isUuid } from '../../core/kernel/schemas.ts';
import type { Site } from '../../core/kernel/site.ts';
import { requestSignIn } from '../../core/sessions/request-sign-in.ts';
import { HOME, returnPath } from '../../core/sessions/return-path.ts';
import { digestCode, generateSecret, hashSecret, isSecretForm } from '../../core/sessions/secret.ts';
import type { SessionStore } from '../../core/sessions/session-store.ts';
import {
  renderAddressPage,
  renderCodePage,
  renderGonePage,
  renderLinkPage,
  renderSignedOutPage,
} from '../../core/sessions/sign-in-pages.ts';
import { type Cookies, findSession } from '../http/cookies.ts';
import { ownForm } from '../http/form.ts';
import { viewerAddress } from '../http/viewer-address.ts';
import type { ApiResponse } from '../middleware/api-request.ts';

interface SignInOptions {
  readonly site: Site;
  readonly sessions: SessionStore;
  readonly mailer: Mailer;
  readonly digestKey: () => Promise<DigestKey>;
  readonly cookies: Cookies;
  readonly isBehindEdge: boolean;
}

type Answer = (event: APIGatewayProxyEventV2) => Promise<ApiResponse>;

type SignIn = Readonly<
  Record<'askAddress' | 'sendCode' | 'askCode' | 'takeCode' | 'openLink' | 'takeLink' | 'signOut', Answer>
>;

const page = (statusCode: number, body: string, cookies: string[] = []): ApiResponse => ({
  statusCode,
  headers: {},
  body,
  ...(cookies.length > 0 && { cookies }),
});

/** 303 makes the browser continue with GET, so that going back resends no form. */
const goTo = (site: Site, path: string, cookies: string[] = []): ApiResponse => ({
  statusCode: 303,
  headers: { location: `${site.baseUrl}${path}` },
  body: '',
  ...(cookies.length > 0 && { cookies }),
});

const query = (event: APIGatewayProxyEventV2, name: string): string | undefined =>
  event.queryStringParameters?.[name];

/** The token of a link, without what was pasted around it. */
const tokenOf = (event: APIGatewayProxyEventV2): string =>
  /[\w-]+/.exec(query(event, 'token') ?? '')?.[0] ?? '';

/** A new session secret, and the one this browser had. */
function newSession(cookies: Cookies, event: APIGatewayProxyEventV2) {
  const [secret, previous] = [generateSecret(), cookies.sessionSecret(event)];
  return {
    secrets: {
      secretHash: hashSecret(secret),
      previousHash: previous === null ? null : hashSecret(previous),
    },
    setCookies: [cookies.setSession(secret), cookies.clearPending()],
  };
}

function createCodeSteps(
  options: SignInOptions,
): Pick<SignIn, 'askAddress' | 'sendCode' | 'askCode' | 'takeCode'> {
  const { site, sessions, mailer, cookies } = options;
  return {
    async askAddress(event) {
      const returnTo = returnPath(query(event, 'return_to'));
      const isSignedIn = query(event, 'again') !== 'true' && (await findSession(event, cookies, sessions));
      if (isSignedIn) return goTo(site, returnTo);
      return page(200, renderAddressPage({ returnTo }));
    },

    async sendCode(event) {
      const form = ownForm(event, site);
      const returnTo = returnPath(form.get('return_to') ?? undefined);
      const typed = form.get('email') ?? '';
      const digestKey = await options.digestKey();
      const networks = digestNetworks(digestKey, viewerAddress(event, options.isBehindEdge));
      try {
        const pending = await requestSignIn(
          { site, sessions, mailer, digestKey },
          { email: typed, returnTo, networks },
        );
        return goTo(site, '/sign-in/code', [cookies.setPending({ ...pending, returnTo })]);
      } catch (error) {
        if (error instanceof ValidationError) {
          const shown = {
            returnTo,
            email: typed.slice(0, 254),
            error: 'Enter an email address like name@example.com.',
          };
          return page(400, renderAddressPage(shown));
        }
        throw error;
      }
    },

    async askCode(event) {
      const pending = cookies.pending(event);
      return pending ? page(200, renderCodePage(pending)) : goTo(site, '/sign-in');
    },

    async takeCode(event) {
      const form = ownForm(event, site);
      const pending = cookies.pending(event);
      if (!pending || !isUuid(pending.attemptId)) return page(400, renderGonePage(HOME));
      const code = (form.get('code') ?? '').normalize('NFKC').replace(/[\s\p{Cf}.-]/gu, '');
      if (!/^\d{6}$/.test(code)) {
        return page(400, renderCodePage({ ...pending, error: 'Enter the 6-digit code.' }));
      }
      const { secrets, setCookies } = newSession(cookies, event);
      const result = await sessions.signInByCode(
        {
          attemptId: pending.attemptId,
          browserHash: hashSecret(pending.browserSecret),
          codeDigest: digestCode(await options.digestKey(), pending.attemptId, code),
        },
        secrets,
      );
      switch (result.outcome) {
        case 'signed_in':
          return goTo(site, returnPath(result.returnTo), setCookies);
        case 'wrong':
          return page(
            400,
            renderCodePage({ ...pending, error: 'That code isn’t right. Use the one in the latest email.' }),
          );
        case 'gone':
          return page(400, renderGonePage(pending.returnTo), [cookies.clearPending()]);
      }
    },
  };
}

const createLinkSteps = ({
  site,
  sessions,
  cookies,
}: SignInOptions): Pick<SignIn, 'openLink' | 'takeLink' | 'signOut'> => ({
  async openLink(event) {
    const token = tokenOf(event);
    const email = isSecretForm(token) ? await sessions.findLinkEmail(hashSecret(token)) : null;
    if (email === null) return page(400, renderGonePage(HOME));
    const current = await findSession(event, cookies, sessions);
    return page(200, renderLinkPage({ token, email, signedInAs: current?.account.email ?? null }));
  },

  async takeLink(event) {
    const token = ownForm(event, site).get('token') ?? '';
    if (!isSecretForm(token)) return page(400, renderGonePage(HOME));
    const { secrets, setCookies } = newSession(cookies, event);
    const result = await sessions.signInByLink(hashSecret(token), secrets);
    return result.outcome === 'signed_in'
      ? goTo(site, returnPath(result.returnTo), setCookies)
      : page(400, renderGonePage(HOME));
  },

  async signOut(event) {
    const everywhere = ownForm(event, site).get('everywhere') === 'true';
    const secret = cookies.sessionSecret(event);
    if (everywhere) {
      const session = await findSession(event, cookies, sessions);
      if (!session)
        throw new ApiError('unauthorized', 'You’re not signed in', { resolution: 'Sign in first.' });
      await sessions.endAll(session.account.id);
    } else if (secret !== null) {
      await sessions.end(hashSecret(secret));
    }
    return page(200, renderSignedOutPage(), [cookies.clearSession()]);
  },
});

/** The sign-in pages and forms. */
export const createSignIn = (options: SignInOptions): SignIn => ({
  ...createCodeSteps(options),
  ...createLinkSteps(options),
});
