import type pg from 'pg';
import type { MovedUpRecord, MovedUpStore } from '../../core/status/moved-up-store.ts';
import { PLACE_COLUMNS, PLACE_TABLES } from './place-columns.ts';
import { isSuppressed } from './suppression-store.ts';

/** {@link MovedUpStore} on Postgres. */
export const createMovedUpStore = (pool: pg.Pool): MovedUpStore => ({
  async queue(waitlistId, friendId) {
    await pool.query({
      name: 'queue-moved-up',
      text: `INSERT INTO outbox (kind, turn, waitlist_id, payload, available_at)
             SELECT 'moved_up', w.account_id, w.id, jsonb_build_object('entryId', e.id),
                    greatest(clock_timestamp(), p.told_at + interval '1 day')
             FROM entries friend
             JOIN referrals r ON r.waitlist_id = friend.waitlist_id AND r.seq = friend.seq AND r.state = 'credited'
             JOIN entries e ON e.waitlist_id = r.waitlist_id AND e.seq = r.referrer_seq
             JOIN places p ON p.waitlist_id = e.waitlist_id AND p.seq = e.seq
             JOIN waitlists w ON w.id = e.waitlist_id
             WHERE w.id = $1 AND w.referral_enabled AND friend.id = $2
             ON CONFLICT (waitlist_id, (payload ->> 'entryId')) WHERE kind = 'moved_up' DO NOTHING`,
      values: [waitlistId, friendId],
    });
  },

  async queueOutside(waitlistId, entryId) {
    await pool.query({
      name: 'queue-moved-up-outside',
      text: `INSERT INTO outbox (kind, turn, waitlist_id, payload)
             SELECT 'moved_up_outside', w.account_id, w.id, jsonb_build_object('entryId', $2::uuid) FROM waitlists w WHERE w.id = $1
             ON CONFLICT (waitlist_id, (payload ->> 'entryId')) WHERE kind = 'moved_up_outside' DO NOTHING`,
      values: [waitlistId, entryId],
    });
  },

  async find(waitlistId, entryId) {
    const { rows } = await pool.query<MovedUpRecord>({
      name: 'find-moved-up',
      text: `SELECT q.email, e.email_digest AS "emailDigest", ${isSuppressed('e.email_digest')} AS suppressed,
                    ${PLACE_COLUMNS}, coalesce(p.told_position, q.seq) AS "toldPosition"
             FROM entries e JOIN queue q ON q.waitlist_id = e.waitlist_id AND q.seq = e.seq
             JOIN places p ON p.waitlist_id = e.waitlist_id AND p.seq = e.seq
             ${PLACE_TABLES}
             WHERE e.id = $2 AND e.waitlist_id = $1`,
      values: [waitlistId, entryId],
    });
    return rows[0] ?? null;
  },

  async told(waitlistId, entryId, position) {
    await pool.query({
      name: 'told-place',
      text: `UPDATE places p SET told_position = $3, told_at = clock_timestamp()
             FROM entries e WHERE e.id = $2 AND e.waitlist_id = $1 AND p.waitlist_id = $1 AND p.seq = e.seq`,
      values: [waitlistId, entryId, position],
    });
  },
});
