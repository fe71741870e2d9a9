import type { Json } from './json-schema.ts';

const text = (description: string, example: string): Json => ({
  description,
  schema: { type: 'string' },
  example,
});

export const SAMPLE_REQUEST_ID = 'JzVXbhvZIAMEPmA=';

/** Response headers of the API. */
export const HEADERS = {
  'X-Request-Id': text('Names the request; send it to support', SAMPLE_REQUEST_ID),
  RateLimit: text('r: requests left now; t: seconds until there are more', '"account";r=119;t=1'),
  'RateLimit-Policy': text('q: requests in w seconds, for all keys of the account', '"account";q=120;w=60'),
  'Retry-After': {
    description: 'Seconds to wait before you try again',
    schema: { type: 'integer', minimum: 0 },
    example: 5,
  },
  'WWW-Authenticate': text('How to authenticate', 'Bearer'),
  Location: text(
    'URL of what was created',
    'https://anteroom.example/api/v1/waitlists/b3c1f0de-7a44-4c0e-9b1e-2f8d5a6c7e90',
  ),
  'Idempotency-Replayed': {
    description: 'This is the answer to the first request with the Idempotency-Key',
    schema: { type: 'string', enum: ['true'] },
    example: 'true',
  },
  ETag: text(
    'Changes with the resource; send it in If-Match or If-None-Match',
    '"2jmj7l5rSw0yVb_vlWAYkK_YBwk"',
  ),
  Link: text(
    'The pages after (next) and before (prev) this one, if any (RFC 8288)',
    '<https://anteroom.example/api/v1/waitlists?limit=50&after=MjAyNg>; rel="next"',
  ),
} as const satisfies Record<string, Json>;
export type HeaderName = keyof typeof HEADERS;

export const refersTo = (names: readonly HeaderName[]): Json =>
  Object.fromEntries(names.map(name => [name, { $ref: `#/components/headers/${name}` }]));

export const RATE_HEADERS: readonly HeaderName[] = ['RateLimit', 'RateLimit-Policy'];
