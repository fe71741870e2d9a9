import type pg from 'pg';
import { VALID_HOURS } from '../../../core/email/valid-hours.ts';
import { generateReferralCode } from '../../../core/identity/referral-code.ts';
import type {
  ConfirmationPage,
  Confirming,
  PendingRecord,
  PendingStore,
} from '../../../core/signups/pending-store.ts';
import { LINK_LIMIT } from '../email/stop-store.ts';
import { isSuppressed } from '../email/suppression-store.ts';
import { shareTemplates, type TemplateRow, waitlistTemplate } from '../email-templates/waitlist-template.ts';
import { languageOf, SENDER_COLUMNS } from '../entries/place-columns.ts';
import { inOrder } from '../kernel/in-order.ts';
import { takeRequest } from '../kernel/take-request.ts';
import { toJson } from '../kernel/to-json.ts';
import { retryTakenCodes } from './signup-store.ts';

const IS_VALID = `p.created_at > clock_timestamp() - interval '${VALID_HOURS} hours'`;
const IS_ON_LIST = `EXISTS (
  SELECT FROM entries e WHERE e.waitlist_id = p.waitlist_id AND e.email_digest = p.email_digest) AS "isOnList"`;

const TEMPLATE = waitlistTemplate('confirm_address', 'p.language');

/** {@link PendingStore} on Postgres. */
export const createPendingStore = (pool: pg.Pool): PendingStore => ({
  async add(waitlistId, signup) {
    const { rows } = await pool.query<{ added: boolean }>({
      name: 'add-pending-signup',
      text: 'SELECT add_pending_signup($1, $2) AS added',
      values: [waitlistId, toJson(signup)],
    });
    return rows[0]?.added ?? false;
  },

  async find(signups) {
    const { rows } = await pool.query<TemplateRow<PendingRecord>>({
      name: 'find-pending-signups',
      text: `SELECT j.n::integer, p.email, p.email_digest AS "emailDigest", ${isSuppressed('p.email_digest')} AS suppressed,
                    ${IS_ON_LIST}, ${languageOf('p.language')}, ${SENDER_COLUMNS}, ${TEMPLATE.columns}
             FROM unnest($1::uuid[], $2::uuid[]) WITH ORDINALITY AS j (waitlist_id, id, n)
             JOIN pending_signups p ON p.id = j.id AND p.waitlist_id = j.waitlist_id
             JOIN waitlists w ON w.id = p.waitlist_id JOIN accounts a ON a.id = w.account_id
             LEFT JOIN custom_domains d ON d.waitlist_id = w.id AND d.state = 'active'
             ${TEMPLATE.join}
             WHERE ${IS_VALID}`,
      values: [signups.map(({ waitlistId }) => waitlistId), signups.map(({ pendingId }) => pendingId)],
    });
    return inOrder(signups.length, shareTemplates(rows));
  },

  async findPage(id) {
    const { rows } = await pool.query<ConfirmationPage>({
      name: 'find-confirmation-page',
      text: `SELECT w.name AS "waitlistName", w.slug, w.languages, d.domain, a.plan, w.design, s."isOnList",
                    s.admission IS NULL AND coalesce(waitlist_room(w.id, w.capacity) <= 0, false) AS "isFull"
             FROM (SELECT p.waitlist_id, p.admission, ${IS_ON_LIST} FROM pending_signups p WHERE p.id = $1 AND ${IS_VALID}
                   UNION ALL
                   SELECT e.waitlist_id, NULL, true FROM entries e WHERE e.id = $1) s
             JOIN waitlists w ON w.id = s.waitlist_id JOIN accounts a ON a.id = w.account_id
             LEFT JOIN custom_domains d ON d.waitlist_id = w.id AND d.state = 'active'`,
      values: [id],
    });
    return rows[0] ?? null;
  },

  confirm: id =>
    retryTakenCodes(async () => {
      const { rows } = await pool.query<{ answer: Confirming | null }>({
        name: 'confirm-pending',
        text: 'CALL confirm_pending($1, $2, make_interval(hours => $3), NULL)',
        values: [id, generateReferralCode(), VALID_HOURS],
      });
      return rows[0]?.answer ?? null;
    }),

  admit: id => takeRequest(pool, Buffer.from(`c${id}`), LINK_LIMIT),

  async sweep() {
    await pool.query(`DELETE FROM pending_signups p WHERE NOT (${IS_VALID})`);
  },
});
