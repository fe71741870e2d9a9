import { expect } from '@jest/globals';
import type pg from 'pg';
import { createErasureStore } from '../../adapters/postgres/entries/erasure-store.ts';
import { createPendingStore } from '../../adapters/postgres/signups/pending-store.ts';
import { createSignupStore } from '../../adapters/postgres/signups/signup-store.ts';
import { createWaitlistStore } from '../../adapters/postgres/waitlists/waitlist-store.ts';
import { type Engine, STORE_OPTIONS, signupOf } from './engine-fixture.ts';

export type Act =
  | { readonly do: 'join' | 'add' | 'erase' | 'confirm'; readonly who: number }
  | { readonly do: 'capacity'; readonly capacity: number | null }
  | { readonly do: 'turn'; readonly isOpen: boolean }
  /** The database that holds their data is attached, or detached. */
  | { readonly do: 'move'; readonly isAttached: boolean };

/** Acts that happen at once. */
export type Round = readonly Act[];

/** People that the account adds have such an address. */
const ADDED = 'added';

/**
 * Recounts the people on the list each time somebody joins, in the same transaction, and fails if there are more than the capacity
 * or if the waitlist is closed.
 */
export async function watchCapacity(pool: pg.Pool): Promise<void> {
  await pool.query(`
    CREATE FUNCTION watch_capacity() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE
      list waitlists := (SELECT w FROM waitlists w WHERE w.id = NEW.waitlist_id);
    BEGIN
      IF NEW.email LIKE '${ADDED}%' THEN
        RETURN NULL;
      END IF;
      ASSERT NEW.email LIKE 'pending%' OR list.closes_at IS NULL, 'joined while it was closed';
      ASSERT list.capacity IS NULL OR list.capacity >=
        (SELECT count(*) FROM entries e WHERE e.waitlist_id = NEW.waitlist_id AND NOT EXISTS (
           SELECT FROM erased_entries x WHERE x.waitlist_id = e.waitlist_id AND x.seq = e.seq)), 'joined beyond the capacity';
      RETURN NULL;
    END $$;
    CREATE TRIGGER capacity_watched AFTER INSERT ON contacts FOR EACH ROW EXECUTE FUNCTION watch_capacity()`);
}

/** A waitlist and its model: who is there, by address, and the door. */
export async function openDoorModel(engine: Engine) {
  const { pool, accountId } = engine;
  const signups = createSignupStore(pool, STORE_OPTIONS);
  const pending = createPendingStore(pool);
  const erasures = createErasureStore(pool);
  const waitlists = createWaitlistStore(pool);
  const waitlistId = await engine.createWaitlist();
  const present = new Map<string, string>();
  let everJoined = 0;
  let capacity: number | null = null;
  let isOpen = true;

  const joined = (email: string, entryId: string): void => {
    present.set(email, entryId);
    everJoined++;
  };
  const door = () => {
    if (!isOpen) return 'closed';
    return capacity !== null && present.size >= capacity ? 'full' : 'open';
  };

  async function join(email: string, isAdded: boolean): Promise<void> {
    const signup = signupOf(email, isAdded ? { admission: 'owner' } : {});
    const outcome = await signups.join(waitlistId, signup);
    if (outcome?.status === 'joined') joined(email, signup.entryId);
    // Who is added is never kept out.
    else if (isAdded) expect(outcome).toEqual({ status: 'already_joined' });
  }

  async function confirm(email: string): Promise<void> {
    const signup = signupOf(email);
    await pending.add(waitlistId, signup);
    const outcome = await pending.confirm(signup.entryId);
    if (outcome?.status === 'on_list' && outcome.entryId === signup.entryId) joined(email, signup.entryId);
  }

  async function erase(who: number): Promise<void> {
    const [email, entryId] = [...present][who] ?? [];
    if (email === undefined || entryId === undefined) return;
    // Two at once erase one person.
    if ((await erasures.erase(accountId, waitlistId, entryId)) && present.get(email) === entryId)
      present.delete(email);
  }

  async function move(isAttached: boolean): Promise<void> {
    if (!isAttached) {
      await pool.query('SELECT detach_database($1, $2)', [accountId, waitlistId]);
      return;
    }
    await pool.query(`SELECT attach_database($1, $2, 'postgres', 't', '\\x01', '\\x02')`, [
      accountId,
      waitlistId,
    ]);
    await pool.query(
      `SELECT record_delivery(w.id, w.database_id, 1, (SELECT max(e.seq) FROM entries e WHERE e.waitlist_id = w.id))
       FROM waitlists w WHERE w.id = $1 AND w.database_id IS NOT NULL AND EXISTS (
         SELECT FROM entries e WHERE e.waitlist_id = w.id)`,
      [waitlistId],
    );
  }

  async function act(given: Act): Promise<void> {
    switch (given.do) {
      case 'join':
        return join(`p${given.who}@x.test`, false);
      case 'add':
        return join(`${ADDED}${given.who}@x.test`, true);
      case 'confirm':
        return confirm(`pending${given.who}@x.test`);
      case 'erase':
        return erase(given.who);
      case 'capacity':
        await waitlists.update(accountId, waitlistId, { capacity: given.capacity });
        capacity = given.capacity;
        return;
      case 'turn':
        await waitlists.update(accountId, waitlistId, {
          closesAt: given.isOpen ? null : '2026-01-01T00:00:00.000Z',
        });
        ({ isOpen } = given);
        return;
      case 'move':
        return move(given.isAttached);
    }
  }

  return {
    /** Plays acts at once; those of one kind that would overtake each other in the model, in turn. */
    async play(round: Round): Promise<void> {
      const settings = round.filter(({ do: kind }) => kind === 'capacity' || kind === 'turn');
      const moves = round.filter(({ do: kind }) => kind === 'move');
      const others = round.filter(given => ![...settings, ...moves].includes(given));
      const inTurn = async (acts: Round): Promise<void> => {
        for (const each of acts) await act(each);
      };
      await Promise.all([inTurn(settings), inTurn(moves), ...others.map(act)]);
    },

    /** Nothing happens meanwhile, so the model is exact. */
    async check(): Promise<void> {
      const queue = await engine.readQueue(waitlistId);
      expect(queue.map(({ position }) => position)).toEqual(
        Array.from({ length: everJoined }, (_, n) => n + 1),
      );
      const ids = new Set(queue.map(({ id }) => id));
      for (const id of present.values()) expect(ids).toContain(id);
      const list = await waitlists.find(accountId, { id: waitlistId });
      expect(list).toMatchObject({ capacity, door: door() });
      // One more fits exactly if the door is open.
      const before = door();
      const email = `p-extra-${everJoined}@x.test`;
      const signup = signupOf(email);
      const outcome = await signups.join(waitlistId, signup);
      if (before !== 'open') return expect(outcome).toEqual({ status: 'closed', door: before });
      expect(outcome).toMatchObject({ status: 'joined', position: everJoined + 1 });
      joined(email, signup.entryId);
    },
  };
}
