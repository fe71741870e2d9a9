import { expect, it } from '@jest/globals';
import { eventually } from '../../support/eventually.ts';
import { startFailingSes } from '../../support/failing-ses.ts';
import { openSession } from '../../support/session.ts';
import { verifies } from '../../support/verifies.ts';

it(`is sent again only where it surely was not sent${verifies('announcements.at-most-once')}`, async () => {
  const tries = new Map<string, number>();
  const ses = await startFailingSes((to, _count, subject) => {
    if (subject !== 'News') return 'accept';
    const times = (tries.get(to) ?? 0) + 1;
    tries.set(to, times);
    if (to === 'lost@example.com') return 'lost';
    return to === 'late@example.com' && times === 1
      ? { status: 500, type: 'InternalServiceErrorException' }
      : 'accept';
  });
  const session = await openSession({
    environment: { AWS_ENDPOINT_URL_SESV2: ses.endpoint, LOG_LEVEL: 'SILENT' },
  });
  try {
    await session.api.post('/api/v1/waitlists', { name: 'Rocket Bikes', slug: 'rockets' });
    const people = ['lost', 'late', 'fine'].map(name => ({ email: `${name}@example.com` }));
    await session.api.post('/api/v1/waitlists/rockets/entries', { people });
    const path = '/api/v1/waitlists/rockets/announcements';
    const { id } = (await session.api.post(path, { subject: 'News', body: 'Soon' })).body.announcement;
    const get = async () => (await session.api.get(`${path}/${id}`)).body.announcement;
    await session.api.post(`${path}/${id}/send`, {});
    await eventually(async () => expect(await get()).toMatchObject({ state: 'sending', sent: 1 }));
    await session.sql("UPDATE outbox SET available_at = now() WHERE kind = 'announcement'");
    await session.join('rockets', { email: 'wakes@example.com' });
    await eventually(async () => expect((await get()).state).toBe('sent'));
    expect(await get()).toMatchObject({
      recipients: 3,
      sent: 2,
      skipped: [{ reason: 'unknown', count: 1 }],
    });
    expect(Object.fromEntries(tries)).toEqual({
      'lost@example.com': 1,
      'late@example.com': 2,
      'fine@example.com': 1,
    });
  } finally {
    await session.close();
    await ses.stop();
  }
});
