import { describe, expect, it } from '@jest/globals';
import { shareSession } from '../../support/session.ts';
import { verifies } from '../../support/verifies.ts';

describe('GET /api/v1/waitlists', () => {
  const session = shareSession();

  it(`lists the account's waitlists, newest first, without page code${verifies('waitlists.list-200', 'waitlists.react-code-only-from-get-one', 'waitlists.url-in-every-response')}`, async () => {
    expect((await session.api.get('/api/v1/waitlists')).body).toEqual({ waitlists: [] });
    const reactCode = 'function GeneratedWaitlist() { return null }';
    await session.api.post('/api/v1/waitlists', { name: 'First', reactCode });
    await session.api.post('/api/v1/waitlists', { name: 'Second' });
    await (await session.otherAccount()).post('/api/v1/waitlists', { name: 'Foreign' });

    const { status, body } = await session.api.get('/api/v1/waitlists');
    expect(status).toBe(200);
    expect(body.waitlists.map((waitlist: { name: string }) => waitlist.name)).toEqual(['Second', 'First']);
    for (const waitlist of body.waitlists) {
      expect(waitlist).not.toHaveProperty('reactCode');
      expect(waitlist.url).toBe(`${session.url}/w/${waitlist.slug}`);
    }
  });
});
