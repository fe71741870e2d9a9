import type pg from 'pg';
import type { InvitationEmails, InvitationRecord } from '../../core/invitations/invitation-emails.ts';
import { PLACE_COLUMNS, PLACE_TABLES } from './place-columns.ts';
import { isSuppressed } from './suppression-store.ts';

/** {@link InvitationEmails} on Postgres. */
export const createInvitationEmails = (pool: pg.Pool): InvitationEmails => ({
  async find(waitlistId, invitationId) {
    const { rows } = await pool.query<InvitationRecord>({
      name: 'find-invitation-email',
      text: `SELECT e.id AS "entryId", q.email, e.email_digest AS "emailDigest", ${isSuppressed('e.email_digest')} AS suppressed,
                    ${PLACE_COLUMNS}, b.message, b.invite_url AS "inviteUrl", b.expires_at AS "expiresAt"
             FROM invitations i JOIN invitation_batches b ON b.id = i.batch_id
             JOIN entries e ON e.waitlist_id = i.waitlist_id AND e.seq = i.seq
             JOIN queue q ON q.waitlist_id = e.waitlist_id AND q.seq = e.seq
             ${PLACE_TABLES}
             WHERE i.id = $2 AND i.waitlist_id = $1 AND i.state = 'invited' AND NOT i.mailed
               AND b.expires_at > clock_timestamp()`,
      values: [waitlistId, invitationId],
    });
    return rows[0] ?? null;
  },

  async queueOutside(waitlistId, invitationId) {
    await pool.query({
      name: 'queue-invitation-outside',
      text: `INSERT INTO outbox (kind, turn, waitlist_id, payload)
             SELECT 'invitation_email_outside', w.account_id, w.id, jsonb_build_object('invitationId', $2::uuid)
             FROM waitlists w WHERE w.id = $1`,
      values: [waitlistId, invitationId],
    });
  },

  async settle(invitationId) {
    await pool.query({
      name: 'settle-invitation-email',
      text: 'UPDATE invitations SET mailed = true WHERE id = $1',
      values: [invitationId],
    });
  },
});
