import { requirements } from './requirement.ts';

/** Spec 4 and contract 2: `GET /api/v1/me` and the index `GET /api/v1`; spec 9: versioning. */
export const account = [
  ...requirements(
    { source: 'spec', section: '4', status: 'built', issue: 2 },
    {
      'account.get-200': '`GET /api/v1/me` answers 200 with a JSON object.',
      'index.get-200-without-key':
        '`GET /api/v1` answers 200 with the index of the API to anyone, without a key.',
    },
  ),
  ...requirements(
    { source: 'contract', section: '2', status: 'built', issue: 2 },
    {
      'account.member-account': '`account` in `/me` is `{id, email, createdAt}`, and `replyTo`.',
      'account.member-plan': '`plan` in `/me` is `{id, name}`.',
      'account.member-billing':
        '`billing` in `/me` is `{model: "one_time_per_waitlist", priceUsd, currency: "usd"}`.',
      'account.member-capabilities':
        '`capabilities` in `/me` reports `customDomain`, `database` and `whiteLabel` as granted by the plan.',
      'account.usage-waitlists': '`usage` in `/me` counts the waitlists of the account.',
      'account.usage-licensed-waitlists': '`usage` in `/me` counts the licensed waitlists of the account.',
      'account.usage-entries': '`usage` in `/me` counts the entries of the account.',
      'account.usage-ai-generations': '`usage.aiGenerations` in `/me` is `{limit, used, remaining}`.',
      'account.member-key': '`key` in `/me` is the `{id, name, scopes}` of the key that made the request.',
      'index.version': 'The index has the `name` and `version` `1.0.0`.',
      'index.documentation-and-openapi': '`documentation` and `openapi` in the index are urls.',
      'index.mcp': '`mcp` in the index is `{url, transport: "streamable-http", authorization}`.',
      'index.endpoints':
        '`endpoints` in the index lists `{method, path, scope, summary}` for every operation.',
      'index.urls-absolute': 'The urls in the index are absolute and built from `BASE_URL`.',
      'index.urls-ignore-request-headers': 'No request header changes the urls in the index.',
    },
  ),
  ...requirements(
    { source: 'contract', section: '2', status: 'built', issue: 4 },
    {
      'account.member-key-of-oauth-token':
        'For an OAuth token, `key` in `/me` is `{id, name: <client name>, scopes}`.',
    },
  ),
  ...requirements(
    { source: 'beyond', section: '9', status: 'built', issue: 18 },
    {
      'account.limits': '`limits` in `/me` is `{waitlists, imageBytes, domains}`.',
      'account.limit-waitlists':
        'An account has at most 20 waitlists on Free and 1,000 on Pro; one more is a 422 `limit_reached`.',
      'account.limit-images':
        'The images of an account have at most 100 MB on Free and 5 GB on Pro; more is a 422 `limit_reached`.',
    },
  ),
  ...requirements(
    { source: 'spec', section: '9', status: 'built', issue: 2 },
    {
      'versioning.path-prefix': 'Every REST operation has a path under `/api/v1`.',
      'versioning.description-1-0-0': 'The API description has version 1.0.0.',
    },
  ),
] as const;
