import { describe, expect, it } from '@jest/globals';
import { eventually } from '../../support/eventually.ts';
import { dayWithRoom } from '../../support/midnight.ts';
import { sharePerson, shareSession } from '../../support/session.ts';
import { verifies } from '../../support/verifies.ts';

describe('erasing a person', () => {
  const session = shareSession();
  const person = sharePerson(session);
  let lists = 0;
  async function newList(): Promise<{ slug: string; id: string; entries: string }> {
    const slug = `erasing-${++lists}`;
    const { body } = await session.api.post('/api/v1/waitlists', { name: slug, slug });
    await session.sql('TRUNCATE rate_windows');
    return { slug, id: body.waitlist.id, entries: `/api/v1/waitlists/${slug}/entries` };
  }
  const join = async (slug: string, email: string, referralCode?: string) =>
    (await session.join(slug, { email, name: `Name of ${email}`, referralCode })).body;
  const listed = async (slug: string) =>
    (await session.api.get(`/api/v1/waitlists/${slug}/entries?limit=200`)).body;
  const entryOf = async (slug: string, email: string) =>
    (await listed(slug)).entries.find((entry: { email: string }) => entry.email === email);

  it('takes along the emails that still wait for them, and nobody else’s', async () => {
    const { slug, id, entries } = await newList();
    await session.sql(`ALTER TABLE outbox ALTER available_at SET DEFAULT now() + interval '1 hour'`);
    try {
      for (const email of ['ada@example.com', 'bob@example.com']) {
        await join(slug, email);
        expect((await session.join(slug, { email })).status).toBe(200);
        expect((await session.visitor.post(`/w/${slug}/status-links`, { email })).status).toBe(202);
        const { id: entryId } = await entryOf(slug, email);
        await session.sql(
          `INSERT INTO outbox (kind, waitlist_id, payload) VALUES ('moved_up', $1, jsonb_build_object('entryId', $2::text))`,
          [id, entryId],
        );
      }
      const { id: erased } = await entryOf(slug, 'bob@example.com');
      expect((await person.delete(`${entries}/${erased}`)).status).toBe(200);
      const waiting = await session.sql(
        `SELECT kind, payload::text FROM outbox WHERE waitlist_id = $1 AND kind IN ('moved_up', 'status_link')`,
        [id],
      );
      expect(waiting.map(({ kind }) => kind).sort()).toEqual(['moved_up', 'status_link', 'status_link']);
      for (const trace of ['bob@', erased]) expect(JSON.stringify(waiting)).not.toContain(trace);
    } finally {
      await session.sql('ALTER TABLE outbox ALTER available_at SET DEFAULT now()');
      await session.sql('DELETE FROM outbox WHERE waitlist_id = $1', [id]);
    }
  });

  it(`leaves nothing that identifies them${verifies('erasure.everything-goes', 'erasure.referral-code-ends', 'erasure.referred-by-goes')}`, async () => {
    const { slug, id, entries } = await newList();
    const ada = await join(slug, 'ada@example.com');
    const bob = await join(slug, 'bob@example.com', ada.referralCode);
    await join(slug, 'cid@example.com', bob.referralCode);
    const erased = await entryOf(slug, 'bob@example.com');
    expect((await entryOf(slug, 'cid@example.com')).referredBy).toBe(bob.referralCode);

    expect(await person.delete(`${entries}/${erased.id}`)).toMatchObject({
      status: 200,
      body: { deleted: true },
    });
    const rows = await session.sql(
      `SELECT e::text AS row FROM entries e WHERE waitlist_id = $1
       UNION ALL SELECT c::text FROM contacts c WHERE waitlist_id = $1`,
      [id],
    );
    const everything = JSON.stringify(rows);
    for (const trace of ['bob@', erased.id, bob.referralCode]) expect(everything).not.toContain(trace);
    // The referrer's count stays: it does not identify the erased person.
    const { entries: left, total } = await listed(slug);
    expect(total).toBe(2);
    expect(left).toMatchObject([
      { email: 'cid@example.com', referredBy: null, position: 3 },
      { email: 'ada@example.com', referralCount: 1, position: 1 },
    ]);
    expect((await person.get(`/api/v1/waitlists/${slug}/entries?q=bob`)).body).toMatchObject({
      entries: [],
      total: 0,
    });
    // The erased person's code no longer counts referrals.
    await join(slug, 'dee@example.com', bob.referralCode);
    expect((await entryOf(slug, 'dee@example.com')).referredBy).toBeNull();
  });

  it(`keeps positions, pages and totals correct${verifies('erasure.positions-stay')}`, async () => {
    await dayWithRoom();
    const { slug, entries } = await newList();
    for (let n = 1; n <= 9; n++) await join(slug, `p${n}@example.com`);
    for (const n of [9, 4, 5, 1]) {
      const { id } = await entryOf(slug, `p${n}@example.com`);
      expect((await person.delete(`${entries}/${id}`)).status).toBe(200);
    }
    const expected = [8, 7, 6, 3, 2];
    const seen: number[] = [];
    for (let offset = 0; offset < 6; offset += 2) {
      const { body } = await session.api.get(`/api/v1/waitlists/${slug}/entries?limit=2&offset=${offset}`);
      expect(body.total).toBe(5);
      seen.push(...body.entries.map(({ position }: { position: number }) => position));
    }
    expect(seen).toEqual(expected);
    const { body } = await person.get(`/api/v1/dashboard/waitlists/${slug}/overview?days=1`);
    expect(body).toMatchObject({ total: 5, today: 5, days: [{ signups: 5 }] });
    expect((await join(slug, 'next@example.com')).position).toBe(10);
  });

  it(`lets them join again as a new signup${verifies('erasure.may-join-again')}`, async () => {
    const { slug, entries } = await newList();
    const first = await join(slug, 'again@example.com');
    const { id } = await entryOf(slug, 'again@example.com');
    await person.delete(`${entries}/${id}`);
    const second = await join(slug, 'again@example.com');
    expect(second).toMatchObject({ position: 2, referralCode: expect.any(String) });
    expect(second.referralCode).not.toBe(first.referralCode);
    expect((await listed(slug)).total).toBe(1);
  });

  it(`does not send pending emails${verifies('erasure.pending-mail-goes')}`, async () => {
    const { slug, id, entries } = await newList();
    await session.sql(
      `CREATE FUNCTION hold() RETURNS trigger LANGUAGE plpgsql AS
       $$ BEGIN NEW.available_at := now() + interval '1 hour'; RETURN NEW; END $$`,
    );
    await session.sql(`CREATE TRIGGER hold BEFORE INSERT ON outbox FOR EACH ROW EXECUTE FUNCTION hold()`);
    await join(slug, 'unmailed@example.com');
    await session.sql('DROP TRIGGER hold ON outbox');
    const { id: entryId } = await entryOf(slug, 'unmailed@example.com');
    const pending = () =>
      session.sql(`SELECT FROM outbox WHERE waitlist_id = $1 AND kind = 'confirmation_email'`, [id]);
    expect(await pending()).toHaveLength(1);
    await person.delete(`${entries}/${entryId}`);
    await session.sql('UPDATE outbox SET available_at = now() WHERE waitlist_id = $1', [id]);
    // Wakes the worker.
    await join(slug, 'next@example.com');
    await eventually(async () => expect(await pending()).toHaveLength(0));
    expect((await session.mail()).filter(({ to }) => to.includes('unmailed@example.com'))).toEqual([]);
  });

  it('answers the same 404 for unknown entries and for another account’s', async () => {
    const { slug, entries } = await newList();
    await join(slug, 'safe@example.com');
    const { id } = await entryOf(slug, 'safe@example.com');
    const { entries: others } = await newList();
    const stranger = await (await session.createAccount('pro')).signIn();
    const unknownEntry = `${entries}/6f1c9a52-8f5c-4d7a-9d0e-2f8a1b0c3d4e`;
    const unknownWaitlist = `/api/v1/waitlists/none-such/entries/${id}`;
    for (const [client, path, unknown] of [
      [stranger, `${entries}/${id}`, unknownWaitlist],
      [person, `${others}/${id}`, unknownEntry],
      [person, `${entries}/nonsense`, unknownEntry],
    ] as const) {
      const [answer, same] = [await client.delete(path), await person.delete(unknown)];
      expect(answer.status).toBe(404);
      expect({ ...answer.body, requestId: '' }).toEqual({ ...same.body, requestId: '' });
    }
    expect((await listed(slug)).total).toBe(1);
    expect((await person.delete(`${entries}/${id}`)).status).toBe(200);
    expect((await person.delete(`${entries}/${id}`)).status).toBe(404);
  });
});
