import type pg from 'pg';
import { WIDE_FACTOR } from '../../../core/kernel/networks.ts';
import type { Language } from '../../../core/languages/language.ts';
import {
  CLAIM_MINUTES,
  type PlaceLinkQueue,
  type PlaceLinkRecord,
  type PlaceLinkRequests,
  type PlaceLinkStore,
} from '../../../core/place-pages/place-link-store.ts';
import { isSuppressed } from '../email/suppression-store.ts';
import { PLACE_COLUMNS, PLACE_TABLES } from '../entries/place-columns.ts';
import { ATTEMPT_WINDOW_MS } from '../signups/signup-store.ts';

interface Requested {
  readonly known: boolean;
  readonly accepted: boolean | null;
  readonly reset_seconds: number | null;
  readonly languages: readonly Language[] | null;
}

const createQueue = (pool: pg.Pool): PlaceLinkQueue => ({
  async queue(slug, email, emailDigest) {
    await pool.query({
      name: 'queue-place-link',
      text: `SELECT queue_status_link($1, $2, $3, 'place')`,
      values: [slug, email, emailDigest],
    });
  },
});

/**
 * {@link PlaceLinkRequests} on Postgres.
 * @param attemptsPerMinute - accepted from one network at one waitlist, together with attempts to join
 */
export const createPlaceLinkRequests = (
  pool: pg.Pool,
  { attemptsPerMinute }: { readonly attemptsPerMinute: number },
): PlaceLinkRequests => ({
  async request({ slug, networks: { near, wide }, email, emailDigest, purpose }) {
    const { rows } = await pool.query<Requested>({
      name: 'request-place-link',
      text: 'SELECT known, accepted, reset_seconds, languages FROM request_status_link($1, $2, $3, $4, $5, $6, $7, $8, $9)',
      values: [
        slug,
        near,
        wide,
        attemptsPerMinute,
        attemptsPerMinute * WIDE_FACTOR,
        ATTEMPT_WINDOW_MS,
        email,
        emailDigest,
        purpose,
      ],
    });
    const [row] = rows;
    if (!row?.known) return { status: 'no_such_waitlist' };
    const languages = row.languages ?? [];
    return row.accepted
      ? { status: 'counted', languages }
      : { status: 'refused', resetSeconds: row.reset_seconds ?? 60, languages };
  },

  ...createQueue(pool),
});

/** {@link PlaceLinkStore} on Postgres. */
export const createPlaceLinkStore = (pool: pg.Pool): PlaceLinkStore => ({
  ...createQueue(pool),

  async find(waitlistId, emailDigest) {
    const { rows } = await pool.query<PlaceLinkRecord>({
      name: 'find-place-link',
      text: `SELECT q.id AS "entryId", ${isSuppressed('$2')} AS suppressed, ${PLACE_COLUMNS}
             FROM queue q ${PLACE_TABLES}
             WHERE q.waitlist_id = $1 AND q.seq = (
               SELECT e.seq FROM entries e WHERE e.waitlist_id = $1 AND e.email_digest = $2)`,
      values: [waitlistId, emailDigest],
    });
    return rows[0] ?? null;
  },

  async claim(waitlistId, mailbox, jobId) {
    const { rows } = await pool.query<{ claimed: boolean }>({
      name: 'claim-place-link',
      text: 'SELECT claim_status_link($1, $2, $3, make_interval(mins => $4)) AS claimed',
      values: [waitlistId, mailbox, jobId, CLAIM_MINUTES],
    });
    return rows[0]?.claimed ?? false;
  },

  async sweep() {
    await pool.query('DELETE FROM status_links WHERE claimed_at <= now() - make_interval(mins => $1)', [
      CLAIM_MINUTES,
    ]);
  },
});
