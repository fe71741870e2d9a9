CREATE TABLE waitlists (
  id               uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  account_id       uuid NOT NULL REFERENCES accounts,
  slug             text NOT NULL UNIQUE,
  name             text NOT NULL,
  description      text,
  -- NULL is the default template, so an untouched page gets each improvement of it.
  page_code        text,
  seo_title        text,
  seo_description  text,
  seo_keywords     text,
  og_image         text,
  referral_enabled boolean NOT NULL DEFAULT false,
  referral_boost   integer NOT NULL DEFAULT 5,
  referral_message text,
  licensed_at      timestamptz,
  created_at       timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX waitlists_account ON waitlists (account_id, created_at DESC, id);
