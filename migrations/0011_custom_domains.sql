-- Custom domains. A row is a claim on a name: of a waitlist while it is connected, and of its last account for a week
-- after it was released. What CloudFront should hold for it follows from the row alone, so the worker only ever compares
-- the two, and may start again anywhere.

CREATE TABLE custom_domains (
  id          uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  -- Lower case, punycode, no trailing dot.
  domain      text COLLATE "C" NOT NULL UNIQUE,
  -- Who has it, or had it last.
  account_id  uuid NOT NULL REFERENCES accounts,
  -- A waitlist has at most one.
  waitlist_id uuid UNIQUE REFERENCES waitlists,
  state       text NOT NULL DEFAULT 'verifying' CHECK (state IN ('verifying', 'active', 'failed')),
  -- What its holder must change, or what is being waited for.
  reason      text,
  checked_at  timestamptz,
  state_since timestamptz NOT NULL DEFAULT now(),
  released_at timestamptz,
  -- Grows when it is connected or released: what was begun for an older one must not be recorded.
  version     integer NOT NULL DEFAULT 1,
  CHECK ((waitlist_id IS NULL) = (released_at IS NOT NULL))
);

-- Its jobs stand under its own id, not under that of a waitlist: they outlive the waitlist, whose own go with it.
CREATE FUNCTION enqueue_domain_check(p_domain custom_domains, p_delay interval) RETURNS void
LANGUAGE sql AS $$
  INSERT INTO outbox (kind, waitlist_id, payload, available_at)
  VALUES ('reconcile_domain', p_domain.id,
          jsonb_build_object('domain', p_domain.domain, 'version', p_domain.version),
          clock_timestamp() + p_delay)
$$;

-- No change of what is wanted without a job that brings it about. A second's grace, for a record made just now.
CREATE FUNCTION on_custom_domain_changed() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM enqueue_domain_check(NEW, interval '1 second');
  RETURN NULL;
END $$;
CREATE TRIGGER custom_domain_changed AFTER INSERT OR UPDATE OF version ON custom_domains
FOR EACH ROW EXECUTE FUNCTION on_custom_domain_changed();

-- Takes the domain of a waitlist away from it; its account keeps the claim for a while.
CREATE FUNCTION release_domain(p_waitlist uuid) RETURNS void
LANGUAGE sql AS $$
  UPDATE custom_domains
  SET waitlist_id = NULL, released_at = now(), state = 'verifying', reason = NULL, version = version + 1
  WHERE waitlist_id = p_waitlist
$$;

-- However a waitlist is deleted, its domain is released in the same transaction.
CREATE FUNCTION on_waitlist_deleted() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM release_domain(OLD.id);
  RETURN OLD;
END $$;
CREATE TRIGGER waitlist_deleted BEFORE DELETE ON waitlists
FOR EACH ROW EXECUTE FUNCTION on_waitlist_deleted();
