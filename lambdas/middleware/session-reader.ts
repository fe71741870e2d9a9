import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { Credential } from '../../core/account/authenticator.ts';
import { ApiError } from '../../core/kernel/errors.ts';
import type { Site } from '../../core/kernel/site.ts';
import { hashSecret } from '../../core/sessions/secret.ts';
import { DASHBOARD_HEADER } from '../../core/sessions/session-store.ts';
import { createCookies } from '../http/cookies.ts';
import { header } from './api-request.ts';

/**
 * Reads the session of a dashboard request; undefined without a session cookie.
 * @throws {ApiError} `forbidden` if another site made the request
 */
export type SessionReader = (event: APIGatewayProxyEventV2) => Credential | undefined;

/**
 * Whether one of our pages made the request. Browsers send the cookie with other sites' requests too, but
 * say so in `Sec-Fetch-Site` and `Origin`, and no preflight lets another site set our header.
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

/** Lets people call the API from the dashboard with their session cookie. */
export function createSessionReader(site: Pick<Site, 'baseUrl'>): SessionReader {
  const cookies = createCookies(site);
  const ownOrigin = new URL(site.baseUrl).origin;
  return event => {
    const secret = cookies.sessionSecret(event);
    if (secret === null) return undefined;
    if (!isOwnRequest(event, ownOrigin)) {
      throw new ApiError('forbidden', 'This request did not come from the dashboard', {
        resolution: 'Use the dashboard, or send an API key.',
      });
    }
    return { kind: 'session', hash: hashSecret(secret) };
  };
}
