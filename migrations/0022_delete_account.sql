-- An account goes, and all that is its own.

-- A domain is taken down after its account has gone, by the row that stands for it; until then nobody else may have it.
ALTER TABLE custom_domains
  ALTER COLUMN account_id DROP NOT NULL,
  DROP CONSTRAINT custom_domains_account_id_fkey,
  ADD CONSTRAINT custom_domains_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts ON DELETE SET NULL;

-- Deletes an account: its waitlists as delete_waitlist does, whose rows are purged afterwards; with it go keys, sessions,
-- consents, templates and what else names it. Returns whether there was one. The lists' locks are held until the end and
-- nobody who waits for one holds another, so there is no deadlock.
CREATE FUNCTION delete_account(p_account uuid) RETURNS boolean
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
  DELETE FROM sign_in_attempts s WHERE lower(s.email) = lower(v_email);
  DELETE FROM accounts a WHERE a.id = p_account;
  RETURN true;
END $$;
