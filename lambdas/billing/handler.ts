import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { createCheckoutStore } from '../../adapters/postgres/billing/checkout-store.ts';
import { connectDatabase } from '../../adapters/postgres/kernel/pool.ts';
import { ForgedEventError, readStripeEvent } from '../../adapters/stripe/read-event.ts';
import { settle } from '../../core/billing/settle.ts';
import { ApiError } from '../../core/kernel/errors.ts';
import { metrics, paymentEvents } from '../../settings/needs.ts';
import { type Environment, readSettings } from '../../settings/read-settings.ts';
import { API_NEEDS } from '../http/group-handler.ts';
import type { HttpHandler } from '../http/http-handler.ts';
import { header, json } from '../middleware/api-request.ts';
import { errors } from '../middleware/errors.ts';
import { createHttpChain } from '../middleware/http-chain.ts';
import { requestContext } from '../middleware/request-context.ts';
import { requireEdge, requireOwnHost } from '../middleware/require-edge.ts';
import { API_HEADERS, responseHeaders } from '../middleware/response-headers.ts';
import { createCachedSecret } from '../services/cached-secret.ts';
import { createLogger } from '../services/logger.ts';
import { createMetrics } from '../services/metrics.ts';
import { reportSettlement } from './report-settlement.ts';

/** Minimum time between re-reads of the secret after invalid signatures. */
const REREAD_MS = 60_000;

/** The exact bytes, which are what is signed. */
const rawBody = ({ body = '', isBase64Encoded }: APIGatewayProxyEventV2): Buffer =>
  Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8');

const notConfigured = (): ApiError =>
  new ApiError('payments_unavailable', 'Payments are not configured', {
    resolution: 'Configure the signing secret of the endpoint, then have Stripe send the event again.',
  });

const forged = (cause: ForgedEventError): ApiError =>
  new ApiError('validation_failed', 'The event is not signed by Stripe', {
    cause,
    details: [
      { path: '', message: "needs a recent Stripe-Signature header made with this endpoint's secret" },
    ],
    resolution: "Only Stripe can send events, signed with this endpoint's secret.",
  });

export const needs = [...API_NEEDS, metrics, paymentEvents] as const;

/**
 * Stripe's webhook. Requests are authenticated by their signature, and an event only changes what its own
 * checkout allows.
 */
export function createHandler(environment: Environment): HttpHandler {
  const settings = readSettings(needs, environment);
  const logger = createLogger('billing', settings);
  const services = {
    checkouts: createCheckoutStore(connectDatabase(settings)),
    onApplied: reportSettlement(logger, createMetrics(settings)),
  };
  const secret = createCachedSecret({
    value: settings.STRIPE_WEBHOOK_SECRET,
    arn: settings.STRIPE_WEBHOOK_SECRET_ARN,
    region: settings.AWS_REGION,
  });
  let readAt = 0;

  async function read(event: APIGatewayProxyEventV2) {
    if (!secret) throw notConfigured();
    const [body, signature] = [rawBody(event), header(event, 'stripe-signature')];
    try {
      return readStripeEvent(body, signature, await secret.read());
    } catch (error) {
      if (!(error instanceof ForgedEventError)) throw error;
      // The secret may have been rotated.
      if (Date.now() - readAt > REREAD_MS) {
        readAt = Date.now();
        secret.forget();
      }
      throw forged(error);
    }
  }

  return createHttpChain(
    [
      requestContext(logger),
      responseHeaders(API_HEADERS),
      requireEdge(settings.ORIGIN_SECRET),
      requireOwnHost(settings.ORIGIN_SECRET, { baseUrl: settings.BASE_URL }),
      errors(logger),
    ],
    async event => {
      const paymentEvent = await read(event);
      // Stripe retries anything but 2xx for days, so fail only for errors of ours.
      if (paymentEvent) await settle(services, paymentEvent);
      return json(200, { received: true });
    },
  );
}
