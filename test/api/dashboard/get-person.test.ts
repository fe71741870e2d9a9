import { beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../../support/eventually.ts';
import { sharePerson, shareSession } from '../../support/session.ts';
import { verifies } from '../../support/verifies.ts';

const ENTRIES = '/api/v1/dashboard/waitlists/people/entries';

describe('one person in the dashboard', () => {
  const session = shareSession();
  const person = sharePerson(session);
  let ada: string;
  beforeAll(async () => {
    await session.api.post('/api/v1/waitlists', { name: 'People', slug: 'people' });
    await session.license('people');
    await session.api.patch('/api/v1/waitlists/people', { referralEnabled: true, referralBoost: 3 });
    const eve = (await session.join('people', { email: 'eve@example.com', name: 'Eve' })).body;
    const { body } = await session.join('people', {
      email: 'ada@example.com',
      referralCode: eve.referralCode,
    });
    for (const email of ['bob@example.com', 'ada+2@example.com'])
      await session.join('people', { email, referralCode: body.referralCode });
    ada = await idOf('ada@example.com');
  });

  const idOf = async (email: string): Promise<string> =>
    (await session.api.get(`/api/v1/waitlists/people/entries?email=${encodeURIComponent(email)}`)).body
      .entries[0].id;

  it(`shows their place, referrer, and friends, and what each friend gave${verifies('dashboard.person')}`, async () => {
    const { status, body } = await person.get(`${ENTRIES}/${ada}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      entry: { id: ada, email: 'ada@example.com', position: 1, referralCount: 1 },
      referrer: { email: 'eve@example.com', name: 'Eve' },
      friends: [
        { email: 'ada+2@example.com', state: 'held', gained: 0 },
        { email: 'bob@example.com', state: 'credited', gained: 1 },
      ],
      friendCount: 2,
      suppressed: false,
    });
  });

  it(`shows their open invitation${verifies('invitations.dashboard-withdraw-one')}`, async () => {
    const bob = await idOf('bob@example.com');
    const invitation = async () => (await person.get(`${ENTRIES}/${bob}`)).body.invitation;
    expect(await invitation()).toBeNull();
    await session.api.patch('/api/v1/waitlists/people', { inviteUrl: 'https://rocket.example/' });
    const invite = { entryIds: [bob] };
    const { batch } = (await session.api.post('/api/v1/waitlists/people/invitations', invite)).body;
    expect(await invitation()).toEqual({
      batchId: batch.id,
      invitedAt: batch.createdAt,
      expiresAt: batch.expiresAt,
      acceptedAt: null,
    });
  });

  it(`shows the emails they were sent, until they are erased${verifies('dashboard.person')}`, async () => {
    const emails = async () => (await person.get(`${ENTRIES}/${ada}`)).body.emails;
    await eventually(async () =>
      expect((await emails()).map(({ kind }: { kind: string }) => kind)).toEqual([
        'moved_up',
        'confirmation',
      ]),
    );
    const count = async () => (await session.sql('SELECT kind FROM sent_emails WHERE seq = 2')).length;
    expect(await count()).toBe(2);
    expect((await person.delete(`/api/v1/waitlists/people/entries/${ada}`)).status).toBe(200);
    expect(await count()).toBe(0);
    expect((await person.get(`${ENTRIES}/${ada}`)).status).toBe(404);
  });

  it('is a 404 for someone of another account, and for nobody', async () => {
    const bob = await idOf('bob@example.com');
    const stranger = await (await session.createAccount('pro')).signIn();
    for (const id of [bob, 'nobody', '01900000-0000-7000-8000-000000000001'])
      expect((await stranger.get(`${ENTRIES}/${id}`)).status).toBe(404);
    expect((await person.get(`${ENTRIES}/nobody`)).status).toBe(404);
  });
});
