CREATE TABLE waitlists (
  id                 uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  account_id         uuid NOT NULL REFERENCES accounts,
  slug               text NOT NULL UNIQUE,
  name               text NOT NULL,
  description        text,
  -- NULL: the built-in template of the design, so that the page gets every improvement of it.
  page_code          text,
  seo_title          text,
  seo_description    text,
  seo_keywords       text,
  og_image           text,
  referral_enabled   boolean NOT NULL DEFAULT false,
  referral_boost     integer NOT NULL DEFAULT 5,
  referral_message   text,
  -- Only members that were set.
  design             jsonb NOT NULL DEFAULT '{}',
  -- Origins of the owner's own sites, as browsers send them.
  allowed_origins    text[] NOT NULL DEFAULT '{}',
  -- Where referral links lead. NULL: the page.
  share_url          text,
  licensed_at        timestamptz,
  created_at         timestamptz NOT NULL DEFAULT now(),
  email_template_id  uuid REFERENCES email_templates ON DELETE SET NULL,
  -- The account's own bot challenge; used only when both are set. The secret is sealed for the waitlist.
  turnstile_site_key text,
  turnstile_secret   bytea,
  CONSTRAINT waitlists_referral_boost CHECK (referral_boost BETWEEN 1 AND 100),
  CONSTRAINT waitlists_share_url CHECK (
    share_url IS NULL OR coalesce(substring(share_url FROM '^https?://[^/]+') = ANY (allowed_origins), false))
);
CREATE INDEX waitlists_account ON waitlists (account_id, created_at DESC, id);
CREATE INDEX waitlists_email_template ON waitlists (email_template_id) WHERE email_template_id IS NOT NULL;
