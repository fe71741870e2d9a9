import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { Credential } from '../../core/account/authenticator.ts';
import { ApiError } from '../../core/kernel/errors.ts';
import type { Site } from '../../core/kernel/site.ts';
import { DASHBOARD_HEADER } from '../../core/sessions/dashboard-header.ts';
import { hashSecret } from '../../core/sessions/secret.ts';
import { createCookies } from '../http/cookies.ts';
import { header } from './api-request.ts';

/**
 * The session that a request of the dashboard brings; undefined without the cookie of one.
 * @throws {ApiError} `forbidden` for a request that the browser did not make for a page of ours
 */
export type SessionReader = (event: APIGatewayProxyEventV2) => Credential | undefined;

/**
 * Whether a page of ours made the request. A browser sends the cookie with requests of other pages too: it says so in
 * `Sec-Fetch-Site` and `Origin`, and lets no other page set the header of ours, because no preflight allows it.
 */
function isOwnRequest(event: APIGatewayProxyEventV2, ownOrigin: string): boolean {
  const fetchSite = header(event, 'sec-fetch-site');
  const origin = header(event, 'origin');
  return (
    (fetchSite === undefined || fetchSite === 'same-origin') &&
    (origin === undefined || origin === ownOrigin) &&
    header(event, DASHBOARD_HEADER.header) === DASHBOARD_HEADER.value
  );
}

/**
 * Whether a link on a page of ours was followed. A link sets no header, but no other site can make a browser say that the
 * request is `same-origin`. One that does not say it, as over plain http, names the page: no other can name ours.
 */
function isOwnLink(event: APIGatewayProxyEventV2, ownOrigin: string): boolean {
  const fetchSite = header(event, 'sec-fetch-site');
  if (fetchSite !== undefined) return fetchSite === 'same-origin';
  const referrer = header(event, 'referer') ?? '';
  return URL.canParse(referrer) && new URL(referrer).origin === ownOrigin;
}

type Recognition = (event: APIGatewayProxyEventV2, ownOrigin: string) => boolean;

function createReader(site: Pick<Site, 'baseUrl'>, isOwn: Recognition): SessionReader {
  const cookies = createCookies(site);
  const ownOrigin = new URL(site.baseUrl).origin;
  return event => {
    const secret = cookies.sessionSecret(event);
    if (secret === null) return undefined;
    if (!isOwn(event, ownOrigin)) {
      throw new ApiError('forbidden', 'This request did not come from the dashboard', {
        resolution: 'Use the dashboard, or send an API key.',
      });
    }
    return { kind: 'session', hash: hashSecret(secret) };
  };
}

/** Lets people call the API from the dashboard, by the cookie that signing in gave their browser. */
export const createSessionReader = (site: Pick<Site, 'baseUrl'>): SessionReader =>
  createReader(site, isOwnRequest);

/** Lets people save a file by a link of the dashboard as well, which is the browser's request and not the page's. */
export const createDownloadReader = (site: Pick<Site, 'baseUrl'>): SessionReader =>
  createReader(site, (event, ownOrigin) => isOwnLink(event, ownOrigin) || isOwnRequest(event, ownOrigin));
