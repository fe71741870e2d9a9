import { expect, it } from '@jest/globals';
import { eventually } from '../../support/eventually.ts';
import { dayWithRoom } from '../../support/midnight.ts';
import { shareSession } from '../../support/session.ts';
import { verifies } from '../../support/verifies.ts';

const session = shareSession({ environment: { EMAILS_PER_DAY_PRO: '9', EMAILS_PER_RECIPIENT_PER_DAY: '2' } });

/** An announcement to people with these addresses, which was sent. */
async function announce(slug: string, emails: readonly string[]) {
  const api = await session.otherAccount('pro');
  const list = `/api/v1/waitlists/${slug}`;
  await api.post('/api/v1/waitlists', { name: 'Rocket Bikes', slug });
  await api.post(`${list}/entries`, { people: emails.map(email => ({ email })) });
  const text = { subject: `From ${slug}`, body: 'News' };
  const { id } = (await api.post(`${list}/announcements`, text)).body.announcement;
  const get = async () => (await api.get(`${list}/announcements/${id}`)).body.announcement;
  const send = () => api.post(`${list}/announcements/${id}/send`, {});
  return { get, send };
}

const wake = async () => {
  await session.sql("UPDATE outbox SET available_at = now() WHERE kind = 'announcement'");
  await session.join('wake', { email: `wake${Date.now()}@example.com` });
};

it(`takes at most half of the emails of a day, and goes on the next${verifies('announcements.half')}`, async () => {
  await dayWithRoom();
  await session.api.post('/api/v1/waitlists', { name: 'Wake', slug: 'wake' });
  const { get, send } = await announce(
    'half',
    Array.from({ length: 7 }, (_, n) => `half${n}@example.com`),
  );
  await send();
  await eventually(async () =>
    expect(await session.sql('SELECT last_error FROM outbox')).toEqual([{ last_error: 'account_limit' }]),
  );
  expect(await get()).toMatchObject({ state: 'sending', recipients: 7, sent: 4 });
  // The rest of the day is kept for others: somebody who joins gets the confirmation.
  await session.join('half', { email: 'joins@example.com' });
  await eventually(async () =>
    expect((await session.mail()).map(({ to }) => to)).toContain('joins@example.com'),
  );
  await session.sql('UPDATE email_days SET day = day - 1');
  await wake();
  await eventually(async () => expect(await get()).toMatchObject({ state: 'sent', recipients: 7, sent: 7 }));
  const mail = (await session.mail()).filter(({ subject }) => subject === 'From half').map(({ to }) => to);
  expect(new Set(mail).size).toBe(7);
  expect(mail).toHaveLength(7);
});

it(`skips who can't be reached or left, and puts off a mailbox that has had enough${verifies('announcements.skipped')}`, async () => {
  const { get, send } = await announce('skips', [
    'bounced@example.com',
    'also-fine@example.com',
    'full@example.com',
    'fine@example.com',
  ]);
  const people = await session.sql(
    `SELECT e.email_digest AS digest, e.id, e.waitlist_id AS "waitlistId", w.account_id AS "accountId"
     FROM entries e JOIN waitlists w ON w.id = e.waitlist_id WHERE w.slug = 'skips' ORDER BY e.seq`,
  );
  const [bounced, , full] = people;
  await session.sql(
    `INSERT INTO email_suppressions (email_digest, reason, waitlist_id, first_event_at, last_event_at)
     VALUES ($1, 'bounce', $2, now(), now())`,
    [bounced.digest, bounced.waitlistId],
  );
  await session.sql(
    `INSERT INTO email_grants (recipient, entry_id, granted_at)
     SELECT $1, gen_random_uuid(), now() FROM generate_series(1, 2)`,
    [full.digest],
  );
  await send();
  await eventually(async () => expect(await get()).toMatchObject({ sent: 2 }));
  expect(await get()).toMatchObject({
    state: 'sending',
    recipients: 4,
    skipped: [{ reason: 'undeliverable', count: 1 }],
  });
  // Tomorrow, they have left.
  await session.sql('SELECT erase_entry($1, $2, $3)', [full.accountId, full.waitlistId, full.id]);
  await session.sql('UPDATE announcement_batches SET due_at = now()');
  await wake();
  await eventually(async () => expect((await get()).state).toBe('sent'));
  expect(await get()).toMatchObject({
    recipients: 4,
    sent: 2,
    skipped: [
      { reason: 'erased', count: 1 },
      { reason: 'undeliverable', count: 1 },
    ],
  });
});
