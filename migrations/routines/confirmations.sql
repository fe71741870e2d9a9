-- Signups that wait until their address is confirmed.

-- Stores pending signups, an array of new_signup, and queues the emails with their links. Returns whether there is such a
-- waitlist. It does not look the addresses up, so that it takes as long for any: the worker does. Nothing changes for a signup
-- that is there already.
CREATE OR REPLACE FUNCTION add_pending_signups(p_waitlist uuid, p_signups jsonb) RETURNS boolean
LANGUAGE sql AS $$
  -- The lock makes a deletion wait, so that the purge finds the rows.
  WITH list AS (
    SELECT w.id, w.account_id FROM waitlists w WHERE w.id = p_waitlist FOR KEY SHARE
  ), added AS (
    -- By name, as join_signups reads it.
    INSERT INTO pending_signups
    SELECT p.* FROM list l CROSS JOIN jsonb_array_elements(p_signups) AS s (signup)
    CROSS JOIN LATERAL jsonb_populate_record(NULL::pending_signups, s.signup || jsonb_build_object(
      'id', s.signup -> 'entry_id', 'waitlist_id', l.id, 'created_at', clock_timestamp())) AS p
    ON CONFLICT (id) DO NOTHING RETURNING id
  ), queued AS (
    INSERT INTO outbox (kind, turn, waitlist_id, payload)
    SELECT 'confirm_address', l.account_id, l.id, jsonb_build_object('pendingId', a.id) FROM list l CROSS JOIN added a
  )
  SELECT EXISTS (SELECT FROM list)
$$;

-- Stores one pending signup.
CREATE OR REPLACE FUNCTION add_pending_signup(p_waitlist uuid, p_signup jsonb) RETURNS boolean
LANGUAGE sql AS $$ SELECT add_pending_signups(p_waitlist, jsonb_build_array(p_signup)) $$;

-- Joins a pending signup that is not older than p_valid, with the referral code p_code. A full waitlist stops it, unless its owner
-- added the person. CALL it outside a transaction block. A code that is taken raises unique_violation, as in join_signups.
--   answer  its Confirming (core/signups/pending-store.ts). NULL: the signup has expired, or its person was erased
CREATE OR REPLACE PROCEDURE confirm_pending(p_id uuid, p_code text, p_valid interval, OUT answer jsonb)
LANGUAGE plpgsql AS $$
DECLARE
  signup   pending_signups;
  entry    uuid;
  outcomes jsonb;
BEGIN
  SET LOCAL enable_seqscan = off;
  PERFORM pg_advisory_xact_lock(waitlist_lock_key(p.waitlist_id)) FROM pending_signups p WHERE p.id = p_id;
  -- Only now: another call may have confirmed it meanwhile, or erased its person.
  SELECT p.* INTO signup FROM pending_signups p WHERE p.id = p_id AND p.created_at > clock_timestamp() - p_valid;
  IF NOT FOUND THEN
    SELECT jsonb_build_object('status', 'on_list', 'entryId', e.id) INTO answer FROM entries e WHERE e.id = p_id;
    PERFORM flush_commits();
    RETURN;
  END IF;

  SELECT e.id INTO entry FROM entries e
  WHERE e.waitlist_id = signup.waitlist_id AND e.email_digest = signup.email_digest;
  IF NOT FOUND THEN
    -- The pending signup stays: somebody may leave before it expires.
    IF signup.admission IS NULL
      AND (SELECT waitlist_room(w.id, w.capacity) <= 0 FROM waitlists w WHERE w.id = signup.waitlist_id) THEN
      answer := '{"status": "full"}';
      RETURN;
    END IF;
    entry := p_id;
    DELETE FROM pending_signups p WHERE p.id = p_id;
  END IF;
  CALL join_signups(signup.waitlist_id, jsonb_build_array(to_jsonb(signup) || jsonb_build_object(
    'entry_id', p_id, 'referral_code', p_code, 'admission', coalesce(signup.admission, 'confirmed'))), outcomes);
  IF outcomes IS NOT NULL THEN
    answer := jsonb_build_object('status', 'on_list', 'entryId', entry);
  END IF;
END $$;
