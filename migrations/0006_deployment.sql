-- What is true of a whole database: one row. Emails and addresses are stored as keyed digests, so every server of a
-- database must hold the same key, or an email would be new to each of them. The fingerprint tells one key from another
-- and gives nothing away: it is a hash of 32 random bytes.

CREATE TABLE deployment (
  only_row               boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  digest_key_fingerprint bytea NOT NULL CHECK (octet_length(digest_key_fingerprint) = 32),
  created_at             timestamptz NOT NULL DEFAULT now()
);
