-- Interactive calls that wait for a machine of a customer; 0009_attached_databases.sql explains the tables.

-- Takes a place for a call, or says why there is none: `busy` (the account has p_max calls in progress) or `unavailable` (the
-- attached database failed p_failures times in a row). When its pause is over, one call tries, and the others wait for that.
CREATE OR REPLACE FUNCTION begin_outside_call(
  p_account uuid, p_attachment uuid, p_max integer, p_lease interval, p_failures integer,
  OUT call uuid, OUT refusal text, OUT retry_seconds integer)
LANGUAGE plpgsql AS $$
DECLARE
  v_until timestamptz;
BEGIN
  SET LOCAL synchronous_commit = off;
  -- One at a time for an account, so that no two take its last place.
  PERFORM pg_advisory_xact_lock(hashtextextended(p_account::text, 25));
  SELECT a.retry_at INTO v_until FROM database_attachments a
  WHERE a.id = p_attachment AND a.failures >= p_failures AND a.retry_at > clock_timestamp();
  IF FOUND THEN
    refusal := 'unavailable';
  ELSE
    DELETE FROM outside_calls c WHERE c.account_id = p_account AND c.ends_at <= clock_timestamp();
    SELECT min(c.ends_at) INTO v_until FROM outside_calls c WHERE c.account_id = p_account HAVING count(*) >= p_max;
    IF FOUND THEN
      refusal := 'busy';
    END IF;
  END IF;
  IF refusal IS NOT NULL THEN
    retry_seconds := greatest(1, ceil(extract(epoch FROM v_until - clock_timestamp())));
    RETURN;
  END IF;
  UPDATE database_attachments a SET retry_at = clock_timestamp() + p_lease
  WHERE a.id = p_attachment AND a.failures >= p_failures;
  INSERT INTO outside_calls (account_id, ends_at) VALUES (p_account, clock_timestamp() + p_lease) RETURNING id INTO call;
END $$;

-- Frees the place of a call, and counts the failures in a row of the attached database.
CREATE OR REPLACE FUNCTION end_outside_call(p_call uuid, p_attachment uuid, p_failed boolean, p_pause interval) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  SET LOCAL synchronous_commit = off;
  DELETE FROM outside_calls c WHERE c.id = p_call;
  IF p_failed THEN
    UPDATE database_attachments a SET failures = a.failures + 1, retry_at = clock_timestamp() + p_pause
    WHERE a.id = p_attachment;
  ELSE
    UPDATE database_attachments a SET failures = 0, retry_at = NULL WHERE a.id = p_attachment AND a.failures > 0;
  END IF;
END $$;
