import { Webhook } from 'standardwebhooks';
import * as z from 'zod';
import { ApiError } from '../kernel/errors.ts';
import { defineJob, EXTERNAL_LANE, type JobHandler, RESERVE_MS } from '../outbox/job.ts';
import { AWAY_SECONDS, persist, webhookRetrySeconds } from '../outbox/retry.ts';
import type { DeliveryContent } from './delivery-log-store.ts';
import { type BodyServices, composeBodies } from './event.ts';
import { GONE, isAccepted, isGivenUp } from './receiver.ts';
import type { SendResult, SendWebhook } from './webhook-sender.ts';
import type { WebhookRef } from './webhook-store.ts';
import type { Attempt, DueBatch, WebhookWorkStore } from './webhook-work-store.ts';

export const WebhookPayload = z.object({ webhookId: z.uuid() });

export interface SendingServices extends BodyServices {
  readonly webhookWork: WebhookWorkStore;
  readonly sendWebhook: SendWebhook;
  /** Schedules the worker. */
  readonly wakeAfter: (seconds: number) => Promise<void>;
  /** A monotonic clock in milliseconds. */
  readonly now?: () => number;
}

/** Deliveries of one webhook that are sent at once. */
export const PARALLEL = 4;
/** Then the job yields to others; what is being sent takes 20 seconds more at most. */
const SLICE_MS = 5_000;

/** A signature of each secret, as Standard Webhooks describes. */
function signedHeaders(id: string, body: string, secrets: readonly string[]): Record<string, string> {
  const at = new Date();
  return {
    'content-type': 'application/json',
    'user-agent': 'Anteroom-Webhooks/1.0',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': secrets.map(secret => new Webhook(secret).sign(id, at, body)).join(' '),
  };
}

/** The delivery's state after the attempt. */
function toOutcome(result: SendResult, attempts: number): Omit<Attempt, 'deliveryId' | 'replays'> {
  if ('failure' in result)
    return {
      isDelivered: false,
      responseStatus: null,
      error: result.failure,
      responseBody: null,
      retrySeconds: webhookRetrySeconds(attempts),
    };
  const { status, body, retryAfter } = result;
  const isDelivered = isAccepted(status);
  return {
    isDelivered,
    responseStatus: status,
    error: isDelivered ? null : 'status',
    responseBody: body ?? null,
    retrySeconds: isDelivered || status === GONE ? null : webhookRetrySeconds(attempts, retryAfter),
  };
}

/** The bodies of deliveries. Those are missing whose person is in a database that is away. */
async function composeAvailable(services: BodyServices, due: readonly DeliveryContent[]) {
  const storage = due.find(content => content.storage !== null)?.storage ?? null;
  try {
    return await composeBodies(
      services,
      due.map(({ event }) => event),
      storage,
    );
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const here = due.filter(content => content.storage === null);
    return composeBodies(
      services,
      here.map(({ event }) => event),
      null,
    );
  }
}

/**
 * Sends what is due for one webhook, a few deliveries at a time. Each webhook has one such job, which ends after a few
 * seconds or when the next attempt is later, so that a server that never answers delays no other.
 */
export const webhookJob = defineJob({
  kind: 'webhook',
  payload: WebhookPayload,
  lane: EXTERNAL_LANE,
  run: sendDeliveries,
});

function sendDeliveries(services: SendingServices): JobHandler<z.infer<typeof WebhookPayload>> {
  const { webhookWork: work, sendWebhook: send, sealer, wakeAfter, now = () => performance.now() } = services;

  async function attempt(
    { url, delivery, replays }: DeliveryContent,
    body: string,
    secrets: readonly string[],
    remainingMs: () => number,
  ): Promise<Attempt> {
    const { id: deliveryId, attempts } = delivery;
    const result = await send({ url, headers: signedHeaders(deliveryId, body, secrets), body });
    const settled = { deliveryId, replays, ...toOutcome(result, attempts + 1) };
    await persist(() => work.settle(settled), remainingMs);
    return settled;
  }

  /** Disables a webhook whose receiver is gone, or has failed for too long. */
  async function judge(ref: WebhookRef, results: readonly Attempt[], isActive: boolean): Promise<void> {
    const isGone = results.some(({ responseStatus }) => responseStatus === GONE);
    const isFailing = isGone || !results.some(({ isDelivered }) => isDelivered);
    const failingSince = await work.tally(ref.webhookId, isFailing);
    if (!isActive || !isFailing) return;
    if (isGone) await work.disable(ref, 'gone');
    else if (isGivenUp(failingSince, Date.now())) await work.disable(ref, 'failing');
  }

  async function sendBatch(ref: WebhookRef, batch: DueBatch, remainingMs: () => number): Promise<void> {
    const { waitlistId } = ref;
    const bodies = await composeAvailable(services, batch.due);
    const idsWhere = (body: null | undefined) =>
      batch.due.flatMap(({ delivery: { id } }) => (bodies.get(id) === body ? [id] : []));
    await work.postpone(idsWhere(undefined), AWAY_SECONDS);
    await work.drop(idsWhere(null));

    // The database took too long: what is due stays due.
    if (remainingMs() < RESERVE_MS) return;
    const secrets = await Promise.all(
      batch.secrets.map(secret => sealer.open(secret, { waitlistId, purpose: 'webhook' })),
    );
    const attempts = await Promise.allSettled(
      batch.due.flatMap(content => {
        const body = bodies.get(content.delivery.id);
        return typeof body === 'string' ? [attempt(content, body, secrets, remainingMs)] : [];
      }),
    );
    const results = attempts.flatMap(each => (each.status === 'fulfilled' ? [each.value] : []));
    if (results.length > 0) await judge(ref, results, batch.isActive);
    // Our sender failed, not the receiver: the outbox tries again.
    for (const each of attempts) if (each.status === 'rejected') throw each.reason;
  }

  return async (job, { remainingMs }) => {
    const ref = { waitlistId: job.waitlistId, ...job.payload };
    const end = now() + SLICE_MS;
    do {
      const batch = await work.due(ref, job, PARALLEL);
      if (batch === null) return 'done';
      if (batch.due.length === 0) break;
      await sendBatch(ref, batch, remainingMs);
    } while (now() < end && remainingMs() >= RESERVE_MS);

    const next = await work.finish(ref, job);
    const seconds = next === null ? 0 : (next.getTime() - Date.now()) / 1_000;
    // A job that is due already is claimed by this run, or by the next if its time is up.
    if (seconds > 0) await wakeAfter(seconds);
    return 'done';
  };
}
