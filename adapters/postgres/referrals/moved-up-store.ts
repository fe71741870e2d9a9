import type pg from 'pg';
import type { MovedUpRecord, MovedUpStore } from '../../../core/referrals/moved-up-store.ts';
import { isSuppressed } from '../email/suppression-store.ts';
import { shareTemplates, type TemplateRow, waitlistTemplate } from '../email-templates/waitlist-template.ts';
import { EACH_ENTRY, entryIds } from '../entries/each-entry.ts';
import { PLACE_COLUMNS, PLACE_TABLES } from '../entries/place-columns.ts';
import { inOrder } from '../kernel/in-order.ts';

const TEMPLATE = waitlistTemplate('moved_up', 'q.language');

/** {@link MovedUpStore} on Postgres. */
export const createMovedUpStore = (pool: pg.Pool): MovedUpStore => ({
  async queue(friends) {
    await pool.query({
      name: 'queue-moved-up',
      text: `INSERT INTO outbox (kind, turn, waitlist_id, payload, available_at)
             SELECT DISTINCT ON (referrer.id) 'moved_up', w.account_id, w.id, jsonb_build_object('entryId', referrer.id),
                    greatest(clock_timestamp(), p.told_at + interval '1 day')
             FROM ${EACH_ENTRY}
             JOIN referrals r ON r.waitlist_id = e.waitlist_id AND r.seq = e.seq AND r.state = 'credited'
             JOIN entries referrer ON referrer.waitlist_id = r.waitlist_id AND referrer.seq = r.referrer_seq
             JOIN places p ON p.waitlist_id = referrer.waitlist_id AND p.seq = referrer.seq
             JOIN waitlists w ON w.id = e.waitlist_id AND w.referral_enabled
             -- In one order, so that two batches never wait for each other.
             ORDER BY referrer.id
             ON CONFLICT (waitlist_id, (payload ->> 'entryId')) WHERE kind = 'moved_up' DO NOTHING`,
      values: entryIds(friends),
    });
  },

  async find(people) {
    const { rows } = await pool.query<TemplateRow<MovedUpRecord>>({
      name: 'find-moved-up',
      text: `SELECT j.n::integer, q.email, q.name, e.email_digest AS "emailDigest", ${isSuppressed('e.email_digest')} AS suppressed,
                    ${PLACE_COLUMNS}, coalesce(p.told_position, q.seq) AS "toldPosition",
                    ${TEMPLATE.columns}
             FROM ${EACH_ENTRY} JOIN LATERAL (
               SELECT q.* FROM queue q WHERE q.waitlist_id = e.waitlist_id AND q.seq = e.seq LIMIT 1
             ) q ON true
             JOIN places p ON p.waitlist_id = e.waitlist_id AND p.seq = e.seq
             ${PLACE_TABLES}
             ${TEMPLATE.join}`,
      values: entryIds(people),
    });
    return inOrder(people.length, shareTemplates(rows));
  },

  async told(people) {
    await pool.query({
      name: 'told-places',
      text: `UPDATE places p SET told_position = ($3::integer[])[j.n], told_at = clock_timestamp()
             FROM ${EACH_ENTRY} WHERE p.waitlist_id = e.waitlist_id AND p.seq = e.seq`,
      values: [...entryIds(people), people.map(({ position }) => position)],
    });
  },
});
