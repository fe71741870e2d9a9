import type { KeyObject } from 'node:crypto';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { digestNetworks } from '../../core/kernel/networks.ts';
import type { WakeUp } from '../../core/outbox/outbox-store.ts';
import type { PageAssets } from '../../core/pages/page-assets.ts';
import { pageSecurityHeaders } from '../../core/pages/page-security-headers.ts';
import { renderNoPage } from '../../core/pages/render-no-page.ts';
import { type JoinServices, joinWaitlist } from '../../core/signups/join-waitlist.ts';
import type { SignupAnswer } from '../../core/signups/schemas.ts';
import { requestStatusLink } from '../../core/status/request-status-link.ts';
import type { StatusLinkRequests } from '../../core/status/status-link-store.ts';
import { formFields, isForm } from '../http/form.ts';
import { viewerAddress } from '../http/viewer-address.ts';
import { type ApiResponse, json } from '../middleware/api-request.ts';
import { jsonBody } from '../middleware/json-body.ts';
import { foreignOrigin } from './foreign-origin.ts';
import { HTML_HEADERS } from './show-page.ts';

export interface AttemptOptions {
  readonly digestKey: () => Promise<KeyObject>;
  readonly wakeUp: WakeUp;
  /** Whether CloudFront names the visitor's address. */
  readonly isBehindEdge: boolean;
}

interface JoinOptions extends AttemptOptions, Omit<JoinServices, 'digestKey'> {
  readonly assets: PageAssets;
}

type Answer = (event: APIGatewayProxyEventV2, domain: string | null) => Promise<ApiResponse>;

/** 201 for a new signup, 202 for one to confirm, 200 for an email already on the list. */
function statusOf(answer: SignupAnswer): number {
  if ('pending' in answer) return 202;
  return 'alreadyJoined' in answer ? 200 : 201;
}

/** Where a form leads. The link to someone else's place is only mailed. */
function answerForm(answer: SignupAnswer, redirectUrl: string | undefined, assets: PageAssets): ApiResponse {
  const joined = 'statusUrl' in answer ? answer.statusUrl : undefined;
  const location = redirectUrl === undefined ? joined : new URL(redirectUrl).href;
  if (location !== undefined) return { statusCode: 303, headers: { location }, body: '' };
  const [heading, advice] =
    'pending' in answer
      ? ['Check your email', answer.message]
      : ['You’re already on the list', 'Check your inbox for a link to your place.'];
  return {
    statusCode: statusOf(answer),
    headers: { ...HTML_HEADERS, ...pageSecurityHeaders() },
    body: renderNoPage(assets, heading, advice),
  };
}

/** `POST /w/{slug}/signups`. A form leads on with a 303. */
export function createJoin({ digestKey, wakeUp, isBehindEdge, assets, ...services }: JoinOptions): Answer {
  return async (event, domain) => {
    const address = viewerAddress(event, isBehindEdge);
    const key = await digestKey();
    // Read once: of two fields with one name, the same must be checked and used.
    const fields = isForm(event) ? Object.fromEntries(formFields(event)) : null;
    const answer = await joinWaitlist(
      { ...services, digestKey: key },
      {
        slug: event.pathParameters?.slug ?? '',
        domain,
        networks: digestNetworks(key, address),
        origin: foreignOrigin(event, services.site, domain),
        remoteAddress: address,
        isForm: fields !== null,
        readBody: () => fields ?? jsonBody(event),
      },
    );
    await wakeUp.wake();
    if (fields) return answerForm(answer, fields.redirectUrl, assets);
    return json(statusOf(answer), answer, 'statusUrl' in answer ? { location: answer.statusUrl } : {});
  };
}

interface StatusLinkOptions extends AttemptOptions {
  readonly assets: PageAssets;
  readonly statusLinks: StatusLinkRequests;
}

/** `POST /w/{slug}/status-links`: 202, whether or not the email is on the list; a form gets a page. */
export function createStatusLinkRequest({
  digestKey,
  wakeUp,
  isBehindEdge,
  statusLinks,
  assets,
}: StatusLinkOptions): Answer {
  return async event => {
    const key = await digestKey();
    const fields = isForm(event) ? Object.fromEntries(formFields(event)) : null;
    const answer = await requestStatusLink(
      { statusLinks, digestKey: key },
      {
        slug: event.pathParameters?.slug ?? '',
        networks: digestNetworks(key, viewerAddress(event, isBehindEdge)),
        readBody: () => fields ?? jsonBody(event),
      },
    );
    await wakeUp.wake();
    if (!fields) return json(202, answer);
    return {
      statusCode: 202,
      headers: { ...HTML_HEADERS, ...pageSecurityHeaders() },
      body: renderNoPage(assets, 'Check your inbox', answer.message),
    };
  };
}
