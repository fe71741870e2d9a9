import type { RequestListener } from 'node:http';
import { inject } from 'light-my-request';
import type { Environment } from '../../../settings/read-settings.ts';
import type { LocalRoute } from '../../http/server.ts';
import { startStripeApi } from './api.ts';
import { checkoutRoutes } from './checkout-routes.ts';
import { type StandInEvent, signBody } from './events.ts';
import { makeId, StandInSessions } from './sessions.ts';

/** Stripe for a local run without Stripe keys: its API, its checkout page, and its events. */
export interface LocalStripe {
  /** The variables that point the functions at it. */
  readonly environment: Environment;
  readonly routes: ReadonlyMap<string, LocalRoute>;
  /** Sets where its events go. */
  sendEventsTo(listener: RequestListener): void;
  stop(): Promise<void>;
}

interface LocalStripeOptions {
  readonly baseUrl: string;
  readonly webhookSecret?: string | undefined;
}

const EVENTS_PATH = '/api/v1/billing/stripe-events';

/**
 * Starts it. Functions use it through Stripe's own library, and verify its event signatures as they do Stripe's.
 * Checkouts opened before a restart are lost.
 */
export async function startLocalStripe({
  baseUrl,
  webhookSecret = makeId('whsec'),
}: LocalStripeOptions): Promise<LocalStripe> {
  const sessions = new StandInSessions(baseUrl);
  const secretKey = makeId('sk_test');
  const api = await startStripeApi(sessions, secretKey);
  let listener: RequestListener | undefined;

  async function deliver(event: StandInEvent): Promise<boolean> {
    if (!listener) return false;
    const payload = JSON.stringify(event);
    const { statusCode } = await inject(listener, {
      method: 'POST',
      url: EVENTS_PATH,
      headers: {
        host: 'localhost',
        'content-type': 'application/json; charset=utf-8',
        'stripe-signature': signBody(payload, webhookSecret),
      },
      payload,
    });
    return statusCode === 200;
  }

  return {
    environment: {
      STRIPE_API_URL: api.endpoint,
      STRIPE_SECRET_KEY: secretKey,
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      STRIPE_LIVE: 'false',
    },
    routes: checkoutRoutes({ sessions, baseUrl, deliver }),
    sendEventsTo(target) {
      listener = target;
    },
    stop: api.stop,
  };
}
