import type { KeyObject } from 'node:crypto';
import type { Logger } from '@aws-lambda-powertools/logger';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { Pool } from 'pg';
import { createSignupStore } from '../../adapters/postgres/signup-store.ts';
import type { ChallengeServices } from '../../core/bot-challenge/verify-challenge.ts';
import { digestNetworks } from '../../core/kernel/networks.ts';
import type { Site } from '../../core/kernel/site.ts';
import { joinWaitlist } from '../../core/signups/join-waitlist.ts';
import { viewerAddress } from '../http/viewer-address.ts';
import { type ApiResponse, json } from '../middleware/api-request.ts';
import { jsonBody } from '../middleware/json-body.ts';
import { createWorkerWakeUp } from '../services/worker-wake-up.ts';
import type { PagesSettings } from './needs.ts';

interface JoinOptions {
  readonly settings: PagesSettings;
  readonly pool: Pool;
  readonly site: Site;
  readonly logger: Logger;
  readonly challenge: ChallengeServices;
  readonly digestKey: () => Promise<KeyObject>;
}

/** `POST /w/{slug}/signups`: 201 for a new signup, 200 for an email already on the list. */
export function createJoin({ settings, pool, site, logger, challenge, digestKey }: JoinOptions) {
  const signups = createSignupStore(pool, {
    attemptsPerMinute: settings.SIGNUPS_PER_MINUTE_PER_IP,
    challenged: challenge.shared !== null,
  });
  const wakeUp = createWorkerWakeUp(settings, logger);

  return async (event: APIGatewayProxyEventV2, domain: string | null): Promise<ApiResponse> => {
    const address = viewerAddress(event, settings.ORIGIN_SECRET !== undefined);
    const key = await digestKey();
    const answer = await joinWaitlist(
      { site, signups, digestKey: key, challenge },
      {
        slug: event.pathParameters?.slug ?? '',
        domain,
        networks: digestNetworks(key, address),
        remoteAddress: address,
        readBody: () => jsonBody(event),
      },
    );
    const joined = !('alreadyJoined' in answer);
    if (joined) await wakeUp.wake();
    return json(joined ? 201 : 200, answer);
  };
}
