import { describe, expect, it } from '@jest/globals';
import { ALL_SCOPES } from '../../../core/kernel/scopes.ts';
import { ownResource } from '../../../core/oauth/addresses.ts';
import {
  completeAuthorization,
  completeTokenRequest,
  ownScopes,
  requestProblem,
} from '../../../core/oauth/request-parameters.ts';

const site = { baseUrl: 'https://anteroom.app' } as Parameters<typeof ownResource>[0];
const ENDPOINT = 'https://anteroom.app/api/mcp/mcp';
const FOREIGN = 'https://evil.example/api/mcp/mcp';

describe('a resource', () => {
  it.each([
    ['https://anteroom.app', ENDPOINT],
    ['https://anteroom.app/', ENDPOINT],
    [ENDPOINT, ENDPOINT],
    [`${ENDPOINT}/`, ENDPOINT],
    [`${ENDPOINT}/x`, undefined],
    ['https://anteroom.app.evil.example', undefined],
    [FOREIGN, undefined],
    ['no url', undefined],
  ])('%s is stored as %s', (indicator, name) => {
    expect(ownResource(site, indicator)).toBe(name);
  });
});

describe('an authorization request', () => {
  const completed = (query: string, name: string): string[] =>
    completeAuthorization(site, query).getAll(name);

  it.each([
    ['client_id=1', [ALL_SCOPES.join(' ')]],
    ['scope=', [ALL_SCOPES.join(' ')]],
    ['scope=openid++offline_access', [ALL_SCOPES.join(' ')]],
    ['scope=openid+entries:read+unknown', ['entries:read']],
    ['scope=entries:read+entries:read', ['entries:read']],
    ['scope=openid+unknown', ['unknown']],
    ['scope=entries:read&scope=waitlists:read', ['entries:read', 'waitlists:read']],
  ])('with %s asks for the scopes %j', (query, scopes) => {
    expect(completed(query, 'scope')).toEqual(scopes);
  });

  it.each([
    ['client_id=1', [ENDPOINT]],
    ['resource=https://anteroom.app/', [ENDPOINT]],
    [`resource=https://anteroom.app&resource=${ENDPOINT}`, [ENDPOINT]],
    [`resource=${encodeURIComponent(`${ENDPOINT}?profile=a`)}`, [ENDPOINT]],
    [`resource=${FOREIGN}`, [FOREIGN]],
    [`resource=https://anteroom.app&resource=${FOREIGN}`, [ENDPOINT, FOREIGN]],
  ])('with %s is for %j', (query, resources) => {
    expect(completed(query, 'resource')).toEqual(resources);
  });

  it('keeps only known parameters, with all their values', () => {
    const completed = completeAuthorization(site, 'state=1&nonce=2&state=3');
    expect([...completed.keys()]).toEqual(['state', 'state', 'scope', 'resource']);
  });
});

it.each([
  ['', null],
  ['response_mode=query&state=a%01b', null],
  ['response_mode=form_post', 'response_mode must be query'],
  ['response_mode=query&response_mode=fragment', 'response_mode must be query'],
  ['state=a&scope=b%00c', 'a parameter has a NUL character'],
])('the problem of the request %j is %j', (query, problem) => {
  expect(requestProblem(new URLSearchParams(query))).toBe(problem);
});

describe('a token request', () => {
  it.each([
    ['code=1', 'code=1'],
    ['resource=https://anteroom.app/', `resource=${encodeURIComponent(ENDPOINT)}`],
    ['scope=openid+entries:read', 'scope=entries%3Aread'],
    ['scope=openid+', ''],
    ['scope=unknown', 'scope=unknown'],
  ])('%s becomes %s', (body, completed) => {
    expect(completeTokenRequest(site, body).toString()).toBe(completed);
  });
});

it.each([
  [undefined, []],
  ['', []],
  ['entries:read unknown entries:read waitlists:write', ['entries:read', 'waitlists:write']],
])('the scopes of ours in %j are %j', (scope, own) => {
  expect(ownScopes(scope)).toEqual(own);
});
