-- How often the page of a waitlist, or its form on another site, was opened by people from each source. No personal data.
CREATE TABLE source_visits (
  -- No foreign key: see routines/page_visits.sql.
  waitlist_id uuid NOT NULL,
  source      text COLLATE "C" NOT NULL,
  visits      bigint NOT NULL,
  PRIMARY KEY (waitlist_id, source)
) WITH (fillfactor = 50);

-- Where earlier visits came from is not known.
INSERT INTO source_visits (waitlist_id, source, visits)
SELECT v.waitlist_id, 'direct', sum(v.visits) FROM page_visits v GROUP BY v.waitlist_id;
