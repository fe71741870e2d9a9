-- Delivery of signups to the account's own database; 0009_attached_databases.sql explains the tables.

-- Entries that keep their position but are neither listed nor counted: those whose contact is only in a database that is
-- not attached now, and erased ones. `skipped` counts the entries of this range and of all later ones.
CREATE OR REPLACE VIEW hidden_ranges AS
SELECT h.waitlist_id, h.first_seq, h.last_seq,
       sum(h.last_seq - h.first_seq + 1) OVER (PARTITION BY h.waitlist_id ORDER BY h.first_seq DESC)::integer AS skipped
FROM (
  SELECT r.waitlist_id, r.first_seq, r.last_seq
  FROM delivered_ranges r JOIN waitlists w ON w.id = r.waitlist_id
  WHERE w.database_id IS DISTINCT FROM r.attachment_id
  UNION ALL
  SELECT x.waitlist_id, x.seq, x.seq FROM erased_entries x
  WHERE NOT EXISTS (
    SELECT FROM delivered_ranges r JOIN waitlists w ON w.id = r.waitlist_id
    WHERE r.waitlist_id = x.waitlist_id AND x.seq BETWEEN r.first_seq AND r.last_seq
      AND w.database_id IS DISTINCT FROM r.attachment_id)
) h;

-- Writes the delivery job of a waitlist unless there is one. Needs the waitlist's lock, so that finish_delivery does not
-- end that one unseen. Looks before it writes: a conflict with a job would wait for the worker that is updating it.
CREATE OR REPLACE FUNCTION queue_delivery(p_waitlist uuid) RETURNS void
LANGUAGE sql AS $$
  INSERT INTO outbox (kind, turn, waitlist_id) SELECT 'deliver_signups', w.account_id, w.id FROM waitlists w
  WHERE w.id = p_waitlist
    AND NOT EXISTS (SELECT FROM outbox o WHERE o.waitlist_id = p_waitlist AND o.kind = 'deliver_signups')
$$;

-- Like queue_delivery, and makes a job due now that waits after a failure. Leaves a running job alone: its `last_error` is
-- NULL.
CREATE OR REPLACE FUNCTION hasten_delivery(p_waitlist uuid) RETURNS void
LANGUAGE sql AS $$
  INSERT INTO outbox AS o (kind, turn, waitlist_id)
  SELECT 'deliver_signups', w.account_id, w.id FROM waitlists w WHERE w.id = p_waitlist
  ON CONFLICT (waitlist_id) WHERE kind = 'deliver_signups' DO UPDATE
  SET available_at = clock_timestamp(), parked_at = NULL, failures = 0, attempts = o.attempts + 1
  WHERE o.last_error IS NOT NULL
$$;

-- Attaches a database, or replaces the connection of the attached one. Returns when it was attached; NULL for a waitlist
-- that is not the account's. The waitlist's lock puts every signup before or after this.
CREATE OR REPLACE FUNCTION attach_database(
  p_account uuid, p_waitlist uuid, p_db_type text, p_table text, p_identity bytea, p_connection bytea)
RETURNS timestamptz
LANGUAGE plpgsql AS $$
DECLARE
  v_current uuid;
  v_known   uuid;
  v_next    integer;
  v_at      timestamptz;
BEGIN
  PERFORM pg_advisory_xact_lock(waitlist_lock_key(p_waitlist));
  SELECT w.database_id INTO v_current FROM waitlists w WHERE w.id = p_waitlist AND w.account_id = p_account;
  IF NOT FOUND THEN
    RETURN NULL;
  END IF;
  SELECT a.id INTO v_known FROM database_attachments a
  WHERE a.waitlist_id = p_waitlist AND a.identity_digest = p_identity;

  IF v_known = v_current THEN
    UPDATE database_attachments a SET connection = p_connection, version = a.version + 1, failures = 0
    WHERE a.id = v_current RETURNING a.attached_at INTO v_at;
  ELSE
    -- It gets the signups still waiting for the database it replaces; otherwise it starts with the next signup.
    v_next := coalesce(
      (SELECT a.next_seq FROM database_attachments a WHERE a.id = v_current),
      (SELECT max(e.seq) FROM entries e WHERE e.waitlist_id = p_waitlist) + 1,
      1);
    UPDATE database_attachments a SET connection = NULL WHERE a.id = v_current;
    INSERT INTO database_attachments AS a
      (waitlist_id, db_type, table_name, identity_digest, connection, attached_at, next_seq)
    VALUES (p_waitlist, p_db_type, p_table, p_identity, p_connection, clock_timestamp(), v_next)
    ON CONFLICT (waitlist_id, identity_digest) DO UPDATE
    SET connection = excluded.connection, attached_at = excluded.attached_at, next_seq = excluded.next_seq,
        version = a.version + 1, failures = 0
    RETURNING a.id, a.attached_at INTO v_current, v_at;
    UPDATE waitlists w SET database_id = v_current WHERE w.id = p_waitlist;
    -- Entries it already has may have moved since. Nobody ever moved in a block without a row.
    DELETE FROM moved_blocks m WHERE m.waitlist_id = p_waitlist;
    IF v_known IS NOT NULL THEN
      INSERT INTO moved_blocks (waitlist_id, block)
      SELECT b.waitlist_id, b.block FROM place_blocks b WHERE b.waitlist_id = p_waitlist;
    END IF;
  END IF;
  PERFORM hasten_delivery(p_waitlist);
  RETURN v_at;
END $$;

-- Detaches the database; false for a waitlist that is not the account's. Contacts that were not delivered stay here.
CREATE OR REPLACE FUNCTION detach_database(p_account uuid, p_waitlist uuid) RETURNS boolean
LANGUAGE plpgsql AS $$
DECLARE
  v_current uuid;
BEGIN
  PERFORM pg_advisory_xact_lock(waitlist_lock_key(p_waitlist));
  SELECT w.database_id INTO v_current FROM waitlists w WHERE w.id = p_waitlist AND w.account_id = p_account;
  IF NOT FOUND THEN
    RETURN false;
  END IF;
  UPDATE waitlists w SET database_id = NULL WHERE w.id = p_waitlist;
  UPDATE database_attachments a SET connection = NULL WHERE a.id = v_current;
  DELETE FROM moved_blocks m WHERE m.waitlist_id = p_waitlist;
  RETURN true;
END $$;

-- Records that entries arrived in a database, even if it was detached or replaced meanwhile: they are there now, and a
-- database that replaced it starts after them.
CREATE OR REPLACE FUNCTION record_delivery(p_waitlist uuid, p_attachment uuid, p_first integer, p_last integer)
RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  -- A delivery record lost in a crash is delivered again, which changes nothing.
  SET LOCAL synchronous_commit = off;
  PERFORM pg_advisory_xact_lock(waitlist_lock_key(p_waitlist));
  -- The waitlist is gone, or another worker took over and was faster.
  IF NOT EXISTS (SELECT FROM database_attachments a WHERE a.id = p_attachment) OR EXISTS (
    SELECT FROM delivered_ranges r
    WHERE r.waitlist_id = p_waitlist AND r.first_seq <= p_last AND r.last_seq >= p_first) THEN
    RETURN;
  END IF;
  UPDATE delivered_ranges r SET last_seq = p_last
  WHERE r.waitlist_id = p_waitlist AND r.attachment_id = p_attachment AND r.last_seq = p_first - 1;
  IF NOT FOUND THEN
    INSERT INTO delivered_ranges (waitlist_id, first_seq, last_seq, attachment_id)
    VALUES (p_waitlist, p_first, p_last, p_attachment);
  END IF;
  UPDATE database_attachments a SET next_seq = p_last + 1
  WHERE a.waitlist_id = p_waitlist AND a.next_seq BETWEEN p_first AND p_last;
  -- Changes that were made while they were on their way, and another database was attached.
  UPDATE pending_changes c SET attachment_id = p_attachment FROM database_attachments a, entries e
  WHERE a.waitlist_id = p_waitlist AND a.id <> p_attachment AND c.attachment_id = a.id
    AND e.id = c.entry_id AND e.waitlist_id = p_waitlist AND e.seq BETWEEN p_first AND p_last
    AND NOT EXISTS (SELECT FROM pending_changes x WHERE x.attachment_id = p_attachment AND x.entry_id = c.entry_id);
END $$;

-- Records that the positions in p_blocks were sent. A block that changed again since (its mark differs) stays, and so do
-- all if the attachment was replaced since: attaching notes every block again.
CREATE OR REPLACE FUNCTION settle_moved_blocks(
  p_waitlist uuid, p_attachment uuid, p_version integer, p_blocks integer[], p_marks integer[]) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  SET LOCAL synchronous_commit = off;
  PERFORM pg_advisory_xact_lock(waitlist_lock_key(p_waitlist));
  DELETE FROM moved_blocks m USING unnest(p_blocks, p_marks) AS sent (block, mark)
  WHERE m.waitlist_id = p_waitlist AND m.block = sent.block AND m.mark = sent.mark AND EXISTS (
    SELECT FROM waitlists w JOIN database_attachments a ON a.id = w.database_id
    WHERE w.id = p_waitlist AND a.id = p_attachment AND a.version = p_version);
END $$;

-- Ends the delivery job of a waitlist if nothing is left to do. Under the waitlist's lock, this sees every earlier signup,
-- and a later one finds no job and writes one.
CREATE OR REPLACE FUNCTION finish_delivery(p_waitlist uuid, p_job bigint, p_attempts integer) RETURNS boolean
LANGUAGE plpgsql AS $$
BEGIN
  SET LOCAL synchronous_commit = off;
  PERFORM pg_advisory_xact_lock(waitlist_lock_key(p_waitlist));
  -- Of those who never got there, because it was detached before.
  DELETE FROM pending_changes c USING waitlists w, database_attachments a, entries e
  WHERE w.id = p_waitlist AND a.id = w.database_id AND c.attachment_id = a.id AND e.id = c.entry_id AND e.seq < a.next_seq
    AND NOT EXISTS (SELECT FROM delivered_ranges r WHERE r.attachment_id = a.id AND e.seq BETWEEN r.first_seq AND r.last_seq);
  IF EXISTS (
    SELECT FROM waitlists w JOIN database_attachments a ON a.id = w.database_id
    WHERE w.id = p_waitlist
      AND ((SELECT max(e.seq) FROM entries e WHERE e.waitlist_id = p_waitlist) >= a.next_seq
           OR EXISTS (SELECT FROM moved_blocks m WHERE m.waitlist_id = p_waitlist)
           OR EXISTS (SELECT FROM pending_changes p WHERE p.attachment_id = a.id)
           OR EXISTS (SELECT FROM pending_erasures p WHERE p.attachment_id = a.id))) THEN
    RETURN false;
  END IF;
  DELETE FROM outbox o WHERE o.id = p_job AND o.attempts = p_attempts;
  RETURN true;
END $$;
