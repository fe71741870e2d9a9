import { requirements } from './requirement.ts';

/** Spec 1, 4 and 5.5 and contract 7: the agent endpoint, its tools and OAuth. */
export const agents = [
  ...requirements(
    { source: 'contract', section: '7', status: 'built', issue: 30 },
    {
      'agent.null-is-left-out': 'A null for what is left out counts as left out: params, cursor, arguments.',
      'agent.stream-only': 'A client that accepts only `text/event-stream` gets one event.',
    },
  ),
  ...requirements(
    { source: 'spec', section: '1', status: 'built', issue: 4 },
    {
      'agents.streamable-http': '`/api/mcp/mcp` speaks the Model Context Protocol over Streamable HTTP.',
    },
  ),
  ...requirements(
    { source: 'spec', section: '5.5', status: 'built', issue: 4 },
    {
      'oauth.pkce':
        'Clients get access to the agent endpoint with the OAuth 2.1 authorization code flow with PKCE.',
      'oauth.dynamic-client-registration': 'A client can register itself dynamically.',
      'oauth.authorization-endpoint': 'The authorization endpoint is `{base_url}/api/auth/mcp/authorize`.',
      'oauth.token-endpoint': 'The token endpoint is `{base_url}/api/auth/mcp/token`.',
      'oauth.refresh-endpoint': 'Tokens are refreshed at the token endpoint too.',
      'oauth.discovery-document':
        'The discovery document is at `{base_url}/.well-known/oauth-authorization-server`.',
    },
  ),
  ...requirements(
    { source: 'contract', section: '7', status: 'built', issue: 4 },
    {
      'agents.one-tool-per-operation': 'There is one tool for each operation, named as in the contract.',
      'agents.same-inputs': 'A tool takes the same inputs as its operation.',
      'agents.same-outputs': 'A tool returns the same output as its operation.',
      'agents.same-errors': 'A tool returns the same errors as its operation.',
      'agents.tool-title-and-description': 'Every tool has a title and a description.',
      'agents.tool-schemas': 'Every tool has an input and an output schema.',
      'agents.tool-hints': 'Every tool has all four hints.',
      'agents.client-sees-all-tools': 'An OAuth client sees all tools, regardless of its scopes.',
      'agents.key-sees-its-tools': 'An API key sees the tools that its scopes allow.',
      'agents.missing-scope-key-error-result':
        'A call beyond the scopes of a key is an error result with `insufficient_scope`, `requiredScope`, `grantedScopes`.',
      'agents.bad-arguments-error-result':
        'Bad arguments are an error result with `validation_failed` and `details`.',
      'agents.get-405': 'GET on the endpoint is a 405.',
      'agents.delete-405': 'DELETE on the endpoint is a 405.',
      'agents.rate-limit-shared': 'Calls to the endpoint and REST requests share one rate limit.',
      'agents.api-key-accepted': 'An API key works on the endpoint.',
    },
  ),
  ...requirements(
    { source: 'contract', section: '7', status: 'built', issue: 4 },
    {
      'agents.missing-scope-oauth-403':
        'A call beyond the scopes of an OAuth token is an HTTP 403 with the scope challenge.',
      'agents.missing-scope-in-words':
        'Where a client of the SDK shows an error of a missing scope, it names the scope.',
      'agents.access-token-accepted': 'An OAuth access token works on the endpoint.',
      'oauth.access-token-on-rest': 'An OAuth access token works on REST.',
    },
  ),
  ...requirements(
    { source: 'decision', section: '0019', status: 'built', issue: 4 },
    {
      'oauth.challenge-names-metadata':
        'A 401 from the agent endpoint points to the metadata document that says how to sign in.',
      'oauth.challenge-on-rest':
        'On REST too, 401 and 403 for an access token carry `error="invalid_token"` and `error="insufficient_scope"`, with advice for tokens.',
      'oauth.own-resource-only':
        'A request for a resource of another server is refused with `invalid_target`.',
      'oauth.code-once': 'When a code is redeemed many times at once, exactly one request gets tokens.',
      'oauth.access-token-one-hour': 'An access token works for one hour.',
      'oauth.refresh-rotates': 'A refresh returns a new refresh token.',
      'oauth.refresh-reuse-detected':
        'Reusing a refresh token more than a few seconds later revokes the consent.',
      'oauth.only-hashes': 'Tokens, codes and client secrets are stored only as hashes.',
      'oauth.revoked-consent-at-once': 'Revoking a consent revokes its tokens immediately.',
      'oauth.registration-limited': 'Client registrations are rate limited per network.',
      'oauth.authorizations-limited': 'Authorization requests are rate limited per network.',
      'oauth.unused-clients-pruned': 'Unused clients are deleted.',
      'oauth.consent-narrowed': 'A person can deselect scopes, and the tokens do not get them.',
      'oauth.consent-remembered':
        'A client that asks for the same scopes again is not shown the consent page, unless it runs on the user’s machine.',
      'oauth.errors-after-consent':
        'Errors are sent to a client only once its person has allowed it; before, a page of ours shows them.',
      'oauth.consent-protected':
        'Consent cannot be given from another site, from another browser or in a frame.',
    },
  ),
  ...requirements(
    { source: 'beyond', section: '9', status: 'built', issue: 21 },
    {
      'agents.prompts': 'Prompts lead an agent through launching a waitlist and telling who joined.',
      'agents.prompt-describe-people':
        'A prompt sums up who the people of a list are from its statistics, without reading them.',
      'agents.prompt-arguments-quoted': 'The argument of a prompt is only quoted, whatever it contains.',
      'agents.surface-14000-tokens':
        'The tools without their output schemas, the prompts and the instructions take fewer than 14,000 tokens together; the output schemas fewer than 8,000.',
      'agents.code-on-request': 'The tool get_waitlist returns page code only if it is asked for.',
      'agents.output-once':
        'Clients of the newest revision get the output of a tool once; older ones get it as text too.',
      'agents.no-guesses': 'Common tasks need only what the descriptions of the tools say.',
    },
  ),
] as const;
