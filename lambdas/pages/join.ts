import type { KeyObject } from 'node:crypto';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { digestNetworks } from '../../core/kernel/networks.ts';
import type { WakeUp } from '../../core/outbox/outbox-store.ts';
import { type JoinServices, joinWaitlist } from '../../core/signups/join-waitlist.ts';
import { requestStatusLink } from '../../core/status/request-status-link.ts';
import type { StatusLinkRequests } from '../../core/status/status-link-store.ts';
import { viewerAddress } from '../http/viewer-address.ts';
import { type ApiResponse, json } from '../middleware/api-request.ts';
import { jsonBody } from '../middleware/json-body.ts';
import { foreignOrigin } from './foreign-origin.ts';

export interface AttemptOptions {
  readonly digestKey: () => Promise<KeyObject>;
  readonly wakeUp: WakeUp;
  /** Whether CloudFront names the visitor's address. */
  readonly isBehindEdge: boolean;
}

interface JoinOptions extends AttemptOptions, Omit<JoinServices, 'digestKey'> {}

type Answer = (event: APIGatewayProxyEventV2, domain: string | null) => Promise<ApiResponse>;

/** `POST /w/{slug}/signups`: 201 for a new signup, 200 for an email already on the list. */
export function createJoin({ digestKey, wakeUp, isBehindEdge, ...services }: JoinOptions): Answer {
  return async (event, domain) => {
    const address = viewerAddress(event, isBehindEdge);
    const key = await digestKey();
    const answer = await joinWaitlist(
      { ...services, digestKey: key },
      {
        slug: event.pathParameters?.slug ?? '',
        domain,
        networks: digestNetworks(key, address),
        origin: foreignOrigin(event, services.site, domain),
        remoteAddress: address,
        readBody: () => jsonBody(event),
      },
    );
    await wakeUp.wake();
    return json('alreadyJoined' in answer ? 200 : 201, answer);
  };
}

interface StatusLinkOptions extends AttemptOptions {
  readonly statusLinks: StatusLinkRequests;
}

/** `POST /w/{slug}/status-links`: 202, whether or not the email is on the list. */
export function createStatusLinkRequest({
  digestKey,
  wakeUp,
  isBehindEdge,
  statusLinks,
}: StatusLinkOptions): Answer {
  return async event => {
    const answer = await requestStatusLink(
      { statusLinks },
      {
        slug: event.pathParameters?.slug ?? '',
        networks: digestNetworks(await digestKey(), viewerAddress(event, isBehindEdge)),
        readBody: () => jsonBody(event),
      },
    );
    await wakeUp.wake();
    return json(202, answer);
  };
}
