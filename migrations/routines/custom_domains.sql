-- Writes a job that checks a claim. Accounts take turns; claims of deleted accounts share one. Its `waitlist_id` is the id of
-- the claim, so that the job is not purged with the waitlist.
CREATE OR REPLACE FUNCTION enqueue_domain_check(p_domain custom_domains, p_delay interval) RETURNS void
LANGUAGE sql AS $$
  INSERT INTO outbox (kind, turn, waitlist_id, payload, available_at)
  VALUES ('reconcile_domain', coalesce(p_domain.account_id, '00000000-0000-0000-0000-000000000000'), p_domain.id,
          jsonb_build_object('claimId', p_domain.id, 'domain', p_domain.domain, 'version', p_domain.version),
          clock_timestamp() + p_delay)
$$;

-- Every change to a claim writes a job. It is due a second later, because the DNS record may have been created just now.
CREATE OR REPLACE FUNCTION on_custom_domain_changed() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM enqueue_domain_check(NEW, interval '1 second');
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER custom_domain_changed AFTER INSERT OR UPDATE OF version ON custom_domains
FOR EACH ROW EXECUTE FUNCTION on_custom_domain_changed();

-- Disconnects the domain of a waitlist. If it was active, its account keeps the claim for a while.
CREATE OR REPLACE FUNCTION release_domain(p_waitlist uuid) RETURNS void
LANGUAGE sql AS $$
  UPDATE custom_domains
  SET waitlist_id = NULL, last_active_at = CASE WHEN state = 'active' THEN now() ELSE last_active_at END,
      state = 'verifying', reason = NULL, gone_since = NULL, version = version + 1
  WHERE waitlist_id = p_waitlist
$$;

-- A waitlist's domain is released in the transaction that deletes the waitlist, whatever deletes it.
CREATE OR REPLACE FUNCTION on_waitlist_deleted() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM release_domain(OLD.id);
  RETURN OLD;
END $$;
CREATE OR REPLACE TRIGGER waitlist_deleted BEFORE DELETE ON waitlists
FOR EACH ROW EXECUTE FUNCTION on_waitlist_deleted();
