-- Facts about the whole database: one row. Emails are stored as keyed digests and secrets may be sealed with a local key,
-- so every server of a database must hold the same keys. A fingerprint tells keys apart and reveals nothing.
CREATE TABLE deployment (
  only_row               boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  digest_key_fingerprint bytea NOT NULL CHECK (octet_length(digest_key_fingerprint) = 32),
  created_at             timestamptz NOT NULL DEFAULT now(),
  seal_key_fingerprint   bytea CHECK (octet_length(seal_key_fingerprint) = 32)
);
