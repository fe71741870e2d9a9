-- How often the page of a waitlist, or its form on another site, was opened on each day (UTC). No personal data.
CREATE TABLE page_visits (
  waitlist_id uuid NOT NULL REFERENCES waitlists ON DELETE CASCADE,
  day         date NOT NULL,
  visits      integer NOT NULL,
  PRIMARY KEY (waitlist_id, day)
);
