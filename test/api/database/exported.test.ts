import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { CustomerDatabase } from '../../connector/customer-database.ts';
import type { ApiClient } from '../../support/api-client.ts';
import { type ApiSession, openSession } from '../../support/session.ts';
import { describeEach, openStorage, settle } from './storage-fixture.ts';

describeEach('an export of signups', open => {
  let session: ApiSession;
  let database: CustomerDatabase;
  let person: ApiClient;
  beforeAll(async () => {
    [session, database] = await Promise.all([openSession(), open()]);
    person = await session.signIn();
  });
  afterAll(async () => {
    await session.close();
    await database.drop();
  });

  it('reads from the attached database, and reports when it cannot', async () => {
    const list = await openStorage(session);
    await list.join('here');
    const { tableName } = (await list.attach(database)).body;
    await list.join('ann', 'bob');
    await settle(session);
    const path = `/api/v1/dashboard/waitlists/${list.slug}/export`;
    const emails = async () => {
      const { body } = await person.get(path);
      const lines: string[] = body.split('\r\n').slice(1, -1);
      return lines.map(line => line.split(',')[1]?.replace('@example.com', ''));
    };
    expect(await emails()).toEqual(['here', 'ann', 'bob']);

    await database.query(`DROP TABLE ${tableName}`);
    const { status, body } = await person.get(path);
    expect(status).toBe(503);
    expect(body).toMatchObject({ code: 'external_database_unavailable', resolution: expect.any(String) });
    // Entries in a detached database are not listed, so they are not exported.
    await list.detach();
    expect(await emails()).toEqual(['here']);
  });
});
