import type { Logger } from '@aws-lambda-powertools/logger';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { connectDatabase } from '../../adapters/postgres/kernel/pool.ts';
import { createPageStore } from '../../adapters/postgres/pages/page-store.ts';
import { createVisitCounter } from '../../adapters/postgres/pages/visit-counter.ts';
import { createPlaceLinkRequests } from '../../adapters/postgres/place-pages/place-link-store.ts';
import { createPlaceStore } from '../../adapters/postgres/place-pages/place-store.ts';
import { createEntryChangeStore } from '../../adapters/postgres/questions/entry-change-store.ts';
import { createPendingStore } from '../../adapters/postgres/signups/pending-store.ts';
import { createSignupStore } from '../../adapters/postgres/signups/signup-store.ts';
import { cacheRecent } from '../../core/kernel/cache-recent.ts';
import type { ApiError } from '../../core/kernel/errors.ts';
import type { Language } from '../../core/languages/language.ts';
import { guardLoops } from '../../core/page-code/guard-loops.ts';
import { explainProblem } from '../../core/pages/explain-problem.ts';
import { renderNoPage } from '../../core/pages/render-no-page.ts';
import { errorIn } from '../../core/pages/translate-error.ts';
import { type Environment, readSettings, type SettingsOf } from '../../settings/read-settings.ts';
import { isForm } from '../http/form.ts';
import type { HttpHandler } from '../http/http-handler.ts';
import { languageOf } from '../http/wish.ts';
import { type ApiResponse, json } from '../middleware/api-request.ts';
import { createHttpChain } from '../middleware/http-chain.ts';
import { errorsByAudience } from '../middleware/page-errors.ts';
import { requestContext } from '../middleware/request-context.ts';
import { requireEdge } from '../middleware/require-edge.ts';
import { PAGE_HEADERS, responseHeaders } from '../middleware/response-headers.ts';
import { createDigestKey } from '../services/digest-key.ts';
import { createLogger } from '../services/logger.ts';
import { siteFrom } from '../services/site.ts';
import { createWorkerWakeUp } from '../services/worker-wake-up.ts';
import { createAnswerQuestions } from './answer.ts';
import { createChallengeServices, createSharedChallenge } from './challenge.ts';
import { createConfirmPages } from './confirm-pages.ts';
import { answerPreflight, pageCors } from './cors.ts';
import { createCountVisit } from './count-visit.ts';
import { customHost } from './custom-host.ts';
import { createDomainPages } from './domain-pages.ts';
import { createJoin, createPlaceLinkRequest } from './join.ts';
import { needs } from './needs.ts';
import { createShowEmbed } from './show-embed.ts';
import { createShowFormAgain } from './show-form-again.ts';
import { createShowHome } from './show-home.ts';
import { createShowDomain, createShowNotice, createShowPage, NOTICE_HEADERS } from './show-page.ts';
import { createShowPlace } from './show-place.ts';

export { needs } from './needs.ts';

/** Answers a request by its route. */
function createAnswer(
  settings: SettingsOf<typeof needs>,
  logger: Logger,
): (event: APIGatewayProxyEventV2) => Promise<ApiResponse> {
  const pool = connectDatabase(settings);
  const site = siteFrom(settings);
  const shared = createSharedChallenge(settings);
  const challenge = createChallengeServices(settings, shared, logger);
  const digestKey = createDigestKey(settings);
  const attemptsPerMinute = settings.SIGNUPS_PER_MINUTE_PER_IP;
  const placeLinks = createPlaceLinkRequests(pool, { attemptsPerMinute });
  const pending = createPendingStore(pool);
  const wakeUp = createWorkerWakeUp(settings, logger);
  const isBehindEdge = settings.ORIGIN_SECRET !== undefined;
  const attempting = { digestKey, wakeUp, isBehindEdge };
  const pages = createPageStore(pool);
  const places = createPlaceStore(pool);
  const shown = {
    site,
    isBehindEdge,
    pages,
    assets: settings.PAGE_ASSETS,
    guardCode: cacheRecent(64, guardLoops),
    challenge: { sharedSiteKey: shared?.siteKey ?? null, scriptUrl: settings.TURNSTILE_SCRIPT_URL },
  };
  const showNotice = createShowNotice(shown);
  const signups = createSignupStore(pool, { attemptsPerMinute, challenged: shared !== null });
  const join = createJoin({
    ...attempting,
    site,
    signups,
    pending,
    placeLinks,
    challenge,
    showNotice,
    showFormAgain: createShowFormAgain(shown),
  });
  const answerQuestions = createAnswerQuestions({
    ...attempting,
    places,
    entryChanges: createEntryChangeStore(pool),
    countAttempt: signups.countFailure,
  });
  const requestPlaceLink = createPlaceLinkRequest({ ...attempting, placeLinks, showNotice });
  const countVisit = createCountVisit(createVisitCounter(pool), logger);
  const show = createShowPage(shown);
  const showEmbed = createShowEmbed(shown);
  const showPlace = createShowPlace({ site, places, digestKey, assets: settings.PAGE_ASSETS });
  const confirmPages = createConfirmPages({ site, pending, digestKey, wakeUp, assets: settings.PAGE_ASSETS });
  const showHome = createShowHome({ site, assets: settings.PAGE_ASSETS });
  const onDomain = createDomainPages({
    pages,
    show: createShowDomain(shown),
    countVisit,
    showPlace,
    join,
    requestPlaceLink,
    answerQuestions,
  });

  const routes: Readonly<Record<string, (event: APIGatewayProxyEventV2) => Promise<ApiResponse>>> = {
    'GET /': async () => showHome(),
    'POST /w/{slug}/signups': event => join(event, null),
    'POST /w/{slug}/visits': countVisit,
    'GET /w/{slug}/embed.json': showEmbed,
    'OPTIONS /w/{slug}/signups': async () => answerPreflight(),
    'POST /w/{slug}/status-links': event => requestPlaceLink(event, null),
    'GET /s/{token}': event => showPlace(event, null),
    'POST /s/{token}/answers': event => answerQuestions(event, null),
    'OPTIONS /s/{token}/answers': async () => answerPreflight(),
    'GET /c/{token}': confirmPages.show,
    'POST /c/{token}': confirmPages.confirm,
  };
  return async event => {
    const domain = customHost(event, site, isBehindEdge);
    return domain === null ? (routes[event.routeKey] ?? show)(event) : onDomain(event, domain);
  };
}

/** That of the waitlist's languages which suits the visitor, if it came to that. */
const languageOfError = ({ language }: ApiError, event: APIGatewayProxyEventV2): Language =>
  language ?? languageOf(event);

/** The landing page, hosted pages, the signups made on them, and their places in line. */
export function createHandler(environment: Environment): HttpHandler {
  const settings = readSettings(needs, environment);
  const logger = createLogger('pages', settings);
  return createHttpChain(
    [
      requestContext(logger),
      responseHeaders(PAGE_HEADERS),
      pageCors(),
      requireEdge(settings.ORIGIN_SECRET),
      errorsByAudience(logger, {
        page: {
          headers: NOTICE_HEADERS,
          render(error, _, event) {
            const language = languageOfError(error, event);
            return renderNoPage(settings.PAGE_ASSETS, language, explainProblem(error, language));
          },
        },
        isPage: isForm,
        answer: (error, requestId, event) =>
          json(error.status, errorIn(languageOfError(error, event), error, requestId), error.headers),
        vary: 'Accept, Accept-Language',
      }),
    ],
    createAnswer(settings, logger),
  );
}
