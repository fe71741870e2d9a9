import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { Credential } from '../../core/account/authenticator.ts';
import { ApiError } from '../../core/errors.ts';
import { DASHBOARD_MARK } from '../../core/sessions/dashboard-mark.ts';
import { hashSecret } from '../../core/sessions/secret.ts';
import type { Site } from '../../core/site.ts';
import { header } from '../middleware/api-request.ts';
import { createCookies } from './cookies.ts';

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
    header(event, DASHBOARD_MARK.header) === DASHBOARD_MARK.value
  );
}

/** Lets people call the API from the dashboard, by the cookie that signing in gave their browser. */
export function createSessionReader(site: Pick<Site, 'baseUrl'>): SessionReader {
  const cookies = createCookies(site);
  const ownOrigin = new URL(site.baseUrl).origin;
  return event => {
    const secret = cookies.sessionSecret(event);
    if (secret === null) return undefined;
    if (!isOwnRequest(event, ownOrigin)) {
      throw new ApiError('forbidden', 'This request was not made by a page of ours', {
        resolution: 'Use the dashboard; from anywhere else, send an API key.',
      });
    }
    return { kind: 'session', hash: hashSecret(secret) };
  };
}
