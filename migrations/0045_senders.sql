-- Senders of accounts (beyond 15). A claim on a domain is an account's, as in `custom_domains`, and its senders share it: what
-- SES should have follows from these rows alone.
CREATE TABLE sender_domains (
  id             uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  -- Lower case, punycode, no trailing dot.
  domain         text COLLATE "C" NOT NULL,
  -- NULL once the account is deleted: the identity at SES is removed after it.
  account_id     uuid REFERENCES accounts ON DELETE SET NULL,
  -- It has senders.
  is_wanted      boolean NOT NULL DEFAULT true,
  state          text NOT NULL DEFAULT 'verifying' CHECK (state IN ('verifying', 'active', 'failed')),
  reason         text,
  checked_at     timestamptz,
  state_since    timestamptz NOT NULL DEFAULT now(),
  last_active_at timestamptz,
  -- Since when the active domain has lacked DNS records.
  gone_since     timestamptz,
  version        integer NOT NULL DEFAULT 1,
  -- What SES and DNS said: the parts of records that we do not know ourselves, and which records were there.
  details        jsonb NOT NULL DEFAULT '{}',
  UNIQUE (domain, account_id)
);
CREATE UNIQUE INDEX sender_domains_active ON sender_domains (domain) WHERE state = 'active';
CREATE INDEX sender_domains_account ON sender_domains (account_id);

CREATE TABLE senders (
  id         uuid PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  domain_id  uuid NOT NULL REFERENCES sender_domains,
  email      text NOT NULL,
  -- The name that people see.
  name       text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (account_id, email),
  -- For the waitlists that use it.
  UNIQUE (account_id, id)
);
CREATE INDEX senders_domain ON senders (domain_id);

-- NULL: our own sender. Only a sender of the same account.
ALTER TABLE waitlists ADD COLUMN sender_id uuid;
ALTER TABLE waitlists ADD CONSTRAINT waitlists_sender
  FOREIGN KEY (account_id, sender_id) REFERENCES senders (account_id, id) ON DELETE SET NULL (sender_id);
CREATE INDEX waitlists_sender ON waitlists (sender_id) WHERE sender_id IS NOT NULL;
