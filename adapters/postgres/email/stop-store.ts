import type pg from 'pg';
import type { StopStore, StopSubject } from '../../../core/email/stop-store.ts';
import type { RateLimit } from '../../../core/kernel/rate-limit.ts';
import { takeRequest } from '../kernel/take-request.ts';

/**
 * Of one link. Not of a network, because mail services post one-click requests for all their users; a request without a
 * valid token never gets here.
 */
export const LINK_LIMIT: RateLimit = { requests: 30, windowSeconds: 60 };

/** {@link StopStore} on Postgres. */
export const createStopStore = (pool: pg.Pool): StopStore => ({
  async find(entryId) {
    const { rows } = await pool.query<StopSubject>({
      name: 'find-stop-subject',
      text: `SELECT e.id AS "entryId", e.is_pending AS "isPending", w.id AS "waitlistId", w.name AS "waitlistName", w.slug, w.languages, d.domain, a.plan, w.design,
                    w.account_id AS "accountId",
                    coalesce(e.mailbox_digest, e.email_digest) AS mailbox
             FROM (
               SELECT e.id, e.waitlist_id, e.mailbox_digest, e.email_digest, false AS is_pending FROM entries e WHERE e.id = $1
               UNION ALL
               SELECT p.id, p.waitlist_id, p.mailbox_digest, p.email_digest, true FROM pending_signups p WHERE p.id = $1
               LIMIT 1) e
             JOIN waitlists w ON w.id = e.waitlist_id JOIN accounts a ON a.id = w.account_id
             LEFT JOIN custom_domains d ON d.waitlist_id = w.id AND d.state = 'active'`,
      values: [entryId],
    });
    return rows[0] ?? null;
  },

  async stop(waitlistId, digest) {
    await pool.query({
      name: 'stop-email',
      text: `INSERT INTO email_stops (waitlist_id, digest) SELECT w.id, $2 FROM waitlists w WHERE w.id = $1
             ON CONFLICT DO NOTHING`,
      values: [waitlistId, digest],
    });
  },

  async areStopped(stops) {
    if (stops.length === 0) return [];
    const { rows } = await pool.query<{ stopped: boolean }>({
      name: 'are-emails-stopped',
      text: `SELECT EXISTS (SELECT FROM email_stops s
                            WHERE s.waitlist_id = j.waitlist_id AND s.digest = j.digest) AS stopped
             FROM unnest($1::uuid[], $2::bytea[]) WITH ORDINALITY AS j (waitlist_id, digest, n) ORDER BY j.n`,
      values: [stops.map(({ waitlistId }) => waitlistId), stops.map(({ digest }) => digest)],
    });
    return rows.map(({ stopped }) => stopped);
  },

  admit: entryId => takeRequest(pool, Buffer.from(`u${entryId}`), LINK_LIMIT),
});
