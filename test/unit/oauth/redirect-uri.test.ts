import { describe, expect, it } from '@jest/globals';
import {
  describeRedirect,
  haveOneTarget,
  isOnOwnMachine,
  redirectUriProblem,
} from '../../../core/oauth/redirect-uri.ts';

const problemOf = (uri: unknown): string | null => redirectUriProblem(uri, 'https://anteroom.app');
const https = (length: number): string => 'https://agent.example/'.padEnd(length, 'a');
const SCHEMES =
  'must use https:, http: on loopback, or a scheme that is a domain name in reverse, like com.example.app:';

describe('a redirect URI', () => {
  it.each([
    'https://agent.example/callback?from=anteroom',
    'https://localhost/callback',
    'http://localhost:1234/callback',
    'http://127.0.0.1/callback',
    'http://[::1]:9/callback',
    'cursor://anysphere.cursor/callback',
    'com.example.app:/callback',
    // As written by clients that leave out the path.
    'http://localhost:1234',
  ])('may be %s', uri => {
    expect(problemOf(uri)).toBeNull();
  });

  it.each<[unknown, string]>([
    [undefined, 'must be a string of at most 2000 characters'],
    [['https://agent.example/callback'], 'must be a string of at most 2000 characters'],
    ['https://agent.example /', 'must be plain ASCII without spaces and backslashes'],
    ['https://agent.example\\@evil.example/', 'must be plain ASCII without spaces and backslashes'],
    ['https://agent.example/é', 'must be plain ASCII without spaces and backslashes'],
    ['/callback', 'must be an absolute url'],
    ['https:agent.example', 'must be written as https://agent.example/'],
    ['https:../callback', 'must be written as https://../callback'],
    ['https:///agent.example/callback', 'must be written as https://agent.example/callback'],
    ['https://agent.example/a/../callback', 'must be written as https://agent.example/callback'],
    ['https://Agent.example:443/callback', 'must be written as https://agent.example/callback'],
    ['https://agent.example?a=1', 'must be written as https://agent.example/?a=1'],
    ['http://2130706433/callback', 'must be written as http://127.0.0.1/callback'],
    ['Com.Example.App:/callback', 'must be written as com.example.app:/callback'],
    ['https://agent.example./callback', 'must have no dot at the end of the host'],
    ['https://anteroom.app./callback', 'must have no dot at the end of the host'],
    ['https://agent.example/#', 'must have no fragment'],
    ['https://*.agent.example/', 'must have no wildcard'],
    ['https://user@agent.example/', 'must have no user name'],
    ['https://:password@agent.example/', 'must have no user name'],
    ['http://agent.example/', 'must be https: (http: is for loopback only)'],
    ['http://127.0.0.1.evil.example/', 'must be https: (http: is for loopback only)'],
    [
      'https://agent.example/?code=1',
      'must have none of the parameters code, error, error_description, error_uri, iss, state',
    ],
    ['https://anteroom.app/dashboard', 'must not be a page of this service'],
    ['javascript://localhost/%0aalert(1)', SCHEMES],
    ['data:text/html,x', SCHEMES],
    ['ftp://localhost/callback', SCHEMES],
    ['ws://127.0.0.1/callback', SCHEMES],
  ])('may not be %j: %s', (uri, problem) => {
    expect(problemOf(uri)).toBe(problem);
  });

  it('may have 2000 characters', () => {
    expect(problemOf(https(2000))).toBeNull();
    expect(problemOf(https(2001))).toBe('must be a string of at most 2000 characters');
  });

  it.each([
    ['https://agent.example:8443/callback', false, 'agent.example:8443'],
    ['https://localhost/callback', true, 'an app on this computer'],
    ['http://127.0.0.1:1234/callback', true, 'an app on this computer'],
    ['cursor://anysphere.cursor/callback', true, 'an app on this computer'],
    ['no url', true, 'an app on this computer'],
  ])('%s leads to the person’s machine: %j, and is described as "%s"', (uri, isOwn, description) => {
    expect([isOnOwnMachine(uri), describeRedirect(uri)]).toEqual([isOwn, description]);
  });

  it.each([
    [['https://agent.example/a', 'https://agent.example/b'], true],
    [['http://127.0.0.1/callback', 'cursor://anysphere.cursor/callback'], true],
    [['https://agent.example/a', 'https://evil.example/a'], false],
    [['https://agent.example/a', 'http://127.0.0.1/callback'], false],
  ])('of a client with %j leads to one place: %j', (uris, isOne) => {
    expect(haveOneTarget(uris)).toBe(isOne);
  });
});
