-- Uploaded images. The file itself is in S3, named by the SHA-256 of its bytes.
CREATE TABLE assets (
  hash       bytea PRIMARY KEY CHECK (octet_length(hash) = 32),
  type       text NOT NULL CHECK (type IN ('jpeg', 'png', 'gif', 'webp', 'svg')),
  size       integer NOT NULL CHECK (size > 0),
  width      integer CHECK (width > 0),
  height     integer CHECK (height > 0),
  created_at timestamptz NOT NULL DEFAULT now()
);

-- Which account uploaded which image: the same bytes are stored once, however many accounts send them.
CREATE TABLE asset_uploads (
  account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  hash       bytea NOT NULL REFERENCES assets,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (account_id, hash)
);
CREATE INDEX asset_uploads_hash ON asset_uploads (hash);

-- Images that deleted accounts had uploaded, one row per account. A job deletes those that no other account has.
CREATE TABLE image_purges (
  id   bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  hash bytea NOT NULL CHECK (octet_length(hash) = 32)
);
