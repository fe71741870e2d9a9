-- Signups that wait until their address is confirmed.

-- Stores a pending signup, a new_signup, and queues the email with its link. Returns whether there is such a waitlist. It does
-- not look the address up: that is the worker's, so that the answer takes as long for any address.
CREATE OR REPLACE FUNCTION add_pending_signup(p_waitlist uuid, p_signup jsonb) RETURNS boolean
LANGUAGE sql AS $$
  -- The lock makes a deletion wait, so that the purge finds the row.
  WITH list AS (
    SELECT w.id, w.account_id FROM waitlists w WHERE w.id = p_waitlist FOR KEY SHARE
  ), added AS (
    -- By name, as join_signups reads it.
    INSERT INTO pending_signups
    SELECT p.* FROM list l CROSS JOIN jsonb_populate_record(NULL::pending_signups, p_signup || jsonb_build_object(
      'id', p_signup -> 'entry_id', 'waitlist_id', l.id, 'created_at', clock_timestamp())) AS p
  ), queued AS (
    INSERT INTO outbox (kind, turn, waitlist_id, payload)
    SELECT 'confirm_address', l.account_id, l.id, jsonb_build_object('pendingId', p_signup -> 'entry_id') FROM list l
  )
  SELECT EXISTS (SELECT FROM list)
$$;

-- Joins a pending signup that is not older than p_valid, with the referral code p_code. CALL it outside a transaction
-- block. A code that is taken raises unique_violation, as in join_signups.
--   entry  the entry of its address, whichever signup made it; NULL: the signup has expired, or its person was erased
CREATE OR REPLACE PROCEDURE confirm_signup(p_id uuid, p_code text, p_valid interval, OUT entry uuid)
LANGUAGE plpgsql AS $$
DECLARE
  signup   pending_signups;
  outcomes jsonb;
BEGIN
  SET LOCAL enable_seqscan = off;
  PERFORM pg_advisory_xact_lock(waitlist_lock_key(p.waitlist_id)) FROM pending_signups p WHERE p.id = p_id;
  -- Only now: another call may have confirmed it meanwhile, or erased its person.
  SELECT p.* INTO signup FROM pending_signups p WHERE p.id = p_id AND p.created_at > clock_timestamp() - p_valid;
  IF NOT FOUND THEN
    SELECT e.id INTO entry FROM entries e WHERE e.id = p_id;
    PERFORM flush_commits();
    RETURN;
  END IF;

  SELECT e.id INTO entry FROM entries e
  WHERE e.waitlist_id = signup.waitlist_id AND e.email_digest = signup.email_digest;
  IF NOT FOUND THEN
    entry := p_id;
    DELETE FROM pending_signups p WHERE p.id = p_id;
  END IF;
  CALL join_signups(signup.waitlist_id, jsonb_build_array(
    to_jsonb(signup) || jsonb_build_object('entry_id', p_id, 'referral_code', p_code)), outcomes);
  IF outcomes IS NULL THEN
    entry := NULL;
  END IF;
END $$;
