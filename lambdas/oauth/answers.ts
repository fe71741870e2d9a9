import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type Provider from 'oidc-provider';
import { ApiError } from '../../core/kernel/errors.ts';
import type { Networks } from '../../core/kernel/networks.ts';
import type { Site } from '../../core/kernel/site.ts';
import { OAUTH_PATHS } from '../../core/oauth/addresses.ts';
import { ClientMetadataError, readClientMetadata } from '../../core/oauth/client-metadata.ts';
import { authorizationServerMetadata, protectedResourceMetadata } from '../../core/oauth/metadata.ts';
import type { OAuthStore } from '../../core/oauth/oauth-store.ts';
import {
  completeAuthorization,
  completeTokenRequest,
  repeatedParameter,
  requestProblem,
} from '../../core/oauth/request-parameters.ts';
import { type ApiResponse, json } from '../middleware/api-request.ts';
import { refuseCompressed } from '../middleware/json-body.ts';
import { type createConsent, refusal } from './consent.ts';
import { OAUTH_ROUTES } from './routes.ts';
import { runLibrary } from './run-library.ts';

export type Answer = (event: APIGatewayProxyEventV2) => Promise<ApiResponse>;

interface AnswerOptions {
  readonly site: Site;
  readonly library: Provider;
  readonly store: OAuthStore;
  readonly networksOf: (event: APIGatewayProxyEventV2) => Promise<Networks>;
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Without the byte order mark that some systems write first.
 * @throws {ApiError} if it is compressed, or not UTF-8
 */
function bodyOf(event: APIGatewayProxyEventV2): string {
  refuseCompressed(event);
  const { body = '', isBase64Encoded } = event;
  try {
    return utf8.decode(Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8'));
  } catch {
    throw new ApiError('validation_failed', 'The body is not UTF-8', { resolution: 'Send it as UTF-8.' });
  }
}

const preflight: Answer = async () => ({
  statusCode: 204,
  headers: {
    'access-control-allow-methods': 'GET, POST',
    'access-control-allow-headers': 'Authorization, Content-Type, Accept, MCP-Protocol-Version',
    'access-control-max-age': '86400',
  },
});

/** The client's registration. The library adds what belongs to OpenID Connect. */
function readRegistration(text: string): string {
  const metadata: Record<string, unknown> = JSON.parse(text);
  const known = Object.entries(metadata).filter(
    ([name]) => !/^(id_token|subject_type|require|post_logout)/.test(name),
  );
  return JSON.stringify(Object.fromEntries(known));
}

/** The routes that programs call, by route key. */
export function createProgramAnswers({
  site,
  library,
  store,
  networksOf,
}: AnswerOptions): Readonly<Record<string, Answer>> {
  async function register(event: APIGatewayProxyEventV2): Promise<ApiResponse> {
    const wait = await store.admitRegistration(await networksOf(event));
    if (wait > 0) {
      throw new ApiError('rate_limited', 'Too many registrations from this network', {
        headers: { 'retry-after': String(wait) },
        resolution: `Wait ${wait} seconds, then register again.`,
      });
    }
    try {
      const body = JSON.stringify(readClientMetadata(site, JSON.parse(bodyOf(event))));
      const path = OAUTH_PATHS.register;
      const answer = await runLibrary(library, site, event, { path, body, contentType: 'application/json' });
      return { ...answer, body: readRegistration(answer.body ?? '') };
    } catch (error) {
      if (error instanceof ClientMetadataError) {
        return json(400, { error: error.code, error_description: error.message });
      }
      if (error instanceof SyntaxError) {
        return json(400, { error: 'invalid_client_metadata', error_description: 'The body must be JSON' });
      }
      throw error;
    }
  }

  /** Keeps the content type, so that the library refuses anything but a form. */
  const form =
    (path: string): Answer =>
    async event => {
      const repeated = repeatedParameter(new URLSearchParams(bodyOf(event)));
      if (repeated !== null) throw new ApiError('validation_failed', `${repeated} is sent more than once`);
      return runLibrary(library, site, event, {
        path,
        body: completeTokenRequest(site, bodyOf(event)).toString(),
      });
    };

  const document =
    (content: unknown): Answer =>
    async () =>
      json(200, content, { 'cache-control': 'public, max-age=300' });

  return {
    ...Object.fromEntries(
      OAUTH_ROUTES.documents.map(route => [
        route,
        document(
          route.includes('protected-resource')
            ? protectedResourceMetadata(site)
            : authorizationServerMetadata(site),
        ),
      ]),
    ),
    ...Object.fromEntries(OAUTH_ROUTES.preflights.map(route => [route, preflight])),
    [`POST ${OAUTH_PATHS.register}`]: register,
    [`POST ${OAUTH_PATHS.token}`]: form(OAUTH_PATHS.token),
    [`POST ${OAUTH_PATHS.revoke}`]: form(OAUTH_PATHS.revoke),
  };
}

/** The routes that people open in their browser, by route key. */
export function createPeopleAnswers({
  site,
  library,
  store,
  networksOf,
  consent,
}: AnswerOptions & { readonly consent: ReturnType<typeof createConsent> }): Readonly<Record<string, Answer>> {
  async function authorize(event: APIGatewayProxyEventV2): Promise<ApiResponse> {
    const wait = await store.admitAuthorization(await networksOf(event));
    if (wait > 0) {
      throw new ApiError('rate_limited', 'Too many access requests from this network', {
        headers: { 'retry-after': String(wait) },
        resolution: `Wait ${wait} seconds, then start again from the app.`,
      });
    }
    const query = completeAuthorization(site, event.rawQueryString);
    const problem = requestProblem(query);
    if (problem !== null) return refusal('invalid_request', problem);
    const answer = await runLibrary(library, site, event, { path: OAUTH_PATHS.authorize, query });
    return consent.keepErrorHere(event, query.get('client_id') ?? '', answer);
  }

  async function resume(event: APIGatewayProxyEventV2): Promise<ApiResponse> {
    const uid = event.pathParameters?.uid ?? '';
    // API Gateway decodes the path: an encoded `?` would give the library a request that nothing here has checked.
    if (!/^[\w-]+$/.test(uid)) return consent.show(event);
    return runLibrary(library, site, event, { path: `${OAUTH_PATHS.authorize}/${uid}` });
  }

  return {
    [`GET ${OAUTH_PATHS.authorize}`]: authorize,
    [`GET ${OAUTH_PATHS.authorize}/{uid}`]: resume,
    [`GET ${OAUTH_PATHS.consent}/{uid}`]: consent.show,
    [`POST ${OAUTH_PATHS.consent}/{uid}`]: consent.decide,
  };
}
