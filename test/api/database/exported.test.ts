import { expect, it } from '@jest/globals';
import { describeEach, openStorage, settle, shareDatabase } from './storage-fixture.ts';

describeEach('an export of signups', open => {
  const { session, database } = shareDatabase(open);

  it('reads from the attached database, and reports when it cannot', async () => {
    const list = await openStorage(session);
    await list.join('here');
    const { tableName } = (await list.attach(database)).body;
    await list.join('ann', 'bob');
    await settle(session);
    const start = () => session.api.post(`/api/v1/waitlists/${list.slug}/exports`, {});
    const follow = async (url: string) => session.visitor.get(new URL(url).pathname);
    const emails = async () => {
      const { body } = await follow((await start()).body.export.url);
      const lines: string[] = body.split('\r\n').slice(1, -1);
      return lines.map(line => line.split(',')[1]?.replace('@example.com', ''));
    };
    expect(await emails()).toEqual(['here', 'ann', 'bob']);

    const { url } = (await start()).body.export;
    await database.query(`DROP TABLE ${tableName}`);
    for (const { status, body } of [
      await follow(url),
      await session.api.post(`/api/v1/waitlists/${list.slug}/exports`, {}),
    ]) {
      expect(status).toBe(503);
      expect(body).toMatchObject({ code: 'external_database_unavailable', resolution: expect.any(String) });
    }
    // Entries in a detached database are not listed, so they are not exported.
    await list.detach();
    expect(await emails()).toEqual(['here']);
  });
});
