-- Every email that an account may write itself, in several languages (beyond 15).
ALTER TABLE email_templates
  ADD COLUMN kind text NOT NULL DEFAULT 'confirmation'
    CHECK (kind IN ('confirmation', 'confirm_address', 'invitation', 'moved_up')),
  -- Of the people who get it. NULL: of any that no other template is for.
  ADD COLUMN language text;

-- Which templates a waitlist uses: one of each kind and language at most. It takes the place of waitlists.email_template_id,
-- which the previous release reads.
CREATE TABLE email_template_links (
  waitlist_id uuid NOT NULL REFERENCES waitlists ON DELETE CASCADE,
  template_id uuid NOT NULL REFERENCES email_templates ON DELETE CASCADE,
  PRIMARY KEY (waitlist_id, template_id)
);
CREATE INDEX email_template_links_template ON email_template_links (template_id);

INSERT INTO email_template_links (waitlist_id, template_id)
SELECT w.id, w.email_template_id FROM waitlists w WHERE w.email_template_id IS NOT NULL;
