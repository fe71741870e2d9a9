import { beforeAll, describe, expect, it } from '@jest/globals';
import { createSignupStore } from '../../adapters/postgres/signups/signup-store.ts';
import { createPurgeStore } from '../../adapters/postgres/waitlists/purge-store.ts';
import { RESERVE_MS } from '../../core/outbox/job.ts';
import { type PurgeStore, purgeWaitlistJob } from '../../core/waitlists/purge-waitlist.ts';
import { runJob } from '../support/run-job.ts';
import { STORE_OPTIONS, shareEngine, signupOf } from './engine-fixture.ts';

const engine = shareEngine();
let purge: PurgeStore;
beforeAll(async () => {
  purge = createPurgeStore(engine.pool);
});

async function remove(waitlistId: string, accountId = engine.accountId) {
  const { rows } = await engine.pool.query<{ deleted: boolean }>(
    'SELECT delete_waitlist($1, $2) AS deleted',
    [accountId, waitlistId],
  );
  return rows[0]?.deleted;
}

async function purgeAll(waitlistId: string, maxRows: number): Promise<number[]> {
  const remaining: number[] = [];
  for (let finished = false; !finished; ) {
    const progress = await purge.purgeBatch(waitlistId, maxRows);
    remaining.push(progress.remaining);
    finished = progress.finished;
  }
  return remaining;
}

/** The number of rows a waitlist has in each table. */
async function leftovers(waitlistId: string): Promise<Record<string, number>> {
  const { rows } = await engine.pool.query<Record<string, number>>(
    `SELECT (SELECT count(*)::integer FROM entries WHERE waitlist_id = $1) AS entries,
            (SELECT count(*)::integer FROM contacts WHERE waitlist_id = $1) AS contacts,
            (SELECT count(*)::integer FROM places WHERE waitlist_id = $1) AS places,
            (SELECT count(*)::integer FROM place_blocks WHERE waitlist_id = $1) AS place_blocks,
            (SELECT count(*)::integer FROM outbox WHERE waitlist_id = $1 AND kind <> 'purge_waitlist') AS outbox`,
    [waitlistId],
  );
  return rows[0] ?? {};
}
const NOTHING = { entries: 0, contacts: 0, places: 0, place_blocks: 0, outbox: 0 };

describe('deleting a waitlist', () => {
  it('during concurrent signups accepts none afterwards, and the purge leaves no orphans', async () => {
    const waitlistId = await engine.createWaitlist();
    const store = createSignupStore(engine.pool, STORE_OPTIONS);
    const first = signupOf('first@x.test');
    await store.join(waitlistId, first);
    let joined = 0;
    let answered = 0;

    const visitors = Array.from({ length: 30 }, async (_, visitor) => {
      for (let index = 0; ; index++) {
        const outcome = await store.join(
          waitlistId,
          signupOf(`p${visitor}-${index}@x.test`, { referrerCode: first.referralCode }),
        );
        if (outcome === null) return;
        joined++;
      }
    });
    // Wait until many of them are stored, however slow the machine.
    while (joined < 200) await store.join(waitlistId, signupOf(`filler-${answered++}@x.test`));
    expect(await remove(waitlistId)).toBe(true);
    const atDeletion = await leftovers(waitlistId);
    await Promise.all(visitors);

    expect(await leftovers(waitlistId)).toEqual(atDeletion);
    expect(atDeletion).toMatchObject({ entries: joined + answered + 1, contacts: joined + answered + 1 });
    const remaining = await purgeAll(waitlistId, 50);
    expect(remaining.length).toBeGreaterThan(4);
    expect(await leftovers(waitlistId)).toEqual(NOTHING);
  });

  it('is limited by the batch size and safe to repeat', async () => {
    const waitlistId = await engine.createWaitlist();
    const store = createSignupStore(engine.pool, STORE_OPTIONS);
    await Promise.all(Array.from({ length: 25 }, (_, n) => store.join(waitlistId, signupOf(`p${n}@x.test`))));
    await remove(waitlistId);
    expect(await purgeAll(waitlistId, 10)).toEqual(expect.arrayContaining([15, 5, 0]));
    expect(await purge.purgeBatch(waitlistId, 10)).toEqual({ remaining: 0, finished: true });
    expect(await leftovers(waitlistId)).toEqual(NOTHING);
  });

  it('is continued by a later run when time runs short', async () => {
    const waitlistId = await engine.createWaitlist();
    await engine.pool.query(
      `INSERT INTO entries (waitlist_id, seq, id, email_digest, referral_code, created_at)
       SELECT $1, n, gen_random_uuid(), sha256(int4send(n)), 'c' || n, now() FROM generate_series(1, 10_001) n`,
      [waitlistId],
    );
    await remove(waitlistId);
    const run = (remainingMs: number) =>
      runJob(
        purgeWaitlistJob.start({ purges: purge }),
        { waitlistId, payload: {} },
        { remainingMs: () => remainingMs },
      );
    expect(await run(RESERVE_MS - 1)).toBe('more');
    expect(await leftovers(waitlistId)).toMatchObject({ entries: 5_001 });
    expect(await run(RESERVE_MS)).toBe('done');
    expect(await leftovers(waitlistId)).toEqual(NOTHING);
  });

  it('frees the slug at once and queues one purge', async () => {
    const waitlistId = await engine.createWaitlist();
    const { rows } = await engine.pool.query<{ slug: string }>('SELECT slug FROM waitlists WHERE id = $1', [
      waitlistId,
    ]);
    const slug = rows[0]?.slug ?? '';
    expect(await remove(waitlistId)).toBe(true);
    await engine.pool.query("INSERT INTO waitlists (account_id, slug, name) VALUES ($1, $2, 'New')", [
      engine.accountId,
      slug,
    ]);
    const jobs = await engine.pool.query('SELECT kind, payload FROM outbox WHERE waitlist_id = $1', [
      waitlistId,
    ]);
    expect(jobs.rows).toEqual([{ kind: 'purge_waitlist', payload: {} }]);
  });

  it('is refused for a waitlist of another account, and the second time', async () => {
    const waitlistId = await engine.createWaitlist();
    expect(await remove(waitlistId, '00000000-0000-4000-8000-000000000000')).toBe(false);
    await expect(purge.purgeBatch(waitlistId, 10)).rejects.toThrow('is not deleted');
    const both = await Promise.all([remove(waitlistId), remove(waitlistId)]);
    expect(both.sort()).toEqual([false, true]);
  });
});
