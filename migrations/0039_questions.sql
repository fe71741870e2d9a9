-- Who joins, and where they come from (beyond 10; ADR 31); the routines are in routines/facets.sql.

-- An array of Question (core/questions/question.ts).
ALTER TABLE waitlists ADD COLUMN questions jsonb NOT NULL DEFAULT '[]';

-- Personal data, so it goes where the contact goes. NULL: none.
ALTER TABLE contacts
  -- By the key of the question.
  ADD COLUMN answers  jsonb,
  -- What each ticked checkbox said, and when: {key: {label, at}}.
  ADD COLUMN consents jsonb,
  -- utm_source, utm_medium, utm_campaign, referrer_host.
  ADD COLUMN source   jsonb;
ALTER TABLE entries ADD COLUMN language text;

ALTER TYPE new_signup ADD ATTRIBUTE answers jsonb, ADD ATTRIBUTE consents jsonb, ADD ATTRIBUTE source jsonb,
  -- [{kind, key, value}].
  ADD ATTRIBUTE facets jsonb, ADD ATTRIBUTE language text;
ALTER TABLE pending_signups
  ADD COLUMN answers jsonb, ADD COLUMN consents jsonb, ADD COLUMN source jsonb, ADD COLUMN facets jsonb,
  ADD COLUMN language text;

-- What the people of a list have in common, and how many of those who are listed: a source, a language, or one option of a
-- question. It names nobody. A source that is not here: of someone who came by a friend's link `friend`, else `direct`.
CREATE TABLE facets (
  -- No foreign key: see entries.
  waitlist_id uuid NOT NULL,
  -- 1, 2, … on each list.
  id          integer NOT NULL,
  kind        text COLLATE "C" NOT NULL CHECK (kind IN ('source', 'language', 'answer')),
  -- Of the question; else ''.
  key         text COLLATE "C" NOT NULL,
  value       text COLLATE "C" NOT NULL,
  signups     integer NOT NULL DEFAULT 0,
  accepted    integer NOT NULL DEFAULT 0,
  PRIMARY KEY (waitlist_id, kind, key, value)
) WITH (fillfactor = 50);
CREATE UNIQUE INDEX facets_id ON facets (waitlist_id, id);

-- Who has which, in the order of joining.
CREATE TABLE entry_facets (
  waitlist_id uuid NOT NULL,
  facet       integer NOT NULL,
  seq         integer NOT NULL,
  PRIMARY KEY (waitlist_id, facet, seq)
);
CREATE INDEX entry_facets_entry ON entry_facets (waitlist_id, seq);

-- Those who came by a friend's link before sources were kept.
LOCK TABLE erased_entries, invitations, delivered_ranges, waitlists, referrals IN SHARE MODE;
INSERT INTO facets (waitlist_id, id, kind, key, value, signups, accepted)
SELECT r.waitlist_id, 1, 'source', '', 'friend', count(*), count(*) FILTER (WHERE EXISTS (
         SELECT FROM invitations i WHERE i.waitlist_id = r.waitlist_id AND i.seq = r.seq AND i.state = 'accepted'))
FROM referrals r
WHERE NOT EXISTS (SELECT FROM erased_entries x WHERE x.waitlist_id = r.waitlist_id AND x.seq = r.seq)
  AND NOT EXISTS (
    SELECT FROM delivered_ranges d JOIN waitlists w ON w.id = d.waitlist_id
    WHERE d.waitlist_id = r.waitlist_id AND r.seq BETWEEN d.first_seq AND d.last_seq
      AND w.database_id IS DISTINCT FROM d.attachment_id)
GROUP BY r.waitlist_id;

-- Changes of people whose data is in a database of the account's, until they arrive there.
CREATE TABLE pending_changes (
  attachment_id uuid NOT NULL REFERENCES database_attachments ON DELETE CASCADE,
  entry_id      uuid NOT NULL,
  -- Of metadata, as RFC 7396 merges it, two members deep.
  change        jsonb NOT NULL,
  -- Grows with each change, so that one made while another is sent is not forgotten.
  mark          integer NOT NULL DEFAULT 1,
  PRIMARY KEY (attachment_id, entry_id)
);
