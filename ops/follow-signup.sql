-- The steps of a signup, for ops/follow-signup and the admin command. They replace what is in braces: which signup it is.
WITH person AS (
  SELECT e.* FROM waitlists w JOIN entries e ON e.waitlist_id = w.id WHERE {entry}
), pending AS (
  SELECT p.id, p.waitlist_id, p.created_at FROM waitlists w JOIN pending_signups p ON p.waitlist_id = w.id WHERE {pending}
)
SELECT at, what, detail FROM (
  SELECT p.created_at AS at, 'asked to confirm the address' AS what, concat('signup ', p.id) AS detail FROM pending p
  UNION ALL
  SELECT p.created_at, 'joined', concat('entry ', p.id, ', place ', q.position, ', ', q.status,
    CASE WHEN q.email IS NULL THEN ', stored in the attached database' END)
  FROM person p JOIN queue q ON q.waitlist_id = p.waitlist_id AND q.seq = p.seq
  UNION ALL
  SELECT r.created_at, 'referral', concat_ws(', ', r.state, nullif(array_to_string(r.reasons, ', '), ''))
  FROM person p JOIN referrals r ON r.waitlist_id = p.waitlist_id AND r.seq = p.seq
  UNION ALL
  (SELECT f.created_at, 'friend joined', concat_ws(', ', f.state, concat('gained ', f.gained, ' places'))
   FROM person p JOIN referrals f ON f.waitlist_id = p.waitlist_id AND f.referrer_seq = p.seq ORDER BY f.seq DESC LIMIT 100)
  UNION ALL
  SELECT s.sent_at, 'email sent', s.kind FROM person p JOIN sent_emails s ON s.waitlist_id = p.waitlist_id AND s.seq = p.seq
  UNION ALL
  SELECT s.last_event_at, CASE s.reason WHEN 'bounce' THEN 'email bounced' ELSE 'email reported as spam' END,
    coalesce('released ' || s.released_at, 'no longer emailed')
  FROM person p JOIN email_suppressions s ON s.email_digest = p.email_digest
  UNION ALL
  SELECT b.created_at, 'invitation', concat(i.state, CASE WHEN i.mailed THEN ', mailed' ELSE ', not mailed' END)
  FROM person p JOIN invitations i ON i.waitlist_id = p.waitlist_id AND i.seq = p.seq
  JOIN invitation_batches b ON b.id = i.batch_id
  UNION ALL
  SELECT i.accepted_at, 'invitation accepted', concat('invitation ', i.id)
  FROM person p JOIN invitations i ON i.waitlist_id = p.waitlist_id AND i.seq = p.seq WHERE i.accepted_at IS NOT NULL
  UNION ALL
  SELECT d.created_at, concat('webhook ', d.type), concat_ws(', ', d.state, concat('attempts ', d.attempts),
    'status ' || d.response_status, d.error, 'next ' || d.next_attempt_at, concat('delivery ', d.id))
  FROM person p JOIN webhook_deliveries d ON d.waitlist_id = p.waitlist_id AND d.seq = p.seq
  UNION ALL
  SELECT o.available_at, concat('job ', o.kind), concat_ws(', ', CASE WHEN o.parked_at IS NOT NULL THEN 'parked' END,
    concat('attempts ', o.attempts), concat('failures ', o.failures), o.last_error, concat('job ', o.id))
  FROM (SELECT id, waitlist_id, seq FROM person UNION ALL SELECT id, waitlist_id, NULL FROM pending) p
  JOIN outbox o ON o.waitlist_id = p.waitlist_id
  WHERE o.kind IN ('deliver_signups', 'webhook')
     OR CAST(p.id AS text) IN (o.payload ->> 'pendingId', o.payload ->> 'entryId')
     OR o.payload ->> 'invitationId' IN (
       SELECT CAST(i.id AS text) FROM invitations i WHERE i.waitlist_id = p.waitlist_id AND i.seq = p.seq)
) steps ORDER BY at
