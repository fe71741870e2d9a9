import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type Copying, openCopying } from './copying-fixture.ts';
import { callJoin, shareEngine, signupOf } from './engine-fixture.ts';
import { expectCounted } from './people-counts.ts';

type Step =
  | { readonly do: 'join'; readonly signups: readonly (number | null)[] }
  | { readonly do: 'work'; readonly calls: number | undefined }
  | { readonly do: 'attach'; readonly server: string }
  | { readonly do: 'detach' }
  | { readonly do: 'erase'; readonly who: number }
  | { readonly do: 'outage'; readonly server: string; readonly away: boolean };

const SERVERS = ['a', 'b'];
const server = fc.constantFrom(...SERVERS);

/** @param mortal - whether workers are killed partway */
const steps = (mortal: boolean) =>
  fc.array(
    fc.oneof(
      {
        weight: 5,
        arbitrary: fc.record({
          do: fc.constant('join' as const),
          // The referrer: the index of an earlier entry.
          signups: fc.array(fc.option(fc.nat(400), { freq: 3 }), { minLength: 1, maxLength: 40 }),
        }),
      },
      {
        weight: 4,
        arbitrary: fc.record({
          do: fc.constant('work' as const),
          calls: mortal ? fc.option(fc.nat(40), { nil: undefined }) : fc.constant(undefined),
        }),
      },
      { weight: 2, arbitrary: fc.record({ do: fc.constant('attach' as const), server }) },
      { weight: 1, arbitrary: fc.constant({ do: 'detach' as const }) },
      { weight: 2, arbitrary: fc.record({ do: fc.constant('erase' as const), who: fc.nat(400) }) },
      {
        weight: 1,
        arbitrary: fc.record({ do: fc.constant('outage' as const), server, away: fc.boolean() }),
      },
    ),
    { minLength: 3, maxLength: 30 },
  );

describe('copying under random operations', () => {
  const engine = shareEngine();

  interface Played {
    /** The server attached at the end. */
    readonly attached: string | null;
    /** The erased entries. */
    readonly erased: ReadonlySet<string>;
    readonly erasedCodes: ReadonlySet<string>;
    readonly erasedEmails: ReadonlySet<string>;
  }

  /** Runs the steps, then lets everything settle. */
  async function play(copying: Copying, script: readonly Step[]): Promise<Played> {
    const { waitlistId, connector } = copying;
    const codes: string[] = [];
    const people: { id: string; email: string; code: string }[] = [];
    const erased = new Set<(typeof people)[number]>();
    let attached: string | null = null;
    for (const step of script) {
      switch (step.do) {
        case 'join': {
          const signups = step.signups.map((referrer, index) =>
            signupOf(`p${codes.length + index}@x.test`, {
              referrerCode: referrer === null ? null : (codes[referrer % (codes.length || 1)] ?? null),
            }),
          );
          await callJoin(engine.pool, waitlistId, signups);
          codes.push(...signups.map(signup => signup.referralCode));
          people.push(...signups.map(({ entryId: id, email, referralCode: code }) => ({ id, email, code })));
          break;
        }
        case 'work':
          await copying.work(step.calls);
          break;
        case 'attach':
          if (connector.server(step.server).away) break;
          await copying.attach(step.server);
          attached = step.server;
          break;
        case 'detach':
          await copying.detach();
          attached = null;
          break;
        case 'erase': {
          const who = people[step.who % (people.length || 1)];
          if (!who || erased.has(who)) break;
          await copying.erase(who.id);
          erased.add(who);
          break;
        }
        case 'outage':
          connector.server(step.server).away = step.away;
      }
    }
    for (const name of SERVERS) connector.server(name).away = false;
    await copying.hasten();
    await copying.work();
    expect(await copying.jobs()).toEqual([]);
    return {
      attached,
      erased: new Set([...erased].map(({ id }) => id)),
      erasedCodes: new Set([...erased].map(({ code }) => code)),
      erasedEmails: new Set([...erased].map(({ email }) => email)),
    };
  }

  /** The queue without erased entries, whose ids there are different. */
  async function livingIn({ waitlistId }: Copying) {
    const { rows } = await engine.pool.query<{ seq: number }>(
      'SELECT seq FROM erased_entries WHERE waitlist_id = $1',
      [waitlistId],
    );
    const gone = new Set(rows.map(({ seq }) => seq));
    return (await engine.readQueue(waitlistId)).filter(({ seq }) => !gone.has(seq));
  }

  async function check(copying: Copying, played: Played, mortal: boolean): Promise<void> {
    await expectCounted(engine.pool, copying.waitlistId);
    const { attached, erased, erasedCodes } = played;
    const queue = await livingIn(copying);
    const bySeq = [...queue].sort((a, b) => a.seq - b.seq);
    const positions = new Map(queue.map(({ id, position }) => [id, position]));
    const here = await copying.contacts();
    // A detached server keeps erased rows until it is reattached.
    const tables = SERVERS.map(name => copying.connector.rows(name).filter(({ id }) => !erased.has(id)));
    const current = attached === null ? [] : copying.connector.rows(attached);
    for (const { id, referredBy } of [
      ...current,
      ...queue.map(row => ({ ...row, referredBy: row.referred_by })),
    ]) {
      expect(erased.has(id)).toBe(false);
      expect(erasedCodes.has(referredBy ?? '')).toBe(false);
    }

    // Each is in exactly one place, unless a worker died between copying it and recording that.
    const copies = [...here, ...tables.flat()].map(({ id }) => id).sort();
    const ids = queue.map(({ id }) => id).sort();
    expect([...new Set(copies)]).toEqual(ids);
    if (!mortal) expect(copies).toEqual(ids);

    // A table has them in the order they joined.
    const seqs = new Map(bySeq.map(({ id, seq }) => [id, seq]));
    for (const rows of tables) {
      const order = rows.map(({ id }) => seqs.get(id) ?? 0);
      expect(order).toEqual([...order].sort((a, b) => a - b));
    }
    for (const row of current) {
      const listed = here.some(({ id }) => id === row.id);
      if (!listed) expect(`${row.email} at ${row.position}`).toBe(`${row.email} at ${positions.get(row.id)}`);
    }

    // The list shows entries in Anteroom and in the attached database, newest first, at any offset.
    const shown = new Set([...here, ...(mortal ? [] : current)].map(({ id }) => id));
    const { total } = await copying.page();
    const listed = [];
    for (let offset = 0; offset < total; offset += 37)
      listed.push(...(await copying.page(offset, 37)).entries);
    expect(listed).toHaveLength(total);
    const order = listed.map(({ id }) => seqs.get(id) ?? 0);
    expect(order).toEqual([...new Set(order)].sort((a, b) => b - a));
    const inCurrent = new Set(current.map(({ id }) => id));
    for (const entry of listed) {
      expect(entry.email === null ? inCurrent.has(entry.id) : shown.has(entry.id)).toBe(true);
      expect(entry.position).toBe(positions.get(entry.id));
    }
    if (!mortal) expect(new Set(listed.map(({ id }) => id))).toEqual(shown);
    else for (const id of shown) expect(listed.some(entry => entry.id === id)).toBe(true);
  }

  it('loses and duplicates none, keeps the order, and updates the positions', async () => {
    await fc.assert(
      fc.asyncProperty(steps(false), fc.integer({ min: 0, max: 100 }), async (script, boost) => {
        const copying = await openCopying(engine, Math.max(1, boost));
        const played = await play(copying, script);
        await check(copying, played, false);
        // Everyone gets one email; erased entries get at most one.
        expect(new Set(copying.mailed).size).toBe(copying.mailed.length);
        const mailed = copying.mailed.filter(email => !played.erasedEmails.has(email));
        expect(mailed).toHaveLength((await livingIn(copying)).length);
      }),
      { numRuns: 40, endOnFailure: true },
    );
  }, 120_000);

  it('does so even when workers are killed at any moment', async () => {
    await fc.assert(
      fc.asyncProperty(steps(true), async script => {
        const copying = await openCopying(engine, 7);
        const played = await play(copying, script);
        await check(copying, played, true);
        const mailed = copying.mailed.filter(email => !played.erasedEmails.has(email));
        expect(new Set(mailed).size).toBe((await livingIn(copying)).length);
      }),
      { numRuns: 40, endOnFailure: true },
    );
  }, 120_000);
});
