-- Images go with the last account that uploaded them.

-- Hashes that an account let go of, each once for each account. Whether anybody else has the image is asked when its turn
-- comes. A queue and no state of the image: nothing waits for a row of it.
CREATE TABLE image_purges (
  id   bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  hash bytea NOT NULL CHECK (octet_length(hash) = 32)
);

-- As in 0022, and lets go of the account's images, which a job of the outbox removes. The job is of no waitlist and of
-- nobody: it takes whatever the queue has.
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

-- What accounts left that were deleted before.
INSERT INTO image_purges (hash)
SELECT a.hash FROM assets a WHERE NOT EXISTS (SELECT FROM asset_uploads u WHERE u.hash = a.hash);
INSERT INTO outbox (kind, waitlist_id)
SELECT 'purge_images', gen_random_uuid() WHERE EXISTS (SELECT FROM image_purges);
