import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { createAnnouncementStore } from '../../adapters/postgres/announcements/announcement-store.ts';
import { createAnnouncementWork } from '../../adapters/postgres/announcements/announcement-work.ts';
import { createEntryStore } from '../../adapters/postgres/entries/entry-store.ts';
import type { AnnouncementStore, AnnouncementWork } from '../../core/announcements/announcement-store.ts';
import { verifies } from '../support/verifies.ts';
import { callJoin, shareEngine, signupOf } from './engine-fixture.ts';

const engine = shareEngine(4);
const NOBODY = { sent: 0, skipped: {}, left: [], putOff: [] };

/** An announcement to so many people whose recipients are fixed. */
async function startSending(people: number) {
  const store: AnnouncementStore = createAnnouncementStore(engine.pool);
  const work: AnnouncementWork = createAnnouncementWork(engine.pool);
  const waitlistId = await engine.createWaitlist();
  if (people > 0)
    await callJoin(
      engine.pool,
      waitlistId,
      Array.from({ length: people }, (_, n) => signupOf(`a${n}@x.test`)),
    );
  const ref = { waitlistId, announcementId: randomUUID() };
  const id = ref.announcementId;
  await store.create(ref, { subject: 'Hi', body: 'There', audience: {}, sendAt: null }, 5);
  await store.start(ref);
  const entries = createEntryStore(engine.pool);
  const order = await entries.order({ accountId: engine.accountId, waitlistId, sort: 'position' });
  expect(await work.begin(ref, 1)).toMatchObject({ state: 'sending', recipients: null });
  await work.fix(id, order?.windows ?? []);
  const batch = async () => {
    const found = await work.take(id);
    if (!found) throw new Error('No batch is due');
    return found;
  };
  return { store, work, ref, id, batch, get: () => store.get(ref) };
}

describe('the people of an announcement', () => {
  it(`are sent it once, whatever crashes between${verifies('announcements.at-most-once')}`, async () => {
    const { work, ref, id, batch, get } = await startSending(1_205);
    expect(await get()).toMatchObject({ recipients: 1_205, sent: 0 });
    // Fixing them again, after a crash, changes nothing.
    await work.fix(id, []);
    expect(await get()).toMatchObject({ recipients: 1_205 });

    const first = await batch();
    expect(first.seqs).toEqual(Array.from({ length: 20 }, (_, n) => n + 1));
    // A crash before its emails are handed over.
    expect(await batch()).toEqual(first);
    expect(await work.depart(id, first.nth)).toBe(true);
    expect(await work.depart(id, first.nth)).toBe(false);
    expect((await batch()).seqs[0]).toBe(21);
    await work.settle(id, first.nth, { ...NOBODY, sent: 17, skipped: { stopped: 1 }, left: [19, 20] });
    // A repeat changes nothing.
    await work.settle(id, first.nth, { ...NOBODY, sent: 20 });
    expect(await get()).toMatchObject({ sent: 17, skipped: { stopped: 1 } });
    expect(await batch()).toEqual({ nth: first.nth, seqs: [19, 20], wasPutOff: false });

    // A crash while they are handed over.
    await work.depart(id, first.nth);
    await work.begin(ref, 1);
    expect(await get()).toMatchObject({ sent: 17, skipped: { stopped: 1, unknown: 2 } });
    // The worker that seemed dead reports.
    await work.settle(id, first.nth, { ...NOBODY, sent: 2 });

    for (let at = await work.take(id); at; at = await work.take(id)) {
      await work.depart(id, at.nth);
      await work.settle(id, at.nth, { ...NOBODY, sent: at.seqs.length });
    }
    expect(await work.finish(id)).toBeNull();
    expect(await get()).toMatchObject({
      state: 'sent',
      recipients: 1_205,
      sent: 1_202,
      skipped: { stopped: 1, unknown: 2 },
      sentAt: expect.any(Date),
    });
    expect(await work.begin(ref, 1)).toBeNull();
  });

  it('who are put off are due tomorrow', async () => {
    const { work, id, batch, get } = await startSending(3);
    const { nth } = await batch();
    await work.depart(id, nth);
    await work.settle(id, nth, { ...NOBODY, sent: 2, putOff: [2] });
    expect(await work.take(id)).toBeNull();
    expect(await work.finish(id)).toBeGreaterThan(24 * 3600);
    expect(await get()).toMatchObject({ state: 'sending', sent: 2 });
    await engine.pool.query('UPDATE announcement_batches SET due_at = now() WHERE announcement_id = $1', [
      id,
    ]);
    const later = await batch();
    expect(later).toEqual({ nth: nth + 1, seqs: [2], wasPutOff: true });
  });

  it(`are skipped once it is canceled, apart from those in flight${verifies('announcements.delete')}`, async () => {
    const { store, work, ref, id, batch, get } = await startSending(50);
    const [first] = [await batch()];
    await work.depart(id, first.nth);
    const second = await batch();
    expect(await store.remove(ref)).toBe(true);
    expect(await get()).toMatchObject({ state: 'canceled', recipients: 20, sent: 0 });
    expect(await work.depart(id, second.nth)).toBe(false);
    await work.settle(id, first.nth, { ...NOBODY, sent: 15, skipped: { erased: 2 }, left: [1, 2, 3] });
    expect(await get()).toMatchObject({
      state: 'canceled',
      recipients: 17,
      sent: 15,
      skipped: { erased: 2 },
    });
    expect(await work.take(id)).toBeNull();
    expect(await work.begin(ref, 1)).toBeNull();
    expect(await store.remove(ref)).toBe(true);
  });
});
