import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { createEntryChangeStore } from '../../adapters/postgres/questions/entry-change-store.ts';
import type { Question } from '../../core/questions/question.ts';
import { sourceFacets, toAnswerWrite } from '../../core/questions/stored-answers.ts';
import type { NewSignup } from '../../core/signups/signup-store.ts';
import { verifies } from '../support/verifies.ts';
import { openCopying } from './copying-fixture.ts';
import { callJoin, shareEngine, signupOf } from './engine-fixture.ts';

const TOOLS: Question = {
  key: 'tools',
  label: 'Tools',
  type: 'choices',
  options: ['React', 'Vue', 'Other'],
  required: false,
  ask: 'form',
};
const TERMS: Question = { key: 'terms', label: 'Yes', type: 'checkbox', required: false, ask: 'after' };
const QUESTIONS = [TOOLS, TERMS];

/** Who is listed under which facet, counted one by one. */
const COUNTED = `
  WITH people AS MATERIALIZED (
    SELECT e.seq, q.status FROM entries e JOIN queue q USING (waitlist_id, seq)
    WHERE e.waitlist_id = $1 AND NOT EXISTS (SELECT FROM erased_entries x WHERE x.waitlist_id = $1 AND x.seq = e.seq)
      AND NOT EXISTS (
        SELECT FROM delivered_ranges d JOIN waitlists w ON w.id = d.waitlist_id
        WHERE w.id = $1 AND d.attachment_id IS DISTINCT FROM w.database_id AND e.seq BETWEEN d.first_seq AND d.last_seq)
  ), has AS MATERIALIZED (
    SELECT ef.seq, f.kind, f.key, f.value FROM entry_facets ef JOIN facets f ON f.waitlist_id = $1 AND f.id = ef.facet
    WHERE ef.waitlist_id = $1
  ), named AS (
    SELECT * FROM has
    UNION ALL
    SELECT p.seq, 'source', '', CASE WHEN EXISTS (SELECT FROM referrals r WHERE r.waitlist_id = $1 AND r.seq = p.seq)
                                     THEN 'friend' ELSE 'direct' END
    FROM people p WHERE p.seq NOT IN (SELECT h.seq FROM has h WHERE h.kind = 'source')
  )
  SELECT n.kind, n.key, n.value, count(*)::integer AS signups,
         (count(*) FILTER (WHERE p.status = 'accepted'))::integer AS accepted
  FROM named n JOIN people p USING (seq) GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`;

const STORED = `
  SELECT * FROM (
    SELECT kind, key, value, signups, accepted FROM facets WHERE waitlist_id = $1 AND kind <> 'source' AND signups <> 0
    UNION ALL SELECT 'source', '', source, signups, accepted FROM count_sources($1)
  ) f ORDER BY 1, 2, 3`;

describe('facets', () => {
  const engine = shareEngine();
  const entryChanges = () => createEntryChangeStore(engine.pool);

  /** The counts are true, and stay as they are when everybody is counted anew. */
  async function expectTrue(waitlistId: string) {
    const read = async (statement: string) => (await engine.pool.query(statement, [waitlistId])).rows;
    const counted = await read(COUNTED);
    expect(await read(STORED)).toEqual(counted);
    await engine.pool.query('SELECT recount_facets($1)', [waitlistId]);
    expect(await read(STORED)).toEqual(counted);
    return counted;
  }

  function personOf(
    name: string,
    tools: string[],
    utmSource: string | null,
    changes: Partial<NewSignup> = {},
  ) {
    const { given, facets } = toAnswerWrite(QUESTIONS, { given: { tools }, cleared: [] });
    const source = { utmSource, utmMedium: null, utmCampaign: null, referrerHost: null };
    return signupOf(`${name}@x.test`, {
      answers: given,
      source,
      facets: [...sourceFacets(source), ...facets],
      ...changes,
    });
  }

  it(`are counted through everything that happens to people${verifies('statistics.facets-exact')}`, async () => {
    const copying = await openCopying(engine);
    const { waitlistId } = copying;
    const join = (...people: NewSignup[]) => callJoin(engine.pool, waitlistId, people);
    const referrer = personOf('a', ['React'], 'X');
    await join(referrer, personOf('b', ['React', 'Vue'], null), personOf('c', ['Vue'], 'y'));
    const byFriend = { referrerCode: referrer.referralCode };
    await join(personOf('d', ['Other'], null, byFriend), personOf('e', ['Other'], 'x', byFriend));
    await join(personOf('f', ['Vue'], 'friend'), personOf('g', ['Vue'], 'direct'));
    expect(await expectTrue(waitlistId)).toEqual(
      [
        ['answer', 'tools', 'Other', 2],
        ['answer', 'tools', 'React', 2],
        ['answer', 'tools', 'Vue', 4],
        ['source', '', 'direct', 2],
        ['source', '', 'friend', 2],
        ['source', '', 'x', 2],
        ['source', '', 'y', 1],
      ].map(([kind, key, value, signups]) => ({ kind, key, value, signups, accepted: 0 })),
    );

    const { rows: people } = await engine.pool.query<{ seq: number; id: string }>(
      'SELECT seq, id FROM entries WHERE waitlist_id = $1 ORDER BY seq',
      [waitlistId],
    );
    const idOf = (seq: number): string => people[seq - 1]?.id ?? '';
    const setState = (seqs: readonly number[], state: string) =>
      engine.pool.query(
        `INSERT INTO invitations (id, batch_id, waitlist_id, seq, code_hash, state)
         SELECT gen_random_uuid(), $4::uuid, $1::uuid, seq, sha256(($1::uuid::text || seq)::bytea), $3 FROM unnest($2::integer[]) AS seq
         ON CONFLICT (code_hash) DO UPDATE SET state = excluded.state`,
        [waitlistId, seqs, state, randomUUID()],
      );
    await setState([1, 2, 4, 5], 'invited');
    await expectTrue(waitlistId);
    await setState([1, 2, 4], 'accepted');
    expect(await expectTrue(waitlistId)).toContainEqual(
      expect.objectContaining({ value: 'friend', signups: 2, accepted: 1 }),
    );
    await setState([2], 'ended');
    await expectTrue(waitlistId);

    const change = (seq: number, given: Record<string, string[] | boolean>, cleared: string[] = []) =>
      entryChanges().change(waitlistId, idOf(seq), toAnswerWrite(QUESTIONS, { given, cleared }));
    await change(1, { tools: ['Vue', 'Other'], terms: true });
    await change(3, { terms: false }, ['tools']);
    await change(4, { terms: true });
    expect(await expectTrue(waitlistId)).toContainEqual({
      kind: 'answer',
      key: 'terms',
      value: 'true',
      signups: 2,
      accepted: 2,
    });

    await copying.erase(idOf(4));
    await copying.erase(idOf(3));
    await expectTrue(waitlistId);

    await copying.attach('one');
    await join(personOf('h', ['React'], 'x'), personOf('i', ['React'], null, byFriend));
    await copying.work();
    await expectTrue(waitlistId);
    await copying.detach();
    await expectTrue(waitlistId);
    await setState([8], 'accepted');
    const { rows } = await engine.pool.query<{ id: string }>(
      'SELECT id FROM entries WHERE waitlist_id = $1 AND seq > 7 ORDER BY seq',
      [waitlistId],
    );
    for (const { id } of rows)
      await entryChanges().change(
        waitlistId,
        id,
        toAnswerWrite(QUESTIONS, { given: { terms: true }, cleared: ['tools'] }),
      );
    await expectTrue(waitlistId);
    await copying.erase(rows[1]?.id ?? '');
    await copying.attach('one');
    await expectTrue(waitlistId);
  });

  it(`of sources are a thousand at most${verifies('statistics.sources-bounded')}`, async () => {
    const waitlistId = await engine.createWaitlist();
    const people = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, index) =>
        personOf(`p${from + index}`, ['Vue'], `s${from + index}`),
      );
    await callJoin(engine.pool, waitlistId, people(0, 990));
    await callJoin(engine.pool, waitlistId, people(990, 1010));
    await callJoin(engine.pool, waitlistId, [personOf('again', ['Vue'], 's7')]);
    const counted = await expectTrue(waitlistId);
    expect(counted).toContainEqual(expect.objectContaining({ value: 'other', signups: 10 }));
    expect(counted).toContainEqual(expect.objectContaining({ value: 's7', signups: 2 }));
    expect(counted).toHaveLength(1000 + 2);
  });
});
