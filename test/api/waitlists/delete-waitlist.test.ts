import { describe, expect, it } from '@jest/globals';
import { eventually } from '../../support/eventually.ts';
import { shareSession } from '../../support/session.ts';
import { verifies } from '../../support/verifies.ts';

/** Several batches of the purge. */
const LARGE = 200_000;

describe('DELETE /api/v1/waitlists/{id}', () => {
  const session = shareSession();

  async function expectNothingLeft(waitlistId: string): Promise<void> {
    for (const table of ['entries', 'contacts', 'places', 'place_blocks', 'outbox']) {
      const rows = await session.sql(`SELECT FROM ${table} WHERE waitlist_id = $1 LIMIT 1`, [waitlistId]);
      expect({ table, rows: rows.length }).toEqual({ table, rows: 0 });
    }
  }

  it(`removes page, entries and slug immediately, and every row soon after${verifies('waitlists.delete-200', 'waitlists.delete-removes-entries', 'waitlists.slug-free-after-delete', 'waitlists.delete-purges-in-background')}`, async () => {
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

    // A signup wakes the worker, which then does all due jobs.
    await session.join('gone', { email: 'first@example.com' });
    await eventually(() => expectNothingLeft(body.waitlist.id));
  });

  it(`removes a large waitlist's rows in the background${verifies('waitlists.delete-answers-at-once', 'waitlists.delete-purges-in-background')}`, async () => {
    const { body } = await session.api.post('/api/v1/waitlists', { name: 'Large', slug: 'large' });
    const { id } = body.waitlist;
    await session.sql(
      `INSERT INTO entries (waitlist_id, seq, id, email_digest, referral_code, created_at)
       SELECT $1, n, gen_random_uuid(), sha256(int4send(n)), 'c' || n, now() FROM generate_series(1, $2::integer) n`,
      [id, LARGE],
    );
    await session.sql(
      `INSERT INTO contacts (waitlist_id, seq, email)
       SELECT $1, n, 'p' || n || '@example.com' FROM generate_series(1, $2::integer) n`,
      [id, LARGE],
    );
    expect((await session.api.get('/api/v1/waitlists/large/entries?limit=1')).body.total).toBe(LARGE);

    expect((await session.api.delete('/api/v1/waitlists/large')).body).toEqual({ deleted: true });
    // Deleting wakes no worker, so everything done by now was done before the response.
    for (const table of ['entries', 'contacts']) {
      const [left] = await session.sql(
        `SELECT count(*)::integer AS rows FROM ${table} WHERE waitlist_id = $1`,
        [id],
      );
      expect({ table, ...left }).toEqual({ table, rows: LARGE });
    }
    expect((await session.api.get('/api/v1/waitlists/large/entries')).status).toBe(404);

    await session.api.post('/api/v1/waitlists', { name: 'Awake', slug: 'awake' });
    await session.join('awake', { email: 'waker@example.com' });
    await eventually(() => expectNothingLeft(id), 45_000);
  });
});
