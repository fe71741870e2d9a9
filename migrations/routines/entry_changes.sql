-- Changes of a person's answers, and of their name (ADR 31).

-- A change of these keys of an object: {key: value}, null where p_values has none.
CREATE OR REPLACE FUNCTION patch_of(p_keys text[], p_values jsonb) RETURNS jsonb
LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(jsonb_object_agg(key, p_values -> key), '{}') FROM unnest(p_keys) AS key
$$;

-- A change of consents. A consent to the same label keeps what was recorded before.
CREATE OR REPLACE FUNCTION keep_consents(p_known jsonb, p_patch jsonb) RETURNS jsonb
LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(jsonb_object_agg(key, CASE WHEN p_known -> key ->> 'label' = p ->> 'label'
                                   THEN p_known -> key ELSE p END), '{}')
  FROM jsonb_each(p_patch) AS patch (key, p)
$$;

-- Changes an entry. Returns false if there is none. If the account's own database has the person, the job that copies makes the
-- change there, and then deletes it here.
--   p_change  an EntryWrite (core/questions/entry-change-store.ts)
CREATE OR REPLACE FUNCTION change_entry(p_waitlist uuid, p_entry uuid, p_change jsonb) RETURNS boolean
LANGUAGE plpgsql AS $$
DECLARE
  place        integer;  -- its seq
  keys         text[] := ARRAY(SELECT jsonb_object_keys(p_change -> 'given')
                               UNION SELECT jsonb_array_elements_text(p_change -> 'cleared'));
  new_answers  jsonb := patch_of(keys, p_change -> 'given');
  new_consents jsonb := patch_of(keys, p_change -> 'consents');
  attachment   uuid;
BEGIN
  PERFORM pg_advisory_xact_lock(waitlist_lock_key(p_waitlist));
  SELECT e.seq INTO place FROM entries e WHERE e.id = p_entry AND e.waitlist_id = p_waitlist;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  UPDATE contacts c
  SET name = CASE WHEN p_change ? 'name' THEN p_change ->> 'name' ELSE c.name END,
      answers = nullif(jsonb_strip_nulls(coalesce(c.answers, '{}') || new_answers), '{}'),
      consents = nullif(jsonb_strip_nulls(
        coalesce(c.consents, '{}') || keep_consents(c.consents, new_consents)), '{}')
  WHERE c.waitlist_id = p_waitlist AND c.seq = place;
  PERFORM change_answer_facets(p_waitlist, place, keys, p_change -> 'facets');

  -- The database that has the contact, or to which a batch with the old answers may be on its way.
  SELECT coalesce(
    (SELECT r.attachment_id FROM delivered_ranges r
     WHERE r.waitlist_id = p_waitlist AND place BETWEEN r.first_seq AND r.last_seq),
    (SELECT a.id FROM waitlists w JOIN database_attachments a ON a.id = w.database_id
     WHERE w.id = p_waitlist AND a.next_seq <= place)) INTO attachment;
  IF attachment IS NOT NULL THEN
    INSERT INTO pending_changes AS p (attachment_id, entry_id, change)
    VALUES (attachment, p_entry, jsonb_build_object('answers', new_answers, 'consents', new_consents)
      || CASE WHEN p_change ? 'name' THEN jsonb_build_object('name', p_change -> 'name') ELSE '{}' END)
    ON CONFLICT (attachment_id, entry_id) DO UPDATE
    SET mark = p.mark + 1, change = p.change || excluded.change || jsonb_build_object(
      'answers', p.change -> 'answers' || (excluded.change -> 'answers'),
      'consents', p.change -> 'consents' || (excluded.change -> 'consents'));
    IF EXISTS (SELECT FROM waitlists w WHERE w.id = p_waitlist AND w.database_id = attachment) THEN
      PERFORM queue_delivery(p_waitlist);
    END IF;
  END IF;
  PERFORM record_event(p_waitlist, 'entry.updated', ARRAY[place]);
  RETURN true;
END $$;
