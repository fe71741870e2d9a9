import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type Provider from 'oidc-provider';
import type { Client, Interaction } from 'oidc-provider';
import type { Scope } from '../../core/kernel/scopes.ts';
import type { Site } from '../../core/kernel/site.ts';
import { agentUrl, OAUTH_PATHS } from '../../core/oauth/addresses.ts';
import {
  renderConsentPage,
  renderDeniedPage,
  renderNoRequestPage,
  renderRefusalPage,
} from '../../core/oauth/consent-page.ts';
import type { OAuthStore } from '../../core/oauth/oauth-store.ts';
import { haveOneTarget, isOnOwnMachine } from '../../core/oauth/redirect-uri.ts';
import { ownScopes } from '../../core/oauth/request-parameters.ts';
import type { Session, SessionStore } from '../../core/sessions/session-store.ts';
import { type Cookies, findSession } from '../http/cookies.ts';
import { ownForm } from '../http/form.ts';
import type { ApiResponse } from '../middleware/api-request.ts';

interface ConsentOptions {
  readonly site: Site;
  readonly library: Provider;
  readonly store: OAuthStore;
  readonly sessions: SessionStore;
  readonly cookies: Cookies;
}

/** A pending request, in the browser that started it. */
interface Waiting {
  readonly interaction: Interaction;
  readonly client: Client;
  readonly redirectUri: string;
  readonly requested: readonly Scope[];
  readonly prompts: readonly string[];
}

const page = (statusCode: number, body: string): ApiResponse => ({ statusCode, headers: {}, body });

/** An error that is not sent to the app. */
export const refusal = (error: string, description?: string): ApiResponse =>
  page(400, renderRefusalPage(error, description));

const goTo = (location: string): ApiResponse => ({ statusCode: 303, headers: { location }, body: '' });

async function findWaiting(
  { library }: ConsentOptions,
  event: APIGatewayProxyEventV2,
): Promise<Waiting | null> {
  const uid = event.pathParameters?.uid ?? '';
  // The cookie proves that this browser started the request, so a link to someone else's request opens
  // nothing.
  if (!event.cookies?.includes(`${library.cookieName('interaction')}=${uid}`)) return null;
  const interaction = await library.Interaction.find(uid);
  if (!interaction) return null;
  const { client_id, redirect_uri, scope, prompt } = interaction.params as Record<string, string | undefined>;
  const client = await library.Client.find(client_id ?? '');
  if (!client || redirect_uri === undefined) return null;
  return {
    interaction,
    client,
    redirectUri: redirect_uri,
    requested: ownScopes(scope),
    prompts: prompt?.split(' ') ?? [],
  };
}

/** Stores the decision and redirects back to the request. */
async function finish({ interaction }: Waiting, result: Record<string, unknown>): Promise<ApiResponse> {
  interaction.result = result;
  await interaction.save(interaction.exp - Math.floor(Date.now() / 1000));
  return goTo(interaction.returnTo);
}

async function allow(
  { site, library, store }: ConsentOptions,
  waiting: Waiting,
  accountId: string,
  scopes: readonly Scope[],
): Promise<ApiResponse> {
  const { client, requested } = waiting;
  const before = await store.latestConsent(accountId, client.clientId);
  const grant = new library.Grant({ accountId, clientId: client.clientId });
  grant.addResourceScope(agentUrl(site), scopes.join(' '));
  // Store denied scopes too, so that the library considers the question answered.
  const declined = [...requested, ...(before?.declined ?? [])].filter(scope => !scopes.includes(scope));
  if (declined.length > 0) grant.rejectResourceScope(agentUrl(site), declined.join(' '));
  return finish(waiting, { login: { accountId }, consent: { grantId: await grant.save() } });
}

/** Sessions that are older than the request must sign in again if the app asks for that. */
const mustSignIn = ({ interaction, prompts }: Waiting, session: Session): boolean =>
  prompts.includes('login') && session.createdAt.getTime() / 1000 < interaction.iat - 1;

/** The current session ends with the next sign-in, not here: a link of anybody's app leads here. */
const signInAgain = (site: Site, { interaction }: Waiting): ApiResponse =>
  goTo(
    `${site.baseUrl}/sign-in?again=true&return_to=${encodeURIComponent(`${OAUTH_PATHS.consent}/${interaction.uid}`)}`,
  );

const ask = (waiting: Waiting, session: Session, ticked: readonly Scope[], error?: string): ApiResponse =>
  page(
    error === undefined ? 200 : 400,
    renderConsentPage({
      uid: waiting.interaction.uid,
      clientName: waiting.client.clientName ?? '',
      redirectUri: waiting.redirectUri,
      account: session.account,
      requested: waiting.requested,
      ticked,
      ...(error !== undefined && { error }),
    }),
  );

/**
 * Whether errors may redirect this browser to the client: only if its person has allowed the client before. Anyone can
 * register one, and then make a link of ours that leads anywhere (RFC 9700, 4.11.2).
 */
async function isTrusted(
  { store, sessions, cookies }: ConsentOptions,
  event: APIGatewayProxyEventV2,
  client: Client,
  target: string,
): Promise<boolean> {
  if (!isOnOwnMachine(target) && !haveOneTarget(client.redirectUris ?? [])) return false;
  const session = await findSession(event, cookies, sessions);
  return session !== null && (await store.latestConsent(session.account.id, client.clientId)) !== null;
}

/** Denies the request. An app on this machine waits for the answer. Another site's page may be why the person denied. */
async function deny(
  options: ConsentOptions,
  event: APIGatewayProxyEventV2,
  waiting: Waiting,
): Promise<ApiResponse> {
  const { client, redirectUri, interaction } = waiting;
  const denied = { error: 'access_denied', error_description: 'The user denied access' };
  const answered = await finish(waiting, denied);
  if (isOnOwnMachine(redirectUri) || (await isTrusted(options, event, client, redirectUri))) return answered;
  const clientName = client.clientName ?? '';
  return page(200, renderDeniedPage({ clientName, redirectUri, href: interaction.returnTo }));
}

/** The consent page and its form. */
export function createConsent(options: ConsentOptions) {
  const { site, library, store, sessions, cookies } = options;

  return {
    /** Shows an error on our own page, if it would redirect to a client that is not trusted. */
    async keepErrorHere(
      event: APIGatewayProxyEventV2,
      clientId: string,
      answer: ApiResponse,
    ): Promise<ApiResponse> {
      const target = new URL(answer.headers.location ?? '', site.baseUrl);
      if (target.origin === new URL(site.baseUrl).origin) return answer;
      const client = await library.Client.find(clientId);
      if (client && (await isTrusted(options, event, client, target.href))) return answer;
      // After the `#`, if another response type was asked for.
      const told = new URLSearchParams(target.hash.slice(1) || target.search);
      return refusal(told.get('error') ?? 'invalid_request', told.get('error_description') ?? undefined);
    },

    async show(event: APIGatewayProxyEventV2): Promise<ApiResponse> {
      const waiting = await findWaiting(options, event);
      if (!waiting) return page(400, renderNoRequestPage());
      const { requested, client, redirectUri, prompts } = waiting;
      const session = await findSession(event, cookies, sessions);
      if (!session || mustSignIn(waiting, session)) return signInAgain(site, waiting);
      if (requested.length === 0) {
        const [error, error_description] = ['invalid_scope', 'none of the requested scopes exist'];
        return (await isTrusted(options, event, client, redirectUri))
          ? finish(waiting, { error, error_description })
          : refusal(error, error_description);
      }
      const before = await store.latestConsent(session.account.id, client.clientId);
      const isAllowed = requested.every(scope => before?.scopes.includes(scope));
      // Any local app can use another's client id, so local apps always ask (RFC 8252, 8.6).
      const isKnown = !isOnOwnMachine(redirectUri) && haveOneTarget(client.redirectUris ?? []);
      if (isAllowed && isKnown && !prompts.includes('consent')) {
        return allow(options, waiting, session.account.id, requested);
      }
      return ask(
        waiting,
        session,
        requested.filter(scope => !before?.declined.includes(scope)),
      );
    },

    async decide(event: APIGatewayProxyEventV2): Promise<ApiResponse> {
      const form = ownForm(event, site);
      const waiting = await findWaiting(options, event);
      if (!waiting) return page(400, renderNoRequestPage());
      const answer = form.get('answer');
      if (answer === 'switch') return signInAgain(site, waiting);
      const session = await findSession(event, cookies, sessions);
      if (!session || mustSignIn(waiting, session)) return signInAgain(site, waiting);
      // The page was shown to another account.
      if (form.get('account') !== session.account.id) return goTo(`${site.baseUrl}${event.rawPath}`);
      if (answer === 'deny') return deny(options, event, waiting);
      if (answer !== 'allow') return ask(waiting, session, waiting.requested, 'Allow or deny access.');
      const scopes = waiting.requested.filter(scope => form.getAll('scope').includes(scope));
      if (scopes.length === 0)
        return ask(waiting, session, [], 'Select at least one permission, or deny access.');
      return allow(options, waiting, session.account.id, scopes);
    },
  };
}
