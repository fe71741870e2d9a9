import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { eventually } from '../../support/eventually.ts';
import { type ApiSession, openSession } from '../../support/session.ts';
import { verifies } from '../../support/verifies.ts';

describe('DELETE /api/v1/waitlists/{id}', () => {
  let session: ApiSession;
  beforeAll(async () => {
    session = await openSession();
  });
  afterAll(() => session.close());

  it(`takes page, entries and slug away at once, and every row soon after${verifies('waitlists.delete-200', 'waitlists.delete-removes-entries', 'waitlists.slug-free-after-delete', 'waitlists.delete-purges-in-background', 'waitlists.delete-answers-at-once')}`, async () => {
    const { body } = await session.api.post('/api/v1/waitlists', { name: 'Gone', slug: 'gone' });
    for (let visitor = 0; visitor < 8; visitor++)
      await session.join('gone', { email: `v${visitor}@example.com` });

    const deleted = await session.api.delete('/api/v1/waitlists/gone');
    expect(deleted.status).toBe(200);
    expect(deleted.body).toEqual({ deleted: true });
    expect((await session.visitor.get('/w/gone')).status).toBe(404);
    expect((await session.api.get('/api/v1/waitlists/gone/entries')).status).toBe(404);
    expect((await session.api.delete('/api/v1/waitlists/gone')).status).toBe(404);
    expect((await session.join('gone', { email: 'late@example.com' })).status).toBe(404);

    const again = await session.api.post('/api/v1/waitlists', { name: 'Again', slug: 'gone' });
    expect(again.status).toBe(201);
    expect((await session.api.get('/api/v1/waitlists/gone/entries')).body.total).toBe(0);

    // A signup wakes the worker, which then does all that is due.
    await session.join('gone', { email: 'first@example.com' });
    const client = new pg.Client({ connectionString: session.databaseUrl });
    await client.connect();
    try {
      await eventually(async () => {
        for (const table of ['entries', 'contacts', 'places', 'place_blocks', 'outbox']) {
          const { rowCount } = await client.query(`SELECT FROM ${table} WHERE waitlist_id = $1`, [
            body.waitlist.id,
          ]);
          expect({ table, rowCount }).toEqual({ table, rowCount: 0 });
        }
      });
    } finally {
      await client.end();
    }
  });
});
