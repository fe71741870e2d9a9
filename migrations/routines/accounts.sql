-- Deletes an account with its waitlists, whose rows are purged afterwards, and with everything that references it.
-- Returns whether there was one. The locks of its waitlists are held until the end; nobody who waits for one of them holds
-- another, so there is no deadlock. A job deletes the account's images.
CREATE OR REPLACE FUNCTION delete_account(p_account uuid) RETURNS boolean
LANGUAGE plpgsql AS $$
DECLARE
  v_email    text;
  v_waitlist uuid;
BEGIN
  -- Before any row, as payments do: they lock a checkout first and its account after.
  PERFORM pg_advisory_xact_lock(hashtextextended(p_account::text, 22));
  -- Whoever adds something to it at this moment waits, and then finds no account.
  SELECT a.email INTO v_email FROM accounts a WHERE a.id = p_account FOR UPDATE;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  FOR v_waitlist IN SELECT w.id FROM waitlists w WHERE w.account_id = p_account ORDER BY w.id LOOP
    PERFORM delete_waitlist(p_account, v_waitlist, NULL);
  END LOOP;
  INSERT INTO image_purges (hash) SELECT u.hash FROM asset_uploads u WHERE u.account_id = p_account;
  IF FOUND THEN
    INSERT INTO outbox (kind, waitlist_id) VALUES ('purge_images', gen_random_uuid());
  END IF;
  DELETE FROM sign_in_attempts s WHERE lower(s.email) = lower(v_email);
  DELETE FROM accounts a WHERE a.id = p_account;
  RETURN true;
END $$;
