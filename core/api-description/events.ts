import type * as z from 'zod';
import type { Json } from './json-schema.ts';
import { content } from './openapi-responses.ts';
import type { Converter } from './schema-converter.ts';

/** An event that webhooks receive. */
export interface DescribedEvent {
  readonly type: string;
  readonly summary: string;
  readonly description: string;
  readonly body: z.ZodType;
  readonly example: unknown;
}

const header = (name: string, description: string, example: string | number): Json => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: typeof example === 'number' ? 'integer' : 'string' },
  example,
});

/** As Standard Webhooks names them. */
export const EVENT_HEADERS = {
  'webhook-id': header(
    'webhook-id',
    'Names the event, also when it is sent again: skip ids that you have handled',
    'b3c1f0de-7a44-4c0e-9b1e-2f8d5a6c7e90',
  ),
  'webhook-timestamp': header(
    'webhook-timestamp',
    'When this attempt was signed, in seconds since 1970: refuse one older than five minutes',
    1_793_611_800,
  ),
  'webhook-signature': header(
    'webhook-signature',
    'Signatures separated by a space, one for each valid secret: `v1,` and the HMAC-SHA256 in base64 of the id, the timestamp, and the body as it was sent, joined by periods. The key is the secret after `whsec_`, decoded from base64',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ),
};

/** The `webhooks` of the description. */
export const describeEvents = (events: readonly DescribedEvent[], { toSchema }: Converter): Json =>
  Object.fromEntries(
    events.map(({ type, summary, description, body, example }) => [
      type,
      {
        post: {
          operationId: type.replace('.', '_'),
          tags: ['webhooks'],
          summary,
          description,
          parameters: Object.keys(EVENT_HEADERS).map(name => ({ $ref: `#/components/parameters/${name}` })),
          requestBody: { required: true, content: content(toSchema(body, 'output'), example) },
          security: [],
          responses: {
            '2XX': { description: 'Received. Answer within 15 seconds' },
            410: { description: 'Turns the webhook off' },
            default: { description: 'Sent again later, and at the time that Retry-After names' },
          },
        },
      },
    ]),
  );
