import { expect, it } from '@jest/globals';
import { eventually } from '../../support/eventually.ts';
import { verifies } from '../../support/verifies.ts';
import { describeEach, openStorage, settle, shareDatabase } from '../database/storage-fixture.ts';

describeEach('an announcement to people whose data is in an attached database', open => {
  const { session, database, viaProxy, proxy } = shareDatabase(open);

  it(`reaches them, and waits for a database that is away${verifies('announcements.outside')}`, async () => {
    const list = await openStorage(session);
    await list.attach(viaProxy);
    await list.join('ann', 'ben', 'cid');
    await settle(session);
    const table = (await list.get()).body.tableName;
    await database.query(`DELETE FROM ${table} WHERE email = 'ben@example.com'`);
    const path = `/api/v1/waitlists/${list.slug}/announcements`;
    const text = { subject: 'To {{name}}', body: 'Place {{position}}' };
    const { id } = (await session.api.post(path, text)).body.announcement;
    const get = async () => (await session.api.get(`${path}/${id}`)).body.announcement;
    proxy.cut();
    await session.api.post(`${path}/${id}/send`, {});
    await eventually(async () =>
      expect(await session.sql(`SELECT last_error FROM outbox WHERE kind = 'announcement'`)).toEqual([
        { last_error: 'external_database_unavailable' },
      ]),
    );
    expect(await get()).toMatchObject({ state: 'sending', recipients: 3, sent: 0 });

    proxy.restore();
    await session.sql('UPDATE database_attachments SET failures = 0, retry_at = NULL');
    await session.sql('UPDATE outbox SET available_at = now()');
    await list.join('waker');
    await eventually(async () => expect((await get()).state).toBe('sent'), 10_000);
    expect(await get()).toMatchObject({
      recipients: 3,
      sent: 2,
      skipped: [{ reason: 'undeliverable', count: 1 }],
    });
    const mail = (await session.mail()).filter(({ subject }) => subject.startsWith('To '));
    expect(mail.map(({ to, subject, text: body }) => [to, subject, body?.split('\n')[0]]).toSorted()).toEqual(
      [
        ['ann@example.com', 'To ann', 'Place 1'],
        ['cid@example.com', 'To cid', 'Place 3'],
      ],
    );
  }, 40_000);
});
