import { randomUUID } from 'node:crypto';
import { expect } from '@jest/globals';
import { createInvitationStore } from '../../adapters/postgres/invitations/invitation-store.ts';
import { toBatch } from '../../core/invitations/batch.ts';
import type { InviteRequest, NewBatch } from '../../core/invitations/invitation-store.ts';
import { callJoin, type Engine, invitationOf, signupOf } from './engine-fixture.ts';
import { PEOPLE, type Step } from './invitation-steps.ts';

/** Those whose data is in a database that is attached and detached. */
const DELIVERED = 40;

interface Person {
  id: string | null;
  readonly digest: Buffer;
  status: 'waiting' | 'invited' | 'accepted';
  batch: string | null;
  isMailed: boolean;
  isStopped: boolean;
  isUndeliverable: boolean;
  /** An email to them was lost. */
  isPassedOver: boolean;
  code: Buffer | null;
}

/** A waitlist and its model: nobody moves, so everyone's place is their number. */
export async function openModel(engine: Engine) {
  const { pool, accountId } = engine;
  const store = createInvitationStore(pool);
  const waitlistId = await engine.createWaitlist();
  const signups = Array.from({ length: PEOPLE }, (_, n) => signupOf(`p${n}@${waitlistId}.test`));
  await callJoin(pool, waitlistId, signups);
  const people = signups.map(
    ({ entryId, emailDigest }): Person => ({
      id: entryId,
      digest: Buffer.from(emailDigest),
      status: 'waiting',
      batch: null,
      isMailed: false,
      isStopped: false,
      isUndeliverable: false,
      isPassedOver: false,
      code: null,
    }),
  );
  const batches: string[] = [];
  let isAttached = true;
  const attach = () =>
    pool.query(`SELECT attach_database($1, $2, 'postgres', 't', '\\x01', '\\x02')`, [accountId, waitlistId]);
  await attach();
  await pool.query(`SELECT record_delivery($1, w.database_id, 1, $2) FROM waitlists w WHERE w.id = $1`, [
    waitlistId,
    DELIVERED,
  ]);

  const isHidden = (index: number) => !isAttached && index < DELIVERED;
  const canBeMailed = (person: Person, index: number) =>
    !person.isStopped && !person.isUndeliverable && !isHidden(index);
  const isNext = (person: Person, index: number) =>
    person.id !== null && person.status === 'waiting' && !person.isPassedOver && canBeMailed(person, index);
  const unsent = () => people.filter(({ status, isMailed }) => status === 'invited' && !isMailed);
  const requestOf = (invited: InviteRequest['who'], codes: Map<string, Buffer>): InviteRequest => {
    const request = invitationOf(engine, waitlistId, invited);
    return {
      ...request,
      newInvitation() {
        const one = request.newInvitation();
        codes.set(one.id, one.codeHash);
        return one;
      },
    };
  };

  /** Who is in a batch, as the database has it. */
  async function membersOf(batch: NewBatch, codes: ReadonlyMap<string, Buffer>): Promise<Person[]> {
    const { rows } = await pool.query<{ id: string; seq: number }>(
      'SELECT id, seq FROM invitations WHERE batch_id = $1 ORDER BY seq',
      [batch.id],
    );
    return rows.flatMap(({ id, seq }) => {
      const person = people[seq - 1];
      return person ? [Object.assign(person, { code: codes.get(id) ?? null })] : [];
    });
  }
  async function invite(invited: readonly InviteRequest['who'][]): Promise<Person[]> {
    const codes = new Map<string, Buffer>();
    const made = await Promise.all(invited.map(each => store.invite(requestOf(each, codes))));
    const all: Person[] = [];
    for (const batch of made) {
      if (!batch) throw new Error('There is no such waitlist');
      batches.push(batch.id);
      const members = await membersOf(batch, codes);
      expect(members).toHaveLength(batch.invited);
      for (const person of members)
        Object.assign(person, { status: 'invited', batch: batch.id, isMailed: false });
      all.push(...members);
    }
    return all;
  }
  const end = (ended: readonly Person[]) => {
    for (const person of ended) Object.assign(person, { status: 'waiting', batch: null, code: null });
  };
  const openIn = (batch: string) =>
    people.filter(person => person.batch === batch && person.status === 'invited');

  async function play(given: Step): Promise<void> {
    switch (given.do) {
      case 'invite': {
        const wanted = given.counts.reduce((sum, each) => sum + each, 0);
        const next = people.filter(isNext).slice(0, wanted);
        const invited = await invite(given.counts.map(each => ({ count: each })));
        // Nobody twice, and nobody before their turn.
        expect(invited.map(({ id }) => id).sort()).toEqual(next.map(({ id }) => id).sort());
        return;
      }
      case 'pick': {
        const picked = [...new Set(given.people)].flatMap(index => people[index] ?? []);
        const able = picked.filter(
          person =>
            person.id !== null && person.status === 'waiting' && canBeMailed(person, people.indexOf(person)),
        );
        const ids = picked.map(({ id }) => id ?? randomUUID());
        const invited = await invite([{ entryIds: ids }]);
        expect(new Set(invited)).toEqual(new Set(able));
        return;
      }
      case 'mail': {
        const sent = unsent().slice(0, given.emails);
        await pool.query(
          `UPDATE invitations SET mailed = true WHERE state = 'invited' AND code_hash = ANY ($1)`,
          [sent.map(({ code }) => code)],
        );
        for (const person of sent) person.isMailed = true;
        return;
      }
      case 'lose': {
        const lost = unsent().slice(0, given.emails);
        await Promise.all(
          lost.map(({ code }) =>
            pool.query('SELECT return_invitation($1, i.id, true) FROM invitations i WHERE i.code_hash = $2', [
              waitlistId,
              code,
            ]),
          ),
        );
        end(lost);
        for (const person of lost) if (!isHidden(people.indexOf(person))) person.isPassedOver = true;
        return;
      }
      case 'redeem': {
        const holders = people.filter(({ code }) => code !== null);
        const holder = holders[given.nth % holders.length];
        if (!holder?.code) return;
        const wasAccepted = holder.status === 'accepted';
        expect(await store.redeem(accountId, holder.code, randomUUID())).toEqual({
          waitlistId,
          entryId: holder.id,
          alreadyRedeemed: wasAccepted,
        });
        holder.status = 'accepted';
        return;
      }
      case 'withdraw': {
        const batch = batches[given.nth % batches.length];
        if (batch === undefined) return;
        const withdrawn = await store.withdraw(accountId, waitlistId, batch);
        expect(withdrawn && toBatch(withdrawn)).toMatchObject({ state: 'withdrawn', unsent: 0 });
        end(openIn(batch));
        return;
      }
      case 'expire': {
        const batch = batches[given.nth % batches.length];
        if (batch === undefined) return;
        await pool.query('UPDATE invitation_batches SET expires_at = now() WHERE id = $1', [batch]);
        await store.expire(waitlistId, batch);
        end(openIn(batch));
        return;
      }
      case 'erase': {
        const person = people[given.who];
        if (!person?.id) return;
        await pool.query('SELECT erase_entry($1, $2, $3)', [accountId, waitlistId, person.id]);
        Object.assign(person, { id: null, status: 'waiting', batch: null, code: null });
        return;
      }
      case 'stop': {
        const person = people[given.who];
        if (!person) return;
        const { stopOf } = invitationOf(engine, waitlistId, { count: 1 });
        await pool.query(
          'INSERT INTO email_stops (waitlist_id, digest) VALUES ($1, $2) ON CONFLICT DO NOTHING',
          [waitlistId, stopOf(person.digest)],
        );
        person.isStopped = true;
        return;
      }
      case 'bounce': {
        const person = people[given.who];
        if (!person) return;
        await pool.query(
          `INSERT INTO email_suppressions (email_digest, reason, waitlist_id, first_event_at, last_event_at)
           VALUES ($1, 'bounce', $2, now(), now()) ON CONFLICT DO NOTHING`,
          [person.digest, waitlistId],
        );
        person.isUndeliverable = true;
        return;
      }
      case 'toggle':
        if (isAttached) await pool.query('SELECT detach_database($1, $2)', [accountId, waitlistId]);
        else await attach();
        isAttached = !isAttached;
    }
  }

  /** The people are as in the model. */
  async function checkPeople(): Promise<void> {
    const queue = await engine.readQueue(waitlistId);
    const erased = (index: number) => people[index]?.id === null;
    expect(queue.map(({ id, status }, index) => [erased(index) ? null : id, status])).toEqual(
      people.map(({ id, status }) => [id, status]),
    );
    const { rows: ahead } = await pool.query<{ ahead: number }>('SELECT waiting_ahead($1, $2) AS ahead', [
      waitlistId,
      PEOPLE,
    ]);
    const waiting = people.slice(0, -1).filter(({ id, status }) => id !== null && status === 'waiting');
    expect(ahead[0]?.ahead).toBe(waiting.length);
  }

  /** So they are, each batch counts its own, and no batch names somebody who was erased. */
  async function check(): Promise<void> {
    await checkPeople();
    const { rows: wrong } = await pool.query(
      `SELECT b.id FROM invitation_batches b LEFT JOIN invitations i ON i.batch_id = b.id WHERE b.waitlist_id = $1
       GROUP BY b.id HAVING b.invited <> count(i.id) OR b.accepted <> count(*) FILTER (WHERE i.state = 'accepted')
         OR b.ended <> count(*) FILTER (WHERE i.state = 'ended')`,
      [waitlistId],
    );
    expect(wrong).toEqual([]);
    const { rows: named } = await pool.query<{ id: string }>(
      `SELECT s.entry_id AS id FROM skipped_entries s JOIN invitation_batches b ON b.id = s.batch_id
       WHERE b.waitlist_id = $1 AND s.reason <> 'not_found'`,
      [waitlistId],
    );
    const there = new Set(people.map(({ id }) => id));
    expect(named.filter(({ id }) => !there.has(id))).toEqual([]);
  }

  /** Once each email was sent or lost, no batch is still being sent; once all are over, nobody is invited. */
  async function settle(): Promise<void> {
    await play({ do: 'mail', emails: 5 });
    await play({ do: 'lose', emails: PEOPLE });
    for (const batch of (await store.list(waitlistId, { limit: 200, offset: 0 })).batches.map(toBatch)) {
      expect([batch.state, batch.unsent]).toEqual([expect.stringMatching(/^(sent|withdrawn)$/), 0]);
      if (batch.state === 'sent') expect(openIn(batch.id).every(({ isMailed }) => isMailed)).toBe(true);
    }
    // The jobs that would end them are lost.
    await pool.query(
      `UPDATE invitation_batches SET expires_at = now() - interval '1 day' WHERE waitlist_id = $1`,
      [waitlistId],
    );
    await store.sweep();
    end(people.filter(({ status }) => status === 'invited'));
    await check();
    await pool.query(
      `UPDATE invitation_batches SET expires_at = now() - interval '1 year' WHERE waitlist_id = $1`,
      [waitlistId],
    );
    await store.sweep();
    const accepted = people.filter(({ status }) => status === 'accepted');
    expect((await store.list(waitlistId, { limit: 200, offset: 0 })).total).toBe(
      new Set(accepted.map(({ batch }) => batch)).size,
    );
    await checkPeople();
  }

  return { play, check, settle };
}
