import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { createStopStore } from '../../adapters/postgres/email/stop-store.ts';
import { createErasureStore } from '../../adapters/postgres/entries/erasure-store.ts';
import { connectDatabase } from '../../adapters/postgres/kernel/pool.ts';
import { createSessionStore } from '../../adapters/postgres/sessions/session-store.ts';
import { createSesMailer } from '../../adapters/ses/mailer.ts';
import { PERSON_PAGE_HEADERS } from '../../core/markup/person-page.ts';
import { digestKey, mail, workerQueue } from '../../settings/needs.ts';
import { type Environment, readSettings } from '../../settings/read-settings.ts';
import { createCookies } from '../http/cookies.ts';
import { API_NEEDS } from '../http/group-handler.ts';
import type { HttpHandler } from '../http/http-handler.ts';
import type { ApiResponse } from '../middleware/api-request.ts';
import { answersHead, createHttpChain } from '../middleware/http-chain.ts';
import { type ErrorPage, pageErrors } from '../middleware/page-errors.ts';
import { requestContext } from '../middleware/request-context.ts';
import { requireEdge, requireOwnHost } from '../middleware/require-edge.ts';
import { PAGE_HEADERS, responseHeaders } from '../middleware/response-headers.ts';
import { createDigestKey } from '../services/digest-key.ts';
import { createLogger } from '../services/logger.ts';
import { siteFrom } from '../services/site.ts';
import { createWorkerWakeUp } from '../services/worker-wake-up.ts';
import { createSignIn } from './sign-in.ts';
import { createStopMail, STOP_ERROR_PAGE } from './stop-mail.ts';

export const needs = [...API_NEEDS, digestKey, mail, workerQueue] as const;

/** Signing in and out, and stopping email, in a browser without scripts. */
export function createHandler(environment: Environment): HttpHandler {
  const settings = readSettings(needs, environment);
  const logger = createLogger('people', settings);
  const site = siteFrom(settings);
  const pool = connectDatabase(settings);
  const digestKey = createDigestKey(settings);
  const stopMail = createStopMail({
    site,
    stops: createStopStore(pool),
    erasures: createErasureStore(pool),
    worker: createWorkerWakeUp(settings, logger),
    digestKey,
  });
  const signIn = createSignIn({
    site,
    sessions: createSessionStore(pool),
    mailer: createSesMailer({
      region: settings.AWS_REGION,
      endpoint: settings.AWS_ENDPOINT_URL_SESV2,
      from: settings.EMAIL_FROM,
      configurationSet: settings.EMAIL_CONFIGURATION_SET,
    }),
    digestKey,
    cookies: createCookies(site),
    isBehindEdge: settings.ORIGIN_SECRET !== undefined,
  });
  const answers: Readonly<Record<string, (event: APIGatewayProxyEventV2) => Promise<ApiResponse>>> = {
    'GET /sign-in': signIn.askAddress,
    'POST /sign-in': signIn.sendCode,
    'GET /sign-in/code': signIn.askCode,
    'POST /sign-in/code': signIn.takeCode,
    'GET /sign-in/link': signIn.openLink,
    'POST /sign-in/link': signIn.takeLink,
    'POST /sign-out': signIn.signOut,
    'GET /u/{token}': stopMail,
    'HEAD /u/{token}': stopMail,
    'POST /u/{token}': stopMail,
  };

  const chain = (errorPage?: ErrorPage): HttpHandler =>
    createHttpChain(
      [
        requestContext(logger),
        responseHeaders({ ...PAGE_HEADERS, ...PERSON_PAGE_HEADERS }),
        requireEdge(settings.ORIGIN_SECRET),
        requireOwnHost(settings.ORIGIN_SECRET, site),
        pageErrors(logger, errorPage),
      ],
      async event => {
        const answer = answers[event.routeKey];
        if (!answer) throw new Error('The function does not handle this route');
        return answer(event);
      },
    );
  const [answerSignIn, answerStop] = [chain(), chain(STOP_ERROR_PAGE)];
  return answersHead((event, context) =>
    answers[event.routeKey] === stopMail ? answerStop(event, context) : answerSignIn(event, context),
  );
}
