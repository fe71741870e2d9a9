import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type pg from 'pg';
import { createEntryStore } from '../../adapters/postgres/entry-store.ts';
import { callJoin, type Engine, openEngine, signupOf } from './engine-fixture.ts';

const LARGE = 100_000;
let engine: Engine;
let small: string;
let large: string;

beforeAll(async () => {
  engine = await openEngine(4);
  small = await engine.createWaitlist({ boost: 20 });
  const people = Array.from({ length: 333 }, (_, n) => signupOf(small, `p${n}@x.test`, { name: `P${n}` }));
  await callJoin(engine.pool, small, people);
  const friends = Array.from({ length: 120 }, (_, n) =>
    signupOf(small, `friend${n}@x.test`, { referrerCode: people[(n * 37) % 333]?.referralCode ?? null }),
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
afterAll(() => engine.close());

const page = (waitlistId: string, limit: number, offset: number) =>
  createEntryStore(engine.pool).page({ accountId: engine.accountId, waitlistId, limit, offset });

describe('a page of entries', () => {
  it('matches the naive ordering at any offset and limit', async () => {
    const { rows: naive } = await engine.pool.query(
      `SELECT e.id, c.email, c.name, e.referral_code AS "referralCode", e.referred_by AS "referredBy",
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
        expect(await page(small, limit, offset)).toEqual({
          entries: naive.slice(offset, offset + limit),
          total: 453,
          storage: null,
        });
      }),
      { numRuns: 60 },
    );
  });

  it('includes the total even when the offset is past the end', async () => {
    for (const offset of [453, 2 ** 31, Number.MAX_SAFE_INTEGER])
      expect(await page(small, 200, offset)).toEqual({ entries: [], total: 453, storage: null });
  });

  it('is empty for a waitlist without entries', async () => {
    expect(await page(await engine.createWaitlist(), 50, 0)).toEqual({
      entries: [],
      total: 0,
      storage: null,
    });
  });

  it('is empty for another account’s waitlist', async () => {
    const entries = createEntryStore(engine.pool);
    const query = { accountId: engine.accountId, waitlistId: small, limit: 10, offset: 5 };
    expect((await entries.page(query)).entries).toHaveLength(10);
    const stranger = '00000000-0000-4000-8000-000000000000';
    const nothing = { entries: [], total: 0, storage: null };
    expect(await entries.page({ ...query, accountId: stranger })).toEqual(nothing);
    expect(await entries.page({ ...query, waitlistId: stranger })).toEqual(nothing);
    expect(await entries.window({ ...query, accountId: stranger, after: 0, seqs: [1] })).toBeNull();
  });

  it('at the far end of 100,000 reads only what it returns, with and without statistics', async () => {
    const asked: pg.QueryConfig[] = [];
    const spy = { query: async (query: pg.QueryConfig) => ({ rows: [], asked: asked.push(query) }) };
    const entries = createEntryStore(spy as unknown as pg.Pool);
    await entries.page({ accountId: engine.accountId, waitlistId: large, limit: 200, offset: LARGE - 200 });
    const [{ text, values } = { text: '', values: [] }] = asked;
    expect(text).not.toMatch(/OFFSET|count\(/i);

    for (const statistics of [false, true]) {
      if (statistics) await engine.pool.query('ANALYZE');
      // Small tables (waitlists, places) may be scanned in full: only the number of blocks read matters.
      const explain = await engine.pool.query(
        `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${text}`,
        values as unknown[],
      );
      const plan = JSON.stringify(explain.rows[0]['QUERY PLAN']);
      expect(plan).not.toMatch(/"Node Type":"Seq Scan"[^{}]*"Relation Name":"(entries|contacts)"/);
      const { 'Shared Hit Blocks': hit, 'Shared Read Blocks': read } = explain.rows[0]['QUERY PLAN'][0].Plan;
      // One more for each, to look whether there is an invitation.
      expect(hit + read).toBeLessThan(200 * 9);
    }
    const far = await page(large, 200, LARGE - 200);
    expect(far?.entries.map(entry => entry.position)).toEqual(Array.from({ length: 200 }, (_, n) => 200 - n));
  });
});
