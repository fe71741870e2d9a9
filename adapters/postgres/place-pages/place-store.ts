import type pg from 'pg';
import type { PlacePageRecord, PlaceStore } from '../../../core/place-pages/place-store.ts';

/** {@link PlaceStore} on Postgres. */
export const createPlaceStore = (pool: pg.Pool): PlaceStore => ({
  async find(entryId) {
    const { rows } = await pool.query<PlacePageRecord>({
      name: 'find-place',
      text: `SELECT w.slug, w.share_url AS "shareUrl", w.allowed_origins AS "allowedOrigins", w.name AS "waitlistName", a.plan, w.design,
                    w.referral_enabled AS "referralEnabled",
                    w.referral_boost AS "referralBoost", q.position, waiting_ahead(w.id, q.position) AS ahead, q.referral_count AS "referralCount",
                    q.referral_code AS "referralCode", q.created_at AS "joinedAt", q.status,
                    (SELECT json_build_object('id', i.id, 'codeHash', encode(i.code_hash, 'base64'), 'inviteUrl', b.invite_url, 'expiresAt', b.expires_at)
                     FROM invitations i JOIN invitation_batches b ON b.id = i.batch_id
                     WHERE i.waitlist_id = w.id AND i.seq = q.seq AND i.state = 'invited') AS invitation,
                    (SELECT d.domain FROM custom_domains d
                     WHERE d.waitlist_id = w.id AND d.state = 'active') AS domain,
                    (SELECT max(e.seq) FROM entries e WHERE e.waitlist_id = w.id) AS signups
             FROM queue q JOIN waitlists w ON w.id = q.waitlist_id JOIN accounts a ON a.id = w.account_id
             WHERE q.id = $1`,
      values: [entryId],
    });
    return rows[0] ?? null;
  },
});
