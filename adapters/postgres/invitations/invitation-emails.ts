import type pg from 'pg';
import type {
  InvitationEmails,
  InvitationRecord,
  InvitationRef,
} from '../../../core/invitations/invitation-emails.ts';
import { isSuppressed } from '../email/suppression-store.ts';
import { shareTemplates, type TemplateRow, waitlistTemplate } from '../email-templates/waitlist-template.ts';
import { PLACE_COLUMNS, PLACE_TABLES } from '../entries/place-columns.ts';
import { inOrder } from '../kernel/in-order.ts';

const idsOf = (invitations: readonly InvitationRef[]): [string[], string[]] => [
  invitations.map(({ waitlistId }) => waitlistId),
  invitations.map(({ invitationId }) => invitationId),
];

const TEMPLATE = waitlistTemplate('invitation', 'q.language');

/** {@link InvitationEmails} on Postgres. */
export const createInvitationEmails = (pool: pg.Pool): InvitationEmails => ({
  async find(mail, invitations) {
    const { rows } = await pool.query<TemplateRow<InvitationRecord>>({
      name: `find-${mail}-emails`,
      text: `SELECT j.n::integer, e.id AS "entryId", q.email, q.name, e.email_digest AS "emailDigest",
                    ${isSuppressed('e.email_digest')} AS suppressed,
                    ${PLACE_COLUMNS}, b.message, b.invite_url AS "inviteUrl", i.code_hash AS "codeHash", b.expires_at AS "expiresAt",
                    ${TEMPLATE.columns}
             FROM unnest($1::uuid[], $2::uuid[]) WITH ORDINALITY AS j (waitlist_id, id, n)
             JOIN invitations i ON i.id = j.id AND i.waitlist_id = j.waitlist_id AND i.state = 'invited' AND i.mailed = ${mail === 'reminder'}
             JOIN invitation_batches b ON b.id = i.batch_id AND b.expires_at > clock_timestamp()
             JOIN entries e ON e.waitlist_id = i.waitlist_id AND e.seq = i.seq
             JOIN LATERAL (SELECT q.* FROM queue q WHERE q.waitlist_id = e.waitlist_id AND q.seq = e.seq LIMIT 1) q ON true
             ${PLACE_TABLES}
             ${TEMPLATE.join}`,
      values: idsOf(invitations),
    });
    return inOrder(invitations.length, shareTemplates(rows));
  },

  async giveBack(waitlistId, invitationId) {
    await pool.query({
      name: 'return-invitation',
      text: 'SELECT return_invitation($1, $2, true)',
      values: [waitlistId, invitationId],
    });
  },

  async settle(invitationIds) {
    await pool.query({
      name: 'settle-invitation-emails',
      text: 'UPDATE invitations SET mailed = true WHERE id = ANY ($1::uuid[])',
      values: [invitationIds],
    });
  },
});
