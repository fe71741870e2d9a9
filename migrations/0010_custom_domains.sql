-- A row is an account's claim on a name: a waitlist's while it is connected, and its account's for a week after it was
-- active. Several accounts may claim one name, and only one of them can be active. What CloudFront should hold follows from
-- the rows alone, so the worker only compares the two and can start again anywhere.
CREATE TABLE custom_domains (
  -- Also what the TXT record proves, so it is never used again.
  id             uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  -- Lower case, punycode, no trailing dot.
  domain         text COLLATE "C" NOT NULL,
  -- The account that has it, or had it last. NULL once that is deleted: the domain is taken down after its account.
  account_id     uuid REFERENCES accounts ON DELETE SET NULL,
  -- A waitlist has at most one. NULL once it is released.
  waitlist_id    uuid UNIQUE REFERENCES waitlists,
  state          text NOT NULL DEFAULT 'verifying' CHECK (state IN ('verifying', 'active', 'failed')),
  -- What the owner must change, or what we are waiting for.
  reason         text,
  checked_at     timestamptz,
  state_since    timestamptz NOT NULL DEFAULT now(),
  -- When it stopped being active. NULL while it is active, and if it never was: such a claim blocks no other account.
  last_active_at timestamptz,
  -- Since when the active domain has had no DNS record.
  gone_since     timestamptz,
  -- Grows when it is connected or released: results for an older version are not recorded.
  version        integer NOT NULL DEFAULT 1,
  UNIQUE (domain, account_id)
);
CREATE UNIQUE INDEX custom_domains_active ON custom_domains (domain) WHERE state = 'active';
CREATE INDEX custom_domains_account ON custom_domains (account_id);
