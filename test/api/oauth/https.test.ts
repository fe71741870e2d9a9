import { describe, expect, it } from '@jest/globals';
import { createPkce, openOAuth } from '../../support/oauth.ts';
import { shareSession } from '../../support/session.ts';

/** In production CloudFront ends TLS, so the service itself never sees an encrypted connection. */
describe('on https', () => {
  const session = shareSession({ environment: { BASE_URL: 'https://anteroom.example' } });

  it('URLs use BASE_URL, and cookies are Secure', async () => {
    const oauth = openOAuth(session);
    const { body: client } = await oauth.register();
    const path = oauth.authorizePath(oauth.standard(client.client_id, createPkce()));
    const answer = await session.visitor.request('GET', path, {
      headers: { 'x-forwarded-host': 'evil.example' },
    });
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toMatch(/^\/api\/auth\/mcp\/consent\/[\w-]{43}$/);
    const cookies = answer.headers.getSetCookie();
    expect(cookies.map(cookie => cookie.split('=')[0])).toEqual([
      '__Secure-anteroom-consent',
      '__Secure-anteroom-resume',
    ]);
    for (const cookie of cookies) {
      expect(cookie).toMatch(/; secure/i);
      expect(cookie).toMatch(/; httponly/i);
      expect(cookie).toMatch(/; samesite=lax/i);
      expect(cookie).toMatch(/; path=\/api\/auth\/mcp\/(consent|authorize)\/[\w-]{43};/i);
    }
    const page = await session.visitor.request('GET', answer.headers.get('location') ?? '', {
      headers: { cookie: cookies[0]?.split(';')[0] ?? '' },
    });
    expect([page.status, page.headers.get('location')]).toEqual([
      303,
      expect.stringMatching(/^https:\/\/anteroom\.example\/sign-in\?again=true&return_to=/),
    ]);
  });
});
