import { requirements } from './requirement.ts';

/** Spec 1, 4 and 5.5 and contract 7: the agent endpoint, its tools and OAuth. */
export const agents = [
  ...requirements(
    { source: 'spec', section: '1', status: 'built', issue: 4 },
    {
      'agents.streamable-http': '`/api/mcp/mcp` speaks the Model Context Protocol over Streamable HTTP.',
    },
  ),
  ...requirements(
    { source: 'spec', section: '5.5', status: 'built', issue: 4 },
    {
      'oauth.pkce': 'The authorization code flow of OAuth 2.1 with PKCE gives access to the agent endpoint.',
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
      'agents.one-tool-per-operation':
        'There is one tool for each operation, with the names of the contract.',
      'agents.same-inputs': 'A tool takes the same inputs as its operation.',
      'agents.same-outputs': 'A tool gives the same output as its operation.',
      'agents.same-errors': 'A tool gives the same errors as its operation.',
      'agents.tool-title-and-description': 'Every tool has a title and a description.',
      'agents.tool-schemas': 'Every tool has an input and an output schema.',
      'agents.tool-hints': 'Every tool has all four hints.',
      'agents.caller-sees-all-tools': 'A caller sees all tools, whatever its scopes.',
      'agents.missing-scope-key-error-result':
        'A call beyond the scopes of a key is an error result with `insufficient_scope`, `requiredScope`, `grantedScopes`.',
      'agents.bad-arguments-error-result':
        'Bad arguments are an error result with `validation_failed` and `details`.',
      'agents.get-405': 'GET on the endpoint is a 405.',
      'agents.delete-405': 'DELETE on the endpoint is a 405.',
      'agents.rate-limit-shared':
        'Calls on the endpoint count toward the one limit that REST requests count toward.',
      'agents.api-key-accepted': 'An API key works on the endpoint.',
    },
  ),
  ...requirements(
    { source: 'contract', section: '7', status: 'built', issue: 4 },
    {
      'agents.missing-scope-oauth-403':
        'A call beyond the scopes of an OAuth token is an HTTP 403 with the scope challenge.',
      'agents.access-token-accepted': 'An OAuth access token works on the endpoint.',
      'oauth.access-token-on-rest': 'An OAuth access token works on REST.',
    },
  ),
  ...requirements(
    { source: 'decision', section: '0019', status: 'built', issue: 4 },
    {
      'oauth.challenge-names-metadata':
        'A 401 of the agent endpoint names the document that says how to sign in.',
      'oauth.own-resource-only': 'A request for a foreign resource is refused with `invalid_target`.',
      'oauth.code-once': 'Of any number of redemptions of a code at the same time one gets tokens.',
      'oauth.access-token-one-hour': 'An access token works for one hour.',
      'oauth.refresh-rotates': 'A refresh gives a new refresh token.',
      'oauth.refresh-reuse-detected': 'A refresh token that comes back after seconds ends the consent.',
      'oauth.only-hashes': 'Of tokens, codes and client secrets only hashes are stored.',
      'oauth.revoked-consent-at-once': 'What came of a consent stops when it is revoked.',
      'oauth.registration-limited': 'Registrations are limited for each network.',
      'oauth.authorizations-limited': 'Requests for authorization are limited for each network.',
      'oauth.unused-clients-pruned': 'Clients that nobody uses are forgotten.',
      'oauth.consent-narrowed': 'A person can leave scopes out, and the tokens do not have them.',
      'oauth.consent-remembered':
        'The same client gets the same scopes again without a question, unless it is a program on the machine.',
      'oauth.consent-protected':
        'A consent cannot be given by another site, from another browser or in a frame.',
    },
  ),
] as const;
