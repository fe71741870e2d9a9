-- A row is a claim on a name: a waitlist's while it is connected, and its last account's for a week after it was released.
-- What CloudFront should hold follows from the row alone, so the worker only compares the two and can start again anywhere.
CREATE TABLE custom_domains (
  id          uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  -- Lower case, punycode, no trailing dot.
  domain      text COLLATE "C" NOT NULL UNIQUE,
  -- The account that has it, or had it last. NULL once that is deleted: the domain is taken down after its account.
  account_id  uuid REFERENCES accounts ON DELETE SET NULL,
  -- A waitlist has at most one.
  waitlist_id uuid UNIQUE REFERENCES waitlists,
  state       text NOT NULL DEFAULT 'verifying' CHECK (state IN ('verifying', 'active', 'failed')),
  -- What the owner must change, or what we are waiting for.
  reason      text,
  checked_at  timestamptz,
  state_since timestamptz NOT NULL DEFAULT now(),
  released_at timestamptz,
  -- Grows when it is connected or released: results for an older version are not recorded.
  version     integer NOT NULL DEFAULT 1,
  CHECK ((waitlist_id IS NULL) = (released_at IS NOT NULL))
);
