-- Confirmation emails that accounts write themselves. `text` is the plain form of `html`, made when it is saved.
CREATE TABLE email_templates (
  id         uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  account_id uuid NOT NULL REFERENCES accounts ON DELETE CASCADE,
  name       text NOT NULL,
  subject    text NOT NULL,
  html       text NOT NULL,
  text       text NOT NULL,
  -- Bytes of `html` as an agent receives it, kept by a trigger: no change reads the HTML of every other template.
  listed_bytes integer NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX email_templates_account ON email_templates (account_id, created_at DESC, id);
