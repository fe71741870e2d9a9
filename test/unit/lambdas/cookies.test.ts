import { describe, expect, it } from '@jest/globals';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { generateSecret } from '../../../core/sessions/secret.ts';
import { createCookies } from '../../../lambdas/http/cookies.ts';

const secret = generateSecret();
const pending = { attemptId: 'a', browserSecret: secret, email: 'a@example.com', returnTo: '/' };
const event = (...cookies: string[]) => ({ cookies }) as unknown as APIGatewayProxyEventV2;

describe('cookies on https', () => {
  const cookies = createCookies({ baseUrl: 'https://anteroom.example' });

  it.each([
    ['the session', cookies.setSession(secret)],
    ['its end', cookies.clearSession()],
    ['a pending sign-in', cookies.setPending(pending)],
    ['its end', cookies.clearPending()],
  ])('are for this host, encrypted connections and no script: %s', (_, cookie) => {
    expect(cookie).toMatch(
      /^__Host-anteroom(-sign-in)?=[\w-]*; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax; Secure$/,
    );
  });

  it('are read by that name only, which no other host can set', () => {
    expect(cookies.sessionSecret(event(`__Host-anteroom=${secret}`))).toBe(secret);
    expect(cookies.sessionSecret(event(`anteroom=${secret}`))).toBeNull();
    expect(cookies.sessionSecret(event('__Host-anteroom=no-secret'))).toBeNull();
  });
});

describe('cookies on http, as in the local run', () => {
  const cookies = createCookies({ baseUrl: 'http://localhost:4000' });

  it('have neither the prefix nor the attribute, which browsers would refuse', () => {
    expect(cookies.setSession(secret)).toMatch(/^anteroom=[\w-]{43}; Path=\/; .*SameSite=Lax$/);
    expect(cookies.pending(event(cookies.setPending(pending).split(';')[0] ?? ''))).toEqual(pending);
  });
});
