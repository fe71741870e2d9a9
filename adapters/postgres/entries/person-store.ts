import type pg from 'pg';
import type { PersonRecord, PersonStore } from '../../../core/entries/person-store.ts';
import { isSuppressed } from '../email/suppression-store.ts';
import { isListed, picked, type Row, toPage } from './entry-page.ts';

const FRIENDS = 20;

interface Found extends Omit<PersonRecord, 'people' | 'storage' | 'emails' | 'invitation'> {
  readonly seqs: readonly number[];
  readonly invitation: {
    readonly batchId: string;
    readonly invitedAt: string;
    readonly expiresAt: string;
    readonly acceptedAt: string | null;
  } | null;
  readonly emails: readonly {
    readonly kind: PersonRecord['emails'][number]['kind'];
    readonly sentAt: string;
  }[];
}

/** The friends who are still on the list, as `r`. */
const FRIENDS_OF = `referrals r WHERE r.waitlist_id = e.waitlist_id AND r.referrer_seq = e.seq
  AND NOT EXISTS (SELECT FROM erased_entries x WHERE x.waitlist_id = r.waitlist_id AND x.seq = r.seq)`;

const FIND = `
  SELECT e.id AS "entryId", referrer.id AS "referrerId", ${isSuppressed('e.email_digest')} AS suppressed,
         (SELECT count(*)::integer FROM ${FRIENDS_OF}) AS "friendCount",
         coalesce(e.mailbox_digest, e.email_digest) AS mailbox,
         waiting_ahead(w.id, (SELECT q.position FROM queue q WHERE q.waitlist_id = w.id AND q.seq = e.seq LIMIT 1)) AS ahead,
         (SELECT coalesce(sum(r.gained), 0)::integer FROM referrals r
          WHERE r.waitlist_id = e.waitlist_id AND r.referrer_seq = e.seq AND r.state = 'credited') AS "placesGained",
         (SELECT json_build_object('batchId', b.id, 'invitedAt', b.created_at, 'expiresAt', b.expires_at, 'acceptedAt', i.accepted_at)
          FROM invitations i JOIN invitation_batches b ON b.id = i.batch_id
          WHERE i.waitlist_id = w.id AND i.seq = e.seq AND i.state <> 'ended') AS invitation,
         (SELECT d.domain FROM custom_domains d WHERE d.waitlist_id = w.id AND d.state = 'active') AS domain,
         coalesce(friends.list, '[]') AS friends, coalesce(emails.list, '[]') AS emails,
         array_remove(ARRAY[e.seq, referrer.seq], NULL) || coalesce(friends.seqs, '{}') AS seqs
  FROM waitlists w JOIN entries e ON e.waitlist_id = w.id AND e.id = $3
  LEFT JOIN LATERAL (
    SELECT other.id, other.seq FROM referrals r
    JOIN entries other ON other.waitlist_id = r.waitlist_id AND other.seq = r.referrer_seq
    WHERE r.waitlist_id = e.waitlist_id AND r.seq = e.seq
  ) referrer ON true
  LEFT JOIN LATERAL (
    SELECT json_agg(json_build_object('entryId', f.id, 'state', f.state, 'gained', f.gained) ORDER BY f.seq DESC) AS list,
           array_agg(f.seq) AS seqs
    FROM (
      SELECT (SELECT other.id FROM entries other WHERE other.waitlist_id = r.waitlist_id AND other.seq = r.seq) AS id,
             r.seq, r.state, r.gained
      FROM ${FRIENDS_OF} ORDER BY r.seq DESC LIMIT ${FRIENDS}
    ) f
  ) friends ON true
  LEFT JOIN LATERAL (
    SELECT json_agg(json_build_object('kind', s.kind, 'sentAt', s.sent_at) ORDER BY s.sent_at DESC) AS list
    FROM sent_emails s WHERE s.waitlist_id = e.waitlist_id AND s.seq = e.seq
  ) emails ON true
  WHERE w.account_id = $1 AND w.id = $2`;

const PEOPLE = picked(
  `picked AS (
    SELECT s.seq, s.nth FROM unnest($3::integer[]) WITH ORDINALITY AS s (seq, nth)
    WHERE ${isListed('s.seq')}
  )`,
  'list.last',
);

/** {@link PersonStore} on Postgres. */
export const createPersonStore = (pool: pg.Pool): PersonStore => ({
  async find(accountId, waitlistId, entryId) {
    const { rows } = await pool.query<Found>({
      name: 'find-person',
      text: FIND,
      values: [accountId, waitlistId, entryId],
    });
    const [found] = rows;
    if (!found) return null;
    const { seqs, emails, invitation, ...person } = found;
    const listed = await pool.query<Row>({
      name: 'find-people',
      text: PEOPLE,
      values: [accountId, waitlistId, seqs],
    });
    const { entries: people, storage } = toPage(listed.rows);
    return {
      ...person,
      invitation: invitation && {
        batchId: invitation.batchId,
        invitedAt: new Date(invitation.invitedAt),
        expiresAt: new Date(invitation.expiresAt),
        acceptedAt: invitation.acceptedAt === null ? null : new Date(invitation.acceptedAt),
      },
      emails: emails.map(({ kind, sentAt }) => ({ kind, sentAt: new Date(sentAt) })),
      people,
      storage,
    };
  },
});
