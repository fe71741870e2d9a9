import * as z from 'zod';
import type { DeliveryError } from './schemas.ts';

/** A signed request to a webhook's url. */
export const WebhookMessage = z.object({
  url: z.url({ protocol: /^https?$/ }).max(2_000),
  headers: z.record(z.string(), z.string().max(1_000)),
  body: z.string().max(16_384),
});
export type WebhookMessage = z.output<typeof WebhookMessage>;

/**
 * Why there is no answer:
 * - `timeout`: none in time.
 * - `dns`: no such host.
 * - `tls`: no valid certificate, or no TLS at all.
 * - `refused`: nothing there that speaks HTTP, or the address is not on the public internet, so that no connection was made.
 */
export const SEND_FAILURES = ['timeout', 'dns', 'tls', 'refused'] as const satisfies readonly DeliveryError[];

/** How much of an answer is kept, in characters. */
export const BODY_MAX = 200;

/** The answer, whatever it is, or why there is none. */
export const SendResult = z.union([
  z.object({
    status: z.int(),
    retryAfter: z.string().optional(),
    /** Its first {@link BODY_MAX} characters, on one line without control characters. */
    body: z.string().optional(),
  }),
  z.object({ failure: z.enum(SEND_FAILURES) }),
]);
export type SendResult = z.output<typeof SendResult>;

/** POSTs to the receivers of webhooks; nothing else in the service does. Follows no redirects, and ends within 15 seconds. */
export type SendWebhook = (message: WebhookMessage) => Promise<SendResult>;
