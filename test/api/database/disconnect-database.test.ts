import { describe, expect, it } from '@jest/globals';
import { openPostgresDatabase } from '../../connector/customer-database.ts';
import { verifies } from '../../support/verifies.ts';
import { namesIn, openStorage, rowsOf, settle, shareDatabase } from './storage-fixture.ts';

const INTERNAL = { dbType: 'internal', connectionStored: false, tableName: null, attachedAt: null };

describe('DELETE /api/v1/waitlists/{id}/database', () => {
  const { session, database } = shareDatabase(openPostgresDatabase);

  it(`stores later signups here; rows stay there, and are listed again when their database is reattached${verifies('database.detach-200', 'database.delete-answers-object', 'database.detach-back-to-internal', 'database.rows-stay-after-detach', 'database.detached-keep-their-place', 'database.detached-not-listed', 'database.detached-not-counted')}`, async () => {
    const list = await openStorage(session);
    const entriesInUse = async () => (await session.api.get('/api/v1/me')).body.usage.entries;
    const before = await entriesInUse();
    await list.join('ann');
    const { tableName } = (await list.attach(database)).body;
    await list.join('bob', 'cleo');
    await settle(session);
    expect((await list.entries()).body.total).toBe(3);
    expect(await entriesInUse()).toBe(before + 3);

    const { status, body } = await list.detach();
    expect([status, body]).toEqual([200, INTERNAL]);
    expect((await list.get()).body).toEqual(INTERNAL);
    await list.join('dora');
    await settle(session);
    expect(namesIn(await rowsOf(database, tableName))).toEqual(['bob', 'cleo']);

    const shown = (await list.entries()).body;
    expect(shown.total).toBe(2);
    expect(await entriesInUse()).toBe(before + 2);
    expect(shown.entries).toEqual([
      expect.objectContaining({ email: 'dora@example.com', position: 4 }),
      expect.objectContaining({ email: 'ann@example.com', position: 1 }),
    ]);
    // An email stored only there is still recognized.
    const again = await session.join(list.slug, { email: 'bob@example.com' });
    expect([again.status, again.body.alreadyJoined]).toEqual([200, true]);

    await list.attach(database);
    const whole = (await list.entries()).body;
    expect([namesIn(whole.entries), whole.total]).toEqual([['dora', 'cleo', 'bob', 'ann'], 4]);
    expect(whole.entries.map(({ position }: { position: number }) => position)).toEqual([4, 3, 2, 1]);
  });

  it('is idempotent', async () => {
    const list = await openStorage(session);
    await list.attach(database);
    expect((await list.detach()).body).toEqual(INTERNAL);
    const { status, body } = await list.detach();
    expect([status, body]).toEqual([200, INTERNAL]);
  });

  it(`leaves the rows in their database when the waitlist is deleted${verifies('database.waitlist-delete-leaves-rows')}`, async () => {
    const list = await openStorage(session);
    const { tableName } = (await list.attach(database)).body;
    await list.join('ann', 'bob');
    await settle(session);
    expect((await session.api.delete(`/api/v1/waitlists/${list.slug}`)).body).toEqual({ deleted: true });
    expect(namesIn(await rowsOf(database, tableName))).toEqual(['ann', 'bob']);
    expect(
      await session.sql('SELECT 1 FROM database_attachments WHERE table_name = $1', [tableName]),
    ).toEqual([]);
  });

  it(`works after a downgrade, as does an attached database${verifies('payment.delete-needs-no-plan', 'payment.downgrade-keeps-what-was-set-up')}`, async () => {
    const account = await session.createAccount('pro');
    const api = await account.withScopes([
      'waitlists:read',
      'waitlists:write',
      'entries:read',
      'domains:write',
    ]);
    const list = await openStorage(session, { api });
    const attached = (await list.attach(database)).body;
    await session.sql(`UPDATE accounts SET plan = 'free' WHERE id = $1`, [account.accountId]);
    expect((await list.get()).body).toEqual(attached);
    await list.join('ann');
    await settle(session);
    expect(namesIn(await rowsOf(database, attached.tableName))).toEqual(['ann']);
    expect(namesIn((await list.entries()).body.entries)).toEqual(['ann']);
    expect((await list.attach(database)).status).toBe(402);
    expect((await list.detach()).body).toEqual(INTERNAL);
  });
});
