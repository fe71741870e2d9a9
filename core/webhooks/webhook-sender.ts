import * as z from 'zod';

/** A signed request to a webhook's url. */
export const WebhookMessage = z.object({
  url: z.url({ protocol: /^https?$/ }).max(2_000),
  headers: z.record(z.string(), z.string().max(1_000)),
  body: z.string().max(16_384),
});
export type WebhookMessage = z.output<typeof WebhookMessage>;

/**
 * Why there is no answer:
 * - `refused`: the address is not on the public internet; no connection was made.
 * - `unreachable`: no such host, nothing there, no TLS, or no HTTP.
 * - `timeout`: no answer in time.
 */
export const SEND_FAILURES = ['refused', 'unreachable', 'timeout'] as const;

/** The status of the answer, whatever it is, or why there is none. */
export const SendResult = z.union([
  z.object({ status: z.int() }),
  z.object({ failure: z.enum(SEND_FAILURES) }),
]);
export type SendResult = z.output<typeof SendResult>;

/** POSTs to the receivers of webhooks; nothing else in the service does. Follows no redirects, and ends within 15 seconds. */
export type SendWebhook = (message: WebhookMessage) => Promise<SendResult>;
