import { afterAll, expect, it } from '@jest/globals';
import { eventually } from '../../support/eventually.ts';
import { verifies } from '../../support/verifies.ts';
import { openHook, stopReceivers } from '../webhooks/webhook-fixture.ts';
import { describeEach, settle, shareDatabase } from './storage-fixture.ts';

describeEach('an event about someone in an attached database', open => {
  const { session, database, proxy } = shareDatabase(open);
  afterAll(stopReceivers);

  /** A list whose webhook has failed once for Ada, who is only in the attached database since. */
  async function listWithAda() {
    const list = await openHook(session, { events: ['entry.joined'] });
    const connectionString = proxy.through(database.url);
    await session.api.post(`${list.path}/database`, { dbType: database.dbType, connectionString });
    await session.api.patch(list.hookPath, { events: ['entry.erased'] });
    await list.join('ada');
    await settle(session);
    expect(await session.sql('SELECT FROM contacts WHERE waitlist_id = $1', [list.id])).toEqual([]);
    await session.api.patch(list.hookPath, { events: ['entry.joined'] });
    await session.sql(`SELECT record_event($1, 'entry.joined', '{1}')`, [list.id]);
    return list;
  }

  it(`is made of what is there${verifies('webhooks.own-database')}`, async () => {
    const list = await listWithAda();
    await list.wake();
    const [sent] = await list.received('entry.joined');
    expect(sent?.event.data.entry).toMatchObject({ email: 'ada@example.com', name: 'ada', position: 1 });
  });

  it(`about their referrer waits for them too${verifies('webhooks.own-database')}`, async () => {
    const list = await openHook(session, { events: ['entry.erased'] });
    const { referralCode } = (await list.join('eve')).body;
    const connectionString = proxy.through(database.url);
    await session.api.post(`${list.path}/database`, { dbType: database.dbType, connectionString });
    await list.join('friend', referralCode);
    await settle(session);
    await session.api.patch(list.hookPath, { events: ['entry.referred'] });
    await session.sql(`SELECT record_event($1, 'entry.referred', '{1}', 2)`, [list.id]);
    await list.wake();
    const [sent] = await list.received('entry.referred');
    expect(sent?.event.data).toMatchObject({
      entry: { email: 'eve@example.com' },
      friend: { email: 'friend@example.com', name: 'friend' },
    });
    await session.api.delete(`${list.path}/database`);
    const [{ id }] = (await list.deliveries()).body.deliveries;
    const owner = await session.signIn();
    const path = `/api/v1/dashboard/waitlists/${list.slug}/webhooks/${list.webhookId}/deliveries/${id}`;
    expect(JSON.parse((await owner.get(path)).body.body).data).toMatchObject({
      entry: { email: 'eve@example.com' },
      friend: null,
    });
  });

  it(`is not sent once their row is gone${verifies('webhooks.own-database')}`, async () => {
    const list = await listWithAda();
    await session.api.delete(`${list.path}/database`);
    await list.wake();
    await eventually(async () =>
      expect((await list.deliveries()).body.deliveries).toMatchObject([{ state: 'failed', attempts: 0 }]),
    );
    expect(list.receiver.received).toEqual([]);
  });

  it(`waits while it is away, and counts no attempt; others do not wait${verifies('webhooks.own-database')}`, async () => {
    const list = await listWithAda();
    proxy.cut();
    await list.join('bob');
    const [bob] = await list.received('entry.joined');
    expect(bob?.event.data.entry.email).toBe('bob@example.com');
    await eventually(async () => {
      const [waiting] = (await list.deliveries('?state=pending')).body.deliveries;
      expect(waiting).toMatchObject({ attempts: 0, responseStatus: null });
      expect(Date.parse(waiting.nextAttemptAt) - Date.now()).toBeGreaterThan(200_000);
    });
    const owner = await session.signIn();
    const [{ id }] = (await list.deliveries('?state=pending')).body.deliveries;
    const path = `/api/v1/dashboard/waitlists/${list.slug}/webhooks/${list.webhookId}/deliveries/${id}`;
    expect((await owner.get(path)).status).toBe(503);
    proxy.restore();
    await session.sql('UPDATE database_attachments SET failures = 0, retry_at = NULL');
    await list.hasten();
    await list.received('entry.joined', 2);
  });
});
