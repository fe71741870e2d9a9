-- What a webhook's receiver takes: our JSON, or a message of a chat (beyond 17). The previous release sends JSON to all.
ALTER TABLE webhooks
  ADD COLUMN format text NOT NULL DEFAULT 'standard'
    CONSTRAINT webhooks_format CHECK (format IN ('standard', 'slack', 'discord'));
