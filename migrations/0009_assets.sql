-- Uploaded images. The file itself is in S3, under the SHA-256 of its bytes, which is all of its name.
CREATE TABLE assets (
  hash       bytea PRIMARY KEY CHECK (octet_length(hash) = 32),
  type       text NOT NULL CHECK (type IN ('jpeg', 'png', 'gif', 'webp', 'svg')),
  size       integer NOT NULL CHECK (size > 0),
  width      integer CHECK (width > 0),
  height     integer CHECK (height > 0),
  created_at timestamptz NOT NULL DEFAULT now()
);

-- Who uploaded which: the same bytes are stored once, however many accounts send them.
CREATE TABLE asset_uploads (
  account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  hash       bytea NOT NULL REFERENCES assets,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, hash)
);
CREATE INDEX asset_uploads_hash ON asset_uploads (hash);
