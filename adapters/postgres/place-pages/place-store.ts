import type pg from 'pg';
import type { StoredAnswers } from '../../../core/place-pages/known-answers.ts';
import type { PlaceAnswers, PlacePageRecord, PlaceStore } from '../../../core/place-pages/place-store.ts';
import { MOST_UNANSWERED } from '../../../core/waitlists/invitation-plan.ts';
import { EXPIRED } from '../invitations/candidates.ts';

/** Batches from which a pace is read. */
const LATEST_BATCHES = 50;

/** What is known here of the answers of q, on `waitlists` w. */
const STORED_ANSWERS = `json_build_object(
  'questions', w.questions, 'answers', CASE WHEN q.email IS NOT NULL THEN coalesce(q.answers, '{}') END,
  'facets', (SELECT coalesce(json_agg(json_build_object('key', f.key, 'value', f.value)), '[]')
             FROM entry_facets e JOIN facets f ON f.waitlist_id = e.waitlist_id AND f.id = e.facet
             WHERE e.waitlist_id = q.waitlist_id AND e.seq = q.seq AND f.kind = 'answer'),
  'change', (SELECT p.change FROM pending_changes p JOIN database_attachments a ON a.id = p.attachment_id
             WHERE a.waitlist_id = w.id AND p.entry_id = q.id LIMIT 1))`;

/** The plan of waitlist w, and how its latest invitations ended. NULL if it skips person q. */
const PLAN = `CASE WHEN w.invitation_plan ->> 'nextRunAt' IS NOT NULL AND NOT EXISTS (
    SELECT FROM passed_over p WHERE p.waitlist_id = w.id AND p.seq = q.seq) AND (
    SELECT count(*) FROM invitations i JOIN invitation_batches b ON b.id = i.batch_id
    WHERE i.waitlist_id = w.id AND i.seq = q.seq AND ${EXPIRED}) < ${MOST_UNANSWERED}
  THEN w.invitation_plan || (
    SELECT jsonb_build_object('accepted', coalesce(sum(b.accepted), 0), 'ended', coalesce(sum(b.ended), 0))
    FROM (SELECT b.accepted, b.ended FROM invitation_batches b WHERE b.waitlist_id = w.id
          ORDER BY b.created_at DESC, b.id LIMIT ${LATEST_BATCHES}) b) END`;

const DOMAIN = `(SELECT d.domain FROM custom_domains d WHERE d.waitlist_id = w.id AND d.state = 'active') AS domain`;

/** {@link PlaceStore} on Postgres. */
export const createPlaceStore = (pool: pg.Pool): PlaceStore => ({
  async find(entryId) {
    const { rows } = await pool.query<PlacePageRecord>({
      name: 'find-place',
      text: `SELECT w.slug, w.languages, w.translations, w.share_url AS "shareUrl", w.allowed_origins AS "allowedOrigins", w.name AS "waitlistName", a.plan AS "accountPlan", ${PLAN} AS plan, w.design,
                    w.referral_enabled AS "referralEnabled",
                    w.referral_boost AS "referralBoost", q.position, waiting_ahead(w.id, q.position) AS ahead, q.referral_count AS "referralCount",
                    q.referral_code AS "referralCode", q.created_at AS "joinedAt", q.status,
                    (SELECT json_build_object('id', i.id, 'codeHash', encode(i.code_hash, 'base64'), 'inviteUrl', b.invite_url, 'expiresAt', b.expires_at)
                     FROM invitations i JOIN invitation_batches b ON b.id = i.batch_id
                     WHERE i.waitlist_id = w.id AND i.seq = q.seq AND i.state = 'invited') AS invitation,
                    CASE WHEN w.questions @? '$[*] ? (@.ask == "after")' THEN ${STORED_ANSWERS} END AS asked, ${DOMAIN},
                    (SELECT max(e.seq) FROM entries e WHERE e.waitlist_id = w.id) AS signups
             FROM queue q JOIN waitlists w ON w.id = q.waitlist_id JOIN accounts a ON a.id = w.account_id
             WHERE q.id = $1`,
      values: [entryId],
    });
    return rows[0] ?? null;
  },

  async findAnswers(entryId) {
    const { rows } = await pool.query<{
      waitlistId: string;
      domain: string | null;
      languages: PlaceAnswers['languages'];
      translations: PlaceAnswers['translations'];
      known: StoredAnswers;
    }>({
      name: 'find-answers',
      text: `SELECT w.id AS "waitlistId", w.languages, w.translations, ${DOMAIN}, ${STORED_ANSWERS} AS known
             FROM queue q JOIN waitlists w ON w.id = q.waitlist_id WHERE q.id = $1`,
      values: [entryId],
    });
    const [row] = rows;
    if (!row) return null;
    const { known, ...waitlist } = row;
    return { ...waitlist, ...known };
  },
});
