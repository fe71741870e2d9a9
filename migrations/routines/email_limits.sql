CREATE OR REPLACE FUNCTION suppress_email(p_digest bytea, p_reason text, p_waitlist uuid, p_at timestamptz) RETURNS void
LANGUAGE sql AS $$
  INSERT INTO email_suppressions AS s (email_digest, reason, waitlist_id, first_event_at, last_event_at)
  VALUES (p_digest, p_reason, p_waitlist, p_at, p_at)
  ON CONFLICT (email_digest) DO UPDATE SET
    -- A person's word counts more than a server's.
    reason = CASE WHEN 'complaint' IN (s.reason, excluded.reason) THEN 'complaint' ELSE 'bounce' END,
    waitlist_id = CASE WHEN excluded.last_event_at > s.last_event_at THEN excluded.waitlist_id ELSE s.waitlist_id END,
    first_event_at = least(s.first_event_at, excluded.first_event_at),
    last_event_at = greatest(s.last_event_at, excluded.last_event_at)
$$;

CREATE OR REPLACE FUNCTION is_email_suppressed(p_digest bytea) RETURNS boolean
LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM email_suppressions s
                 WHERE s.email_digest = p_digest AND (s.released_at IS NULL OR s.last_event_at > s.released_at))
$$;

-- Grants one email of an entry, unless its mailbox had p_recipient_max in the last 24 hours or its account
-- p_account_max today. An entry that has its grant keeps it: a repeat after a failure is not counted again.
CREATE OR REPLACE FUNCTION grant_email(
  p_account uuid, p_entry uuid, p_recipient bytea, p_recipient_max integer, p_account_max integer) RETURNS text
LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz;
BEGIN
  -- Two workers may send to one mailbox at a time; the seed keeps these locks apart from those of waitlists.
  PERFORM pg_advisory_xact_lock(hashtextextended(encode(p_recipient, 'hex'), 12));
  IF EXISTS (SELECT FROM email_grants g WHERE g.recipient = p_recipient AND g.entry_id = p_entry) THEN
    RETURN 'granted';
  END IF;
  v_now := clock_timestamp();
  IF (SELECT count(*) FROM email_grants g
      WHERE g.recipient = p_recipient AND g.granted_at > v_now - interval '24 hours') >= p_recipient_max THEN
    RETURN 'recipient_limit';
  END IF;
  INSERT INTO email_days AS d (account_id, day, granted) VALUES (p_account, (v_now AT TIME ZONE 'UTC')::date, 1)
  ON CONFLICT (account_id, day) DO UPDATE SET granted = d.granted + 1 WHERE d.granted < p_account_max;
  IF NOT FOUND THEN
    RETURN 'account_limit';
  END IF;
  INSERT INTO email_grants (recipient, entry_id, granted_at) VALUES (p_recipient, p_entry, v_now);
  RETURN 'granted';
END $$;

-- Forgets up to p_max grants that limit nobody any more, and the days of more than a month ago; returns how many
-- grants went.
CREATE OR REPLACE FUNCTION sweep_email_grants(p_max integer) RETURNS integer
LANGUAGE sql AS $$
  DELETE FROM email_days d WHERE d.day < (now() AT TIME ZONE 'UTC')::date - 35;
  WITH old AS (
    SELECT recipient, entry_id FROM email_grants WHERE granted_at <= now() - interval '24 hours'
    ORDER BY granted_at LIMIT p_max FOR UPDATE SKIP LOCKED
  ), gone AS (
    DELETE FROM email_grants g USING old WHERE (g.recipient, g.entry_id) = (old.recipient, old.entry_id) RETURNING 1
  )
  SELECT count(*)::integer FROM gone;
$$;
