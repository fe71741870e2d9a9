-- Emails with the link to a place, or to leave the list. Whether the address is on the list is found out by the worker, so that an answer says
-- nothing about it.

-- Queues the email for the waitlist with a slug. By the digest, the job is found when the person is erased.
CREATE OR REPLACE FUNCTION queue_status_link(p_slug text, p_email text, p_digest bytea, p_purpose text)
RETURNS void
LANGUAGE sql AS $$
  INSERT INTO outbox (kind, turn, waitlist_id, payload)
  SELECT 'status_link', w.account_id, w.id,
         jsonb_build_object('email', p_email, 'digest', encode(p_digest, 'hex'), 'purpose', p_purpose)
  FROM waitlists w WHERE w.slug = p_slug
$$;

-- Counts an attempt, with the limits that attempt_signups has, and queues the email. A NULL p_email is only counted.
-- `known` is false if there is no such waitlist; then nothing is counted.
-- CREATE OR REPLACE cannot change what a routine returns.
DROP FUNCTION IF EXISTS request_status_link(text, bytea, bytea, integer, integer, integer, text, bytea, text);
CREATE FUNCTION request_status_link(
  p_slug text, p_near bytea, p_wide bytea, p_near_max integer, p_wide_max integer, p_window_ms integer, p_email text,
  p_digest bytea, p_purpose text, OUT known boolean, OUT accepted boolean, OUT reset_seconds integer,
  OUT languages text[])
LANGUAGE plpgsql AS $$
DECLARE
  v_waitlist uuid;
  v_verdict  rate_verdict;
BEGIN
  SELECT w.id, w.languages INTO v_waitlist, languages FROM waitlists w WHERE w.slug = p_slug;
  known := FOUND;
  IF NOT known THEN
    RETURN;
  END IF;
  v_verdict := take_request('s'::bytea || uuid_send(v_waitlist) || p_near, p_near_max, p_window_ms);
  IF v_verdict.accepted AND p_wide IS NOT NULL THEN
    v_verdict := take_request('s'::bytea || uuid_send(v_waitlist) || p_wide, p_wide_max, p_window_ms);
  END IF;
  accepted := v_verdict.accepted;
  reset_seconds := v_verdict.reset_seconds;
  IF accepted AND p_email IS NOT NULL THEN
    PERFORM queue_status_link(p_slug, p_email, p_digest, p_purpose);
  END IF;
END $$;

-- Claims the email of a waitlist and mailbox for a job, once in p_window. The job that has the claim may claim it again.
CREATE OR REPLACE FUNCTION claim_status_link(p_waitlist uuid, p_mailbox bytea, p_job bigint, p_window interval)
RETURNS boolean
LANGUAGE sql AS $$
  WITH claimed AS (
    INSERT INTO status_links AS s (waitlist_id, mailbox, job_id, claimed_at)
    SELECT w.id, p_mailbox, p_job, clock_timestamp() FROM waitlists w WHERE w.id = p_waitlist
    ON CONFLICT (waitlist_id, mailbox) DO UPDATE SET job_id = excluded.job_id, claimed_at = excluded.claimed_at
    WHERE s.job_id = excluded.job_id OR s.claimed_at <= excluded.claimed_at - p_window
    RETURNING s.job_id
  )
  SELECT EXISTS (SELECT FROM claimed)
$$;
