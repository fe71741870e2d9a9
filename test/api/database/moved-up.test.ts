import { expect, it } from '@jest/globals';
import { eventually } from '../../support/eventually.ts';
import { verifies } from '../../support/verifies.ts';
import { describeEach, openStorage, settle, shareDatabase } from './storage-fixture.ts';

describeEach('the email to someone who moved up, whose address is in an attached database', open => {
  const { session, viaProxy, proxy } = shareDatabase(open, {
    environment: { EMAILS_PER_RECIPIENT_PER_DAY: '1000' },
  });

  /** Four people, the last of whom is Ada; their addresses are no longer here. */
  async function newList(ada: string) {
    const list = await openStorage(session);
    await session.license(list.slug);
    await session.api.patch(`/api/v1/waitlists/${list.slug}`, { referralEnabled: true, referralBoost: 2 });
    await list.attach(viaProxy);
    const codes = await list.join('one', 'two', 'three', ada);
    await settle(session);
    return { ...list, code: codes[3] };
  }
  const sentTo = async (name: string): Promise<string[]> =>
    (await session.mail())
      .filter(({ to, subject }) => to === `${name}@example.com` && subject.startsWith('You moved up'))
      .map(({ subject }) => subject);
  const waiting = (slug: string) =>
    session.sql(
      `SELECT o.last_error FROM outbox o JOIN waitlists w ON w.id = o.waitlist_id
       WHERE w.slug = $1 AND o.lane = 'outside_addresses'`,
      [slug],
    );

  it(`is sent${verifies('email.moved-up-outside')}`, async () => {
    const list = await newList('ada');
    await list.refer('friend', list.code);
    await settle(session);
    expect(await sentTo('ada')).toEqual(['You moved up to #2 for Storage']);
  });

  it(`is made from the waitlist’s template, with the name that is there${verifies('email-kinds.sent')}`, async () => {
    const list = await newList('zoe');
    const html =
      '<!doctype html><html><head></head><body>Hi {{name}}, up by {{movedBy}} to {{position}}</body></html>';
    const template = { name: 'Up', kind: 'moved_up', subject: 'You moved up, {{name}}', html };
    const made = await session.api.post('/api/v1/email-templates', { ...template, waitlistIds: [list.slug] });
    expect(made.status).toBe(201);
    await list.refer('another', list.code);
    await settle(session);
    expect(await sentTo('zoe')).toEqual(['You moved up, zoe']);
  });

  it(`waits while the database is away, and other email does not${verifies('email.moved-up-outside')}`, async () => {
    const list = await newList('eve');
    proxy.cut();
    await list.refer('pal', list.code);
    await eventually(async () =>
      expect(await waiting(list.slug)).toEqual([{ last_error: 'external_database_unavailable' }]),
    );
    await eventually(async () =>
      expect((await session.mail()).some(({ to }) => to === 'pal@example.com')).toBe(true),
    );
    expect(await sentTo('eve')).toEqual([]);
    proxy.restore();
    // Skips the pause of the database, the delays of the jobs, and the schedule's minute.
    await session.sql('UPDATE database_attachments SET failures = 0, retry_at = NULL');
    await session.sql('UPDATE outbox SET available_at = now() WHERE last_error IS NOT NULL');
    await list.join('waker');
    await settle(session);
    expect(await sentTo('eve')).toEqual(['You moved up to #2 for Storage']);
  });

  it(`waits a week at most${verifies('email.moved-up-outside-week')}`, async () => {
    const list = await newList('una');
    proxy.cut();
    await list.refer('mate', list.code);
    await eventually(async () =>
      expect(await waiting(list.slug)).toEqual([{ last_error: 'external_database_unavailable' }]),
    );
    await session.sql(
      `UPDATE outbox SET available_at = now(), created_at = now() - interval '8 days' WHERE lane = 'outside_addresses'`,
    );
    await list.join('una-waker');
    await eventually(async () => expect(await waiting(list.slug)).toEqual([]));
    proxy.restore();
    await session.sql('UPDATE database_attachments SET failures = 0, retry_at = NULL');
    await session.sql('UPDATE outbox SET available_at = now() WHERE last_error IS NOT NULL');
    expect(await sentTo('una')).toEqual([]);
  });

  it(`does not wait for someone who was erased${verifies('email.moved-up-outside')}`, async () => {
    const list = await newList('gone');
    const { body } = await list.entries('?email=gone%40example.com');
    proxy.cut();
    await list.refer('buddy', list.code);
    await eventually(async () => expect(await waiting(list.slug)).toHaveLength(1));
    const owner = await session.signIn();
    await owner.delete(`/api/v1/waitlists/${list.slug}/entries/${body.entries[0].id}`);
    expect(await waiting(list.slug)).toEqual([]);
    proxy.restore();
  });
});
