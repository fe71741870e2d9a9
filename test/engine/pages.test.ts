import { beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type pg from 'pg';
import { createEntryStore } from '../../adapters/postgres/entries/entry-store.ts';
import { ENTRY_STATUSES } from '../../core/audiences/audience.ts';
import type { ListQuery } from '../../core/entries/entry-store.ts';
import { verifies } from '../support/verifies.ts';
import { callJoin, shareEngine, signupOf } from './engine-fixture.ts';

const LARGE = 100_000;
/** Everybody, newest first. */
const PLAIN = { status: null, sort: 'joined' } as const;
const engine = shareEngine(4);
let small: string;
let large: string;

beforeAll(async () => {
  small = await engine.createWaitlist({ boost: 20 });
  const people = Array.from({ length: 333 }, (_, n) => signupOf(`p${n}@x.test`, { name: `P${n}` }));
  await callJoin(engine.pool, small, people);
  const friends = Array.from({ length: 120 }, (_, n) =>
    signupOf(`friend${n}@x.test`, { referrerCode: people[(n * 37) % 333]?.referralCode ?? null }),
  );
  await callJoin(engine.pool, small, friends);

  large = await engine.createWaitlist();
  await engine.pool.query(
    `INSERT INTO entries (waitlist_id, seq, id, email_digest, referral_code, created_at)
     SELECT $1, n, gen_random_uuid(), sha256(int4send(n)), 'c' || n, now() FROM generate_series(1, $2::integer) n`,
    [large, LARGE],
  );
  await engine.pool.query(
    `INSERT INTO contacts (waitlist_id, seq, email) SELECT $1, n, 'p' || n || '@x.test'
     FROM generate_series(1, $2::integer) n`,
    [large, LARGE],
  );
});

const page = (waitlistId: string, limit: number, offset: number) =>
  createEntryStore(engine.pool).page({ accountId: engine.accountId, waitlistId, limit, offset, ...PLAIN });

describe('a page of entries', () => {
  it('matches the naive ordering at any offset and limit', async () => {
    const { rows: naive } = await engine.pool.query(
      `SELECT e.id, c.email, c.name, '{}'::json AS answers, '{}'::json AS consents, e.language, NULL AS change,
              json_build_object('utmSource', NULL, 'utmMedium', NULL, 'utmCampaign', NULL, 'referrerHost', NULL) AS source,
              e.referral_code AS "referralCode", e.referred_by AS "referredBy",
              e.created_at AS "createdAt", q.position, q.status,
              (SELECT count(*)::integer FROM entries r
               WHERE r.waitlist_id = e.waitlist_id AND r.referred_by = e.referral_code) AS "referralCount"
       FROM entries e JOIN contacts c USING (waitlist_id, seq) JOIN queue q USING (waitlist_id, seq)
       WHERE e.waitlist_id = $1 ORDER BY e.seq DESC`,
      [small],
    );
    expect(naive).toHaveLength(453);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 200 }), fc.nat({ max: 500 }), async (limit, offset) => {
        const found = await page(small, limit, offset);
        expect(found).toMatchObject({ total: 453, storage: null });
        expect(found.entries).toEqual(naive.slice(offset, offset + limit));
        expect(found.next !== null).toBe(offset + limit < 453);
      }),
      { numRuns: 60 },
    );
  });

  it('includes the total even when the offset is past the end', async () => {
    for (const offset of [453, 2 ** 31, Number.MAX_SAFE_INTEGER])
      expect(await page(small, 200, offset)).toEqual({ entries: [], total: 453, storage: null, next: null });
  });

  it('is empty for a waitlist without entries', async () => {
    expect(await page(await engine.createWaitlist(), 50, 0)).toEqual({
      entries: [],
      total: 0,
      storage: null,
      next: null,
    });
  });

  it('is empty for another account’s waitlist', async () => {
    const entries = createEntryStore(engine.pool);
    const query = { accountId: engine.accountId, waitlistId: small, limit: 10, offset: 5, ...PLAIN };
    expect((await entries.page(query)).entries).toHaveLength(10);
    const stranger = '00000000-0000-4000-8000-000000000000';
    const nothing = { entries: [], total: 0, storage: null, next: null };
    expect(await entries.page({ ...query, accountId: stranger })).toEqual(nothing);
    expect(await entries.page({ ...query, waitlistId: stranger })).toEqual(nothing);
    expect(await entries.window({ ...query, accountId: stranger, seqs: [1], positions: [1] })).toBeNull();
  });

  /** How many blocks of the database the statement of a page reads, and its plan. */
  async function explain(query: Omit<ListQuery, 'accountId'>): Promise<{ blocks: number; plan: string }> {
    const asked: pg.QueryConfig[] = [];
    const spy = { query: async (config: pg.QueryConfig) => ({ rows: [], asked: asked.push(config) }) };
    await createEntryStore(spy as unknown as pg.Pool).page({ accountId: engine.accountId, ...query });
    const [{ text, values } = { text: '', values: [] }] = asked;
    const client = await engine.pool.connect();
    try {
      // The first call reads how the tables are made.
      await client.query(text, values as unknown[]);
      const { rows } = await client.query(
        `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`,
        values as unknown[],
      );
      const [{ Plan }] = rows[0]['QUERY PLAN'];
      return { blocks: Plan['Shared Hit Blocks'] + Plan['Shared Read Blocks'], plan: JSON.stringify(rows) };
    } finally {
      client.release();
    }
  }
  /**
   * An entry, its contact, and whether it moved and was invited: each by an index, by whichever plan the statistics
   * of the moment lead to.
   */
  const MOST_BLOCKS = 201 * 50;

  it('at the far end of 100,000 reads only what it returns, with and without statistics', async () => {
    for (const statistics of [false, true]) {
      if (statistics) await engine.pool.query('ANALYZE');
      // Small tables (waitlists, places) may be scanned in full: only the number of blocks read matters.
      const { blocks, plan } = await explain({
        waitlistId: large,
        limit: 200,
        offset: LARGE - 200,
        ...PLAIN,
      });
      expect(plan).not.toMatch(/"Node Type":"Seq Scan"[^{}]*"Relation Name":"(entries|contacts)"/);
      expect(blocks).toBeLessThan(MOST_BLOCKS);
    }
    const far = await page(large, 200, LARGE - 200);
    expect(far?.entries.map(entry => entry.position)).toEqual(Array.from({ length: 200 }, (_, n) => 200 - n));
  });

  it(`of any status and order is as cheap anywhere, with people erased and invited${verifies('entries.constant')}`, async () => {
    await engine.pool.query(
      'INSERT INTO erased_entries (waitlist_id, seq) SELECT $1, n FROM generate_series(7, $2::integer, 50) n',
      [large, LARGE],
    );
    await engine.pool.query(
      `INSERT INTO invitations (id, batch_id, waitlist_id, seq, code_hash, state)
       SELECT gen_random_uuid(), gen_random_uuid(), $1, n, sha256(int4send(n)),
              CASE WHEN n % 40 = 1 THEN 'accepted' ELSE 'invited' END FROM generate_series(1, $2::integer, 20) n`,
      [large, LARGE],
    );
    // One plan for all: pages of a list are compared.
    await engine.pool.query('VACUUM ANALYZE');
    const statusOf = (seq: number) => {
      if (seq % 50 === 7) return null;
      return seq % 20 === 1 ? (seq % 40 === 1 ? 'accepted' : 'invited') : 'waiting';
    };
    const seqs = Array.from({ length: LARGE }, (_, n) => n + 1).filter(seq => statusOf(seq) !== null);
    const entries = createEntryStore(engine.pool);
    const referralsOf = (seq: number) => (seq % 5 === 3 ? 1 + (seq % 120) : 0);
    await engine.pool.query(
      `INSERT INTO places (waitlist_id, seq, block, referral_count)
       SELECT $1, n, (n - 1) / 128, 1 + n % 120 FROM generate_series(3, $2::integer, 5) n`,
      [large, LARGE],
    );
    await engine.pool.query('VACUUM ANALYZE places, people_counts');
    const lists = [null, ...ENTRY_STATUSES].flatMap(status => {
      const people = seqs.filter(seq => status === null || statusOf(seq) === status);
      return [
        { status, sort: 'joined', order: people.toReversed() },
        { status, sort: 'position', order: people },
      ] as const;
    });
    const byReferrals = seqs.toSorted((a, b) => referralsOf(b) - referralsOf(a) || a - b);
    for (const { order, ...list } of [
      ...lists,
      { status: null, sort: 'referrals', order: byReferrals } as const,
    ]) {
      let most = Number.POSITIVE_INFINITY;
      for (const offset of [0, 500, Math.floor(order.length / 2), order.length - 150]) {
        const query: Omit<ListQuery, 'accountId'> = { waitlistId: large, limit: 200, offset, ...list };
        const found = await entries.page({ accountId: engine.accountId, ...query });
        expect(found.total).toBe(order.length);
        const positions = (from: number) => order.slice(from, from + 200);
        expect(found.entries.map(({ position }) => position)).toEqual(positions(offset));
        const next = { ...query, offset: 0, after: found.next };
        if (found.next) {
          const following = await entries.page({ accountId: engine.accountId, ...next });
          expect(following.entries.map(({ position }) => position)).toEqual(positions(offset + 200));
        }
        for (const each of found.next ? [query, next] : [query]) {
          // A large offset by referrals walks over the people before it; a cursor does not.
          if (list.sort === 'referrals' && each === query && offset > 0) continue;
          const { blocks } = await explain(each);
          expect(blocks).toBeLessThan(MOST_BLOCKS);
          // One that walks over the people before it reads two thirds more.
          expect(blocks).toBeLessThan(1.3 * most);
          if (each === query && offset === 0) most = blocks;
        }
      }
    }
  });
});
