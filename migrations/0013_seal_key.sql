-- Secrets that customers give are sealed. Where that is done with a key of the machine and not of KMS, every server of a
-- database must hold the same, as with the digest key beside it.
ALTER TABLE deployment ADD COLUMN seal_key_fingerprint bytea CHECK (octet_length(seal_key_fingerprint) = 32);
