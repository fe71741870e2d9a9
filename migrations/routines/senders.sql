-- Writes a job that checks a claim on a sender's domain, as enqueue_domain_check does.
CREATE OR REPLACE FUNCTION enqueue_sender_check(p_domain sender_domains, p_delay interval) RETURNS void
LANGUAGE sql AS $$
  INSERT INTO outbox (kind, turn, waitlist_id, payload, available_at)
  VALUES ('reconcile_sender', coalesce(p_domain.account_id, '00000000-0000-0000-0000-000000000000'), p_domain.id,
          jsonb_build_object('claimId', p_domain.id, 'domain', p_domain.domain, 'version', p_domain.version),
          clock_timestamp() + p_delay)
$$;

CREATE OR REPLACE FUNCTION on_sender_domain_changed() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM enqueue_sender_check(NEW, interval '1 second');
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER sender_domain_changed AFTER INSERT OR UPDATE OF version ON sender_domains
FOR EACH ROW EXECUTE FUNCTION on_sender_domain_changed();

-- The account holder is told when mail begins to leave from the sender, when it no longer does, and when we give up.
CREATE OR REPLACE FUNCTION on_sender_state_changed() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO outbox (kind, turn, waitlist_id, payload)
  VALUES ('sender_notice', NEW.account_id, NEW.id, jsonb_build_object('claimId', NEW.id, 'state', NEW.state));
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER sender_state_changed AFTER UPDATE OF state ON sender_domains
FOR EACH ROW WHEN (OLD.state IS DISTINCT FROM NEW.state AND NEW.is_wanted AND OLD.is_wanted AND NEW.account_id IS NOT NULL
                   -- Starting over is what the holder just did.
                   AND NOT (OLD.state = 'failed' AND NEW.state = 'verifying'))
EXECUTE FUNCTION on_sender_state_changed();

-- A domain without senders is released in the transaction that deletes the last one.
CREATE OR REPLACE FUNCTION on_sender_deleted() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  UPDATE sender_domains d
  SET is_wanted = false, last_active_at = CASE WHEN state = 'active' THEN now() ELSE last_active_at END,
      state = 'verifying', reason = NULL, gone_since = NULL, details = '{}', version = version + 1
  WHERE d.id = OLD.domain_id AND NOT EXISTS (SELECT FROM senders s WHERE s.domain_id = d.id);
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER sender_deleted AFTER DELETE ON senders
FOR EACH ROW EXECUTE FUNCTION on_sender_deleted();
