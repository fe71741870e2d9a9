import { requirements } from './requirement.ts';

/** Spec 7 and 8 and contract 3: errors, bodies, rate limit, OpenAPI, CORS. */
export const conventions = [
  ...requirements(
    { source: 'spec', section: '1', status: 'built', issue: 2 },
    {
      'http.json-responses': 'REST responses, including errors, are `application/json`.',
    },
  ),
  ...requirements(
    { source: 'spec', section: '7', status: 'built', issue: 2 },
    {
      'errors.error-member': 'Every error body has a human-readable string `error`.',
      'errors.code-member': 'An actionable error has a stable machine-readable string `code`.',
      'errors.resolution-member':
        '`resolution`, where present, is a string that says what the caller should do.',
      'errors.400-details':
        'A failed validation is a 400 whose `details` name each field as `{path, message}`.',
      'errors.404-no-such-resource': 'A resource that does not exist is a 404.',
      'errors.404-foreign-resource':
        'A resource of another account is the same 404 as one that does not exist.',
      'errors.429-rate-limit': 'Exceeding the rate limit is a 429.',
      'errors.500-unexpected': 'An unexpected server error is a 500.',
    },
  ),
  ...requirements(
    { source: 'contract', section: '2', status: 'built', issue: 2 },
    {
      'errors.401-code-unauthorized': 'A 401 has `code` `unauthorized`.',
      'errors.401-resolution': 'A 401 has a `resolution`.',
      'errors.401-www-authenticate': 'Every 401 carries `WWW-Authenticate: Bearer`.',
    },
  ),
  ...requirements(
    { source: 'contract', section: '3', status: 'built', issue: 2 },
    {
      'errors.request-id-member': 'Every error body has a `requestId` equal to the `X-Request-Id` header.',
      'http.x-request-id': 'Every response carries `X-Request-Id`.',
      'errors.code-validation-failed': 'A failed validation has `code` `validation_failed`.',
      'errors.code-invalid-json': 'A body that is not JSON is a 400 with `code` `invalid_json`.',
      'errors.code-unsupported-media-type':
        'A body with another media type is a 400 with `code` `unsupported_media_type`.',
      'errors.code-not-found': 'A 404 has `code` `not_found`.',
      'errors.405-method-not-allowed': 'A method that a path does not have is a 405 `method_not_allowed`.',
      'errors.405-allow-header': 'A 405 lists the methods of the path in `Allow`.',
      'errors.code-rate-limited': 'A 429 has `code` `rate_limited`.',
      'errors.code-internal-error': 'A 500 has `code` `internal_error`.',
      'errors.500-fixed-sentence': 'A 500 returns one fixed message that reveals nothing about the cause.',
      'http.lengths-in-code-points': 'Lengths are counted in Unicode code points.',
      'http.body-must-be-object': 'A JSON body that is not an object is a 400.',
      'http.times-rfc3339-utc-milliseconds': 'Times are RFC 3339 in UTC with milliseconds.',
      'rate.policy-header': 'Every authenticated response carries `RateLimit-Policy: "account";q=120;w=60`.',
      'rate.limit-header':
        'Every authenticated response carries `RateLimit: "account";r=R;t=T` with what is left.',
      'rate.retry-after': 'A 429 carries `Retry-After` in whole seconds.',
      'rate.success-after-retry-after': 'A request made after waiting for `Retry-After` succeeds.',
      'rate.any-60s-window': 'Never more than 120 requests of an account are accepted in any 60 seconds.',
      'rate.shared-by-keys': 'All keys of an account share one limit.',
      'rate.120-per-60s-any-process': 'The limit is shared and exact across any number of server processes.',
      'openapi.without-key': '`GET /api/v1/openapi.json` answers without a key.',
      'openapi.version-3-1': 'The description is valid OpenAPI 3.1.',
      'openapi.from-validating-definitions':
        'The description is generated from the same definitions that validate requests.',
      'openapi.docs-page': '`/docs` renders the description.',
      'cors.rest-any-origin': 'The REST API answers requests from any origin.',
      'cors.rest-without-credentials': 'The REST API never allows credentials in CORS.',
    },
  ),
  ...requirements(
    { source: 'spec', section: '8', status: 'built', issue: 2 },
    {
      'rate.120-per-minute': 'An account may make 120 requests in a minute.',
      'rate.per-account': 'Accounts have separate limits.',
    },
  ),
  ...requirements(
    { source: 'spec', section: '7', status: 'built', issue: 3 },
    { 'errors.413-file-too-large': 'A file larger than 5 MB is a 413.' },
  ),
  ...requirements(
    { source: 'contract', section: '3', status: 'built', issue: 3 },
    { 'errors.code-payload-too-large': 'A 413 has `code` `payload_too_large`.' },
  ),
  ...requirements(
    { source: 'spec', section: '7', status: 'built', issue: 3 },
    {
      'errors.422-error-explains': 'The `error` of a 422 explains what failed.',
    },
  ),
  ...requirements(
    { source: 'contract', section: '3', status: 'built', issue: 3 },
    {
      'errors.code-domain-registration-failed':
        'A 422 from a domain operation has `code` `domain_registration_failed`.',
      'errors.code-database-connection-failed':
        'A 422 from a database operation has `code` `database_connection_failed`.',
      'errors.code-external-database-unavailable':
        'A request that needs an unavailable external database is a 503 `external_database_unavailable`.',
    },
  ),
  ...requirements(
    { source: 'beyond', section: '9', status: 'built', issue: 21 },
    {
      'openapi.components': 'The description defines each schema that has a name once, and refers to it.',
      'openapi.open-answers': 'The description lets answers have more members.',
      'openapi.statuses': 'The description has every status that an operation answers.',
      'openapi.headers': 'The description has the headers that responses carry, and `If-Match`.',
      'openapi.authentication':
        'The description has both ways to send a key, with the scopes, and which operations need none.',
      'openapi.examples':
        'Every body and answer in the description has an example, and each of those calls works.',
      'openapi.lint': 'Redocly and Spectral find no errors and no warnings in the description.',
      'openapi.docs-calls':
        '`/docs` shows each operation with curl, with `fetch` and the generated types, and as a tool call.',
      'openapi.clients':
        'Clients that `openapi-typescript` and `@hey-api/openapi-ts` generate compile under `strict`, and every operation works.',
    },
  ),
  ...requirements(
    { source: 'contract', section: '3', status: 'built', issue: 4 },
    { 'rate.shared-by-tokens': 'OAuth tokens and keys of an account share one limit.' },
  ),
  ...requirements(
    { source: 'contract', section: '3', status: 'built', issue: 4 },
    {
      'cors.agent-without-origin': 'The agent endpoint answers requests without an `Origin`.',
      'cors.agent-own-origin': 'The agent endpoint answers requests from its own origin.',
      'cors.agent-allowed-origins':
        'The agent endpoint answers requests from the origins in `AGENT_ALLOWED_ORIGINS`.',
      'cors.agent-other-origin-403': 'The agent endpoint answers any other origin with 403.',
    },
  ),
  ...requirements(
    { source: 'contract', section: '3', status: 'built', issue: 30 },
    {
      'http.pages-redirect':
        'A page’s path with a slash at its end, a slug in capitals, or what was pasted with it redirects with a 308 and keeps the query.',
      'http.unknown-members':
        'An unknown member of a body, at any depth, or of a query is a 400 that names it, and what was meant.',
      'http.shown-members': 'Members that a resource shows are ignored where it is sent back.',
      'http.bodies-as-sent':
        'JSON may begin with a byte order mark; a compressed body is a 400 that says so.',
      'http.programs-answered': 'An endpoint for programs answers at such a path itself.',
    },
  ),
] as const;
