-- AI page generations, counted against the plan's quota. They are reserved before the model is called, and given back
-- when it produced nothing (ADR 20).
CREATE TABLE ai_generations (
  id             uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  account_id     uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  created_at     timestamptz NOT NULL DEFAULT now(),
  -- Until when one in progress counts; NULL for one that was delivered.
  reserved_until timestamptz
);
CREATE INDEX ai_generations_account ON ai_generations (account_id, created_at);
