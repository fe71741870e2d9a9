import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { connectDatabase } from '../../adapters/postgres/kernel/pool.ts';
import { createOAuthStore } from '../../adapters/postgres/oauth/oauth-store.ts';
import { createSessionStore } from '../../adapters/postgres/sessions/session-store.ts';
import type { ApiError } from '../../core/kernel/errors.ts';
import { digestNetworks } from '../../core/kernel/networks.ts';
import { PERSON_PAGE_HEADERS } from '../../core/markup/person-page.ts';
import { digestKey } from '../../settings/needs.ts';
import { type Environment, readSettings } from '../../settings/read-settings.ts';
import { createCookies } from '../http/cookies.ts';
import { API_NEEDS } from '../http/group-handler.ts';
import type { HttpHandler } from '../http/http-handler.ts';
import { viewerAddress } from '../http/viewer-address.ts';
import { type ApiResponse, json } from '../middleware/api-request.ts';
import { errors } from '../middleware/errors.ts';
import { answersHead, createHttpChain } from '../middleware/http-chain.ts';
import { pageErrors } from '../middleware/page-errors.ts';
import { requestContext } from '../middleware/request-context.ts';
import { requireEdge, requireOwnHost } from '../middleware/require-edge.ts';
import { API_HEADERS, PAGE_HEADERS, responseHeaders } from '../middleware/response-headers.ts';
import { createDigestKey } from '../services/digest-key.ts';
import { createLogger } from '../services/logger.ts';
import { siteFrom } from '../services/site.ts';
import { type Answer, createPeopleAnswers, createProgramAnswers } from './answers.ts';
import { createConsent } from './consent.ts';
import { createLibrary } from './library.ts';

/** The code of OAuth for a status (RFC 6749, 4.1.2.1). */
const codeOf = (status: number): string => {
  if (status === 429 || status === 503) return 'temporarily_unavailable';
  return status >= 500 ? 'server_error' : 'invalid_request';
};

/** An error as OAuth clients read it (RFC 6749, 5.2). */
function oauthError(error: ApiError, requestId: string): ApiResponse {
  const { resolution } = error.toBody(requestId);
  const error_description = [`${error.message}.`, resolution ?? []].flat().join(' ');
  return json(error.status, { error: codeOf(error.status), error_description }, error.headers);
}

export const needs = [...API_NEEDS, digestKey] as const;

/** The authorization server for agents (specification section 5.5). */
export function createHandler(environment: Environment): HttpHandler {
  const settings = readSettings(needs, environment);
  const logger = createLogger('oauth', settings);
  const site = siteFrom(settings);
  const pool = connectDatabase(settings);
  const store = createOAuthStore(pool);
  const digestKey = createDigestKey(settings);
  const library = createLibrary({ site, store });
  const consent = createConsent({
    site,
    library,
    store,
    sessions: createSessionStore(pool),
    cookies: createCookies(site),
  });

  const answers = {
    site,
    library,
    store,
    networksOf: async (event: APIGatewayProxyEventV2) =>
      digestNetworks(await digestKey(), viewerAddress(event, settings.ORIGIN_SECRET !== undefined)),
  };
  const forPrograms = createProgramAnswers(answers);
  const forPeople = createPeopleAnswers({ ...answers, consent });

  const answerPrograms = createHttpChain(
    [
      requestContext(logger),
      responseHeaders(API_HEADERS),
      requireEdge(settings.ORIGIN_SECRET),
      requireOwnHost(settings.ORIGIN_SECRET, site),
      errors(logger, oauthError),
    ],
    async event => {
      const response = await (forPrograms[event.routeKey] as Answer)(event);
      // These routes read no cookies, so a page of any origin can read only what any program can.
      response.headers['access-control-allow-origin'] = '*';
      return response;
    },
  );
  const answerPeople = createHttpChain(
    [
      requestContext(logger),
      responseHeaders({ ...PAGE_HEADERS, ...PERSON_PAGE_HEADERS }),
      requireEdge(settings.ORIGIN_SECRET),
      requireOwnHost(settings.ORIGIN_SECRET, site),
      pageErrors(logger),
    ],
    async event => {
      const answer = forPeople[event.routeKey];
      if (!answer) throw new Error('The function does not handle this route');
      return answer(event);
    },
  );
  return answersHead((event, context) =>
    forPrograms[event.routeKey] ? answerPrograms(event, context) : answerPeople(event, context),
  );
}
