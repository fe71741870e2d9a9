-- The languages that visitors of a waitlist read (beyond 14).
ALTER TABLE waitlists
  -- Those of its visitors; the first is that of the waitlist's own texts.
  ADD COLUMN languages text[] NOT NULL DEFAULT '{en}'
    CONSTRAINT waitlists_languages CHECK (cardinality(languages) BETWEEN 1 AND 10),
  -- Translations of its texts, by language (core/waitlists/translations.ts).
  ADD COLUMN translations jsonb NOT NULL DEFAULT '{}';
