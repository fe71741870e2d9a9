-- Signups kept in a database of the account's own. The ledger stays here; the contact of a signup goes there.
--
-- A list has at most one database at a time: `waitlists.database_id`. What was made while one was attached is delivered
-- in order of `seq`, from the attachment's `next_seq` on. `delivered_ranges` says what has arrived, and where; whatever is
-- in no range has its contact here. So attaching and detaching move no rows, however long the list.

CREATE TABLE database_attachments (
  id              uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  -- Goes with the waitlist at once: nothing is left of what opens somebody's database.
  waitlist_id     uuid NOT NULL REFERENCES waitlists ON DELETE CASCADE,
  db_type         text NOT NULL CHECK (db_type IN ('postgres', 'mysql')),
  table_name      text NOT NULL,
  -- What tells one server, database and table from another, hashed: one attached again goes on where it was.
  identity_digest bytea NOT NULL,
  -- Sealed; NULL while detached.
  connection      bytea,
  -- Grows whenever the connection is replaced.
  version         integer NOT NULL DEFAULT 1,
  attached_at     timestamptz NOT NULL,
  -- The first entry that has not arrived.
  next_seq        integer NOT NULL,
  UNIQUE (waitlist_id, identity_digest)
);
ALTER TABLE waitlists ADD COLUMN database_id uuid REFERENCES database_attachments;

CREATE TABLE delivered_ranges (
  waitlist_id   uuid NOT NULL,
  first_seq     integer NOT NULL,
  last_seq      integer NOT NULL CHECK (last_seq >= first_seq),
  attachment_id uuid NOT NULL REFERENCES database_attachments ON DELETE CASCADE,
  PRIMARY KEY (waitlist_id, first_seq)
);
CREATE INDEX delivered_ranges_attachment ON delivered_ranges (attachment_id);

-- Blocks whose order has changed since their positions were sent. `before` is what was sent last; NULL: not known, all
-- of them are sent. `mark` grows with each change, so that one made while they are being sent is not forgotten.
CREATE TABLE moved_blocks (
  waitlist_id uuid NOT NULL REFERENCES waitlists ON DELETE CASCADE,
  block       integer NOT NULL,
  before      integer[],
  mark        integer NOT NULL DEFAULT 1,
  PRIMARY KEY (waitlist_id, block)
);

-- A contact that has arrived elsewhere is erased here, once its confirmation email was sent as well.
ALTER TABLE contacts ADD COLUMN mailed boolean NOT NULL DEFAULT false;

-- The ranges say where a contact is. `entries.stored` says nothing any more: it stays, as it stands in the view, for the
-- code of the release before, whose open connections have planned that view; a later release drops both.

-- Ranges of entries whose data is only in a database that is not attached now: they keep their place, and are neither
-- listed nor counted. `skipped` counts those of this range and of all above it.
CREATE VIEW hidden_ranges AS
SELECT r.waitlist_id, r.first_seq, r.last_seq,
       sum(r.last_seq - r.first_seq + 1) OVER (PARTITION BY r.waitlist_id ORDER BY r.first_seq DESC)::integer AS skipped
FROM delivered_ranges r JOIN waitlists w ON w.id = r.waitlist_id
WHERE w.database_id IS DISTINCT FROM r.attachment_id;

-- One job a list delivers whatever there is, so that no two workers ever deliver the same list.
CREATE UNIQUE INDEX outbox_delivery ON outbox (waitlist_id) WHERE kind = 'deliver_signups';

CREATE FUNCTION queue_delivery(p_waitlist uuid) RETURNS void
LANGUAGE sql AS $$
  INSERT INTO outbox (kind, waitlist_id) VALUES ('deliver_signups', p_waitlist)
  ON CONFLICT (waitlist_id) WHERE kind = 'deliver_signups' DO NOTHING
$$;

-- As queue_delivery, and a job that waits after a failure is due now. One that a worker is at is left alone: its
-- `last_error` was cleared when it began.
CREATE FUNCTION hasten_delivery(p_waitlist uuid) RETURNS void
LANGUAGE sql AS $$
  INSERT INTO outbox AS o (kind, waitlist_id) VALUES ('deliver_signups', p_waitlist)
  ON CONFLICT (waitlist_id) WHERE kind = 'deliver_signups' DO UPDATE
  SET available_at = clock_timestamp(), parked_at = NULL, attempts = o.attempts + 1
  WHERE o.last_error IS NOT NULL
$$;

-- Writes the job of each list that has signups to deliver and no job: a signup broke off just before it wrote one.
CREATE FUNCTION sweep_deliveries() RETURNS void
LANGUAGE sql AS $$
  SELECT queue_delivery(w.id) FROM waitlists w JOIN database_attachments a ON a.id = w.database_id
  WHERE EXISTS (SELECT FROM entries e WHERE e.waitlist_id = w.id AND e.seq >= a.next_seq)
    AND NOT EXISTS (SELECT FROM outbox o WHERE o.waitlist_id = w.id AND o.kind = 'deliver_signups')
$$;

-- Attaches a database, or replaces the connection of the one that is; answers when it was attached, NULL for a list that
-- is not the account's. Under the list's lock, so that each signup was made before or after it.
CREATE FUNCTION attach_database(
  p_account uuid, p_waitlist uuid, p_db_type text, p_table text, p_identity bytea, p_connection bytea)
RETURNS timestamptz
LANGUAGE plpgsql SET enable_seqscan = off AS $$
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
    UPDATE database_attachments a SET connection = p_connection, version = a.version + 1
    WHERE a.id = v_current RETURNING a.attached_at INTO v_at;
  ELSE
    -- What still waits for the database that is replaced goes to this one; else it begins with the next signup.
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
        version = a.version + 1
    RETURNING a.id, a.attached_at INTO v_current, v_at;
    UPDATE waitlists w SET database_id = v_current WHERE w.id = p_waitlist;
    -- Of what it has from before, anything may have moved meanwhile. A block without a row never moved.
    DELETE FROM moved_blocks m WHERE m.waitlist_id = p_waitlist;
    IF v_known IS NOT NULL THEN
      INSERT INTO moved_blocks (waitlist_id, block)
      SELECT b.waitlist_id, b.block FROM place_blocks b WHERE b.waitlist_id = p_waitlist;
    END IF;
  END IF;
  PERFORM hasten_delivery(p_waitlist);
  RETURN v_at;
END $$;

-- Detaches what is attached; false for a list that is not the account's. What still waits for delivery stays here.
CREATE FUNCTION detach_database(p_account uuid, p_waitlist uuid) RETURNS boolean
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

-- Notes that entries have arrived. Also after the database was detached or replaced while they were under way: where
-- they arrived is where they are, and the database that took its place begins after them.
CREATE FUNCTION record_delivery(p_waitlist uuid, p_attachment uuid, p_first integer, p_last integer) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  -- What is lost with the power is delivered again, which changes nothing.
  PERFORM set_config('synchronous_commit', 'off', true), set_config('enable_seqscan', 'off', true);
  PERFORM pg_advisory_xact_lock(waitlist_lock_key(p_waitlist));
  -- Gone with its list; or a worker that took over was quicker.
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
  -- They arrived with the positions of that moment, which are not those that stand in `before`: nobody is seq 0.
  UPDATE moved_blocks m SET before = ARRAY(
    SELECT CASE WHEN seq BETWEEN p_first AND p_last THEN 0 ELSE seq END
    FROM unnest(m.before) WITH ORDINALITY AS b (seq, i) ORDER BY i)
  WHERE m.waitlist_id = p_waitlist
    AND EXISTS (SELECT FROM unnest(m.before) AS seq WHERE seq BETWEEN p_first AND p_last);
END $$;

-- Ends the job of a list when nothing is left to deliver. Under the list's lock: a signup made before is seen here, and
-- one made after finds no job and writes one.
CREATE FUNCTION finish_delivery(p_waitlist uuid, p_job bigint, p_attempts integer) RETURNS boolean
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('synchronous_commit', 'off', true), set_config('enable_seqscan', 'off', true);
  PERFORM pg_advisory_xact_lock(waitlist_lock_key(p_waitlist));
  IF EXISTS (
    SELECT FROM waitlists w JOIN database_attachments a ON a.id = w.database_id
    WHERE w.id = p_waitlist
      AND (EXISTS (SELECT FROM entries e WHERE e.waitlist_id = p_waitlist AND e.seq >= a.next_seq)
           OR EXISTS (SELECT FROM moved_blocks m WHERE m.waitlist_id = p_waitlist))) THEN
    RETURN false;
  END IF;
  DELETE FROM outbox o WHERE o.id = p_job AND o.attempts = p_attempts;
  RETURN true;
END $$;

-- As apply_referral, for a list whose positions are followed elsewhere. Needs the list's lock.
CREATE FUNCTION apply_followed_referral(p_waitlist uuid, p_seq integer, p_boost integer) RETURNS void
LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  home integer;
BEGIN
  IF p_boost > 0 THEN
    home := coalesce(
      (SELECT p.block FROM places p WHERE p.waitlist_id = p_waitlist AND p.seq = p_seq), (p_seq - 1) / 128);
    INSERT INTO moved_blocks AS m (waitlist_id, block, before)
    SELECT p_waitlist, b, place_block(p_waitlist, b)
    -- It crosses into the block above when it is not further than the boost from its end.
    FROM generate_series(
      CASE WHEN home > 0 AND array_position(place_block(p_waitlist, home), p_seq) <= p_boost THEN home - 1 ELSE home END,
      home) b
    ON CONFLICT (waitlist_id, block) DO UPDATE SET mark = m.mark + 1;
  END IF;
  PERFORM apply_referral(p_waitlist, p_seq, p_boost);
END $$;

-- Takes up to p_max moved blocks: `seqs` is who stands there now; ids and positions are of those who are in the
-- database and stand elsewhere than what was sent last. The row stays until settle_moved_blocks: a worker that dies
-- leaves it, and then the whole block is sent, for nobody knows what has arrived.
CREATE FUNCTION take_moved_blocks(p_waitlist uuid, p_attachment uuid, p_max integer)
RETURNS TABLE (block integer, mark integer, seqs integer[], ids uuid[], positions integer[])
LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  moved record;
  here  integer[];
BEGIN
  FOR moved IN
    SELECT m.block, m.mark, m.before FROM moved_blocks m
    WHERE m.waitlist_id = p_waitlist ORDER BY m.block LIMIT p_max FOR UPDATE
  LOOP
    UPDATE moved_blocks m SET before = NULL
    WHERE m.waitlist_id = p_waitlist AND m.block = moved.block AND m.before IS NOT NULL;
    -- A statement of its own sees what is committed now, so never less than what the mark counts.
    here := place_block(p_waitlist, moved.block);
    RETURN QUERY
    SELECT moved.block, moved.mark, here, coalesce(array_agg(e.id ORDER BY i), '{}'),
           coalesce(array_agg(moved.block * 128 + i ORDER BY i), '{}')
    FROM generate_subscripts(here, 1) i
    JOIN entries e ON e.waitlist_id = p_waitlist AND e.seq = here[i]
    WHERE here[i] IS DISTINCT FROM moved.before[i] AND EXISTS (
      SELECT FROM delivered_ranges r WHERE r.attachment_id = p_attachment
      AND here[i] BETWEEN r.first_seq AND r.last_seq);
  END LOOP;
END $$;

-- What was sent of the blocks that were taken has arrived. p_blocks: [{block, mark, seqs}].
CREATE FUNCTION settle_moved_blocks(p_waitlist uuid, p_blocks jsonb) RETURNS void
LANGUAGE sql AS $$
  WITH sent AS (SELECT * FROM jsonb_to_recordset(p_blocks) AS s (block integer, mark integer, seqs integer[])),
  done AS (
    DELETE FROM moved_blocks m USING sent s
    WHERE m.waitlist_id = p_waitlist AND m.block = s.block AND m.mark = s.mark
  )
  UPDATE moved_blocks m SET before = s.seqs FROM sent s
  WHERE m.waitlist_id = p_waitlist AND m.block = s.block AND m.mark <> s.mark
$$;

-- As before, and for a list with a database: positions that move are noted, and the delivery has its job. The one with
-- an argument less stays for calls of join_waitlist that are under way as this is applied; a later release drops it.
CREATE FUNCTION admit_batch(
  p_waitlist uuid, p_ids uuid[], p_digests bytea[], p_emails text[], p_names text[], p_codes text[],
  p_referrers text[], p_boost integer, p_followed boolean, OUT positions integer[], OUT codes text[])
LANGUAGE plpgsql
SET plan_cache_mode = force_generic_plan SET enable_seqscan = off
SET enable_hashjoin = off SET enable_mergejoin = off AS $$
DECLARE
  total     integer := coalesce((SELECT max(e.seq) FROM entries e WHERE e.waitlist_id = p_waitlist), 0);
  at        timestamptz := clock_timestamp();
  referrers integer[];
  referrer  integer;
BEGIN
  WITH incoming AS MATERIALIZED (
    SELECT i.*, known.seq AS known_seq, known.id AS known_id, known.referral_code AS known_code
    FROM unnest(p_ids, p_digests, p_emails, p_names, p_codes, p_referrers)
      WITH ORDINALITY AS i (id, digest, email, name, code, referrer, n)
    LEFT JOIN LATERAL (
      SELECT e.seq, e.id, e.referral_code FROM entries e
      WHERE e.waitlist_id = p_waitlist AND e.email_digest = i.digest LIMIT 1
    ) known ON true
  ), firsts AS (
    SELECT DISTINCT ON (i.digest) i.* FROM incoming i WHERE i.known_seq IS NULL ORDER BY i.digest, i.n
  ), numbered AS MATERIALIZED (
    SELECT f.*, (total + row_number() OVER (ORDER BY f.n))::integer AS seq FROM firsts f
  ), fresh AS MATERIALIZED (
    SELECT f.*, CASE WHEN f.referrer IS NOT NULL THEN coalesce(
      (SELECT e.seq FROM entries e WHERE e.waitlist_id = p_waitlist AND e.referral_code = f.referrer),
      (SELECT b.seq FROM numbered b WHERE b.code = f.referrer AND b.seq < f.seq)) END AS referrer_seq
    FROM numbered f
  ), new_entries AS (
    INSERT INTO entries (waitlist_id, seq, id, email_digest, referral_code, referred_by, created_at)
    SELECT p_waitlist, f.seq, f.id, f.digest, f.code,
           CASE WHEN f.referrer_seq IS NOT NULL THEN f.referrer END, at
    FROM fresh f ORDER BY f.seq
  ), new_contacts AS (
    INSERT INTO contacts (waitlist_id, seq, email, name)
    SELECT p_waitlist, f.seq, f.email, f.name FROM fresh f ORDER BY f.seq
  ), new_jobs AS (
    INSERT INTO outbox (kind, waitlist_id, payload)
    SELECT 'confirmation_email', p_waitlist, jsonb_build_object('entryId', f.id) FROM fresh f ORDER BY f.seq
  )
  SELECT array_agg(CASE
           WHEN f.seq IS NOT NULL THEN f.seq
           WHEN i.known_id = i.id THEN
             (SELECT q.position FROM queue q WHERE q.waitlist_id = p_waitlist AND q.seq = i.known_seq)
         END ORDER BY i.n),
         array_agg(coalesce(i.known_code, i.code) ORDER BY i.n),
         array_agg(f.referrer_seq ORDER BY f.seq) FILTER (WHERE f.referrer_seq IS NOT NULL)
  INTO positions, codes, referrers
  FROM incoming i LEFT JOIN fresh f ON f.n = i.n;

  IF referrers IS NOT NULL THEN
    FOREACH referrer IN ARRAY referrers LOOP
      IF p_followed THEN
        PERFORM apply_followed_referral(p_waitlist, referrer, p_boost);
      ELSE
        PERFORM apply_referral(p_waitlist, referrer, p_boost);
      END IF;
    END LOOP;
  END IF;
  IF p_followed THEN
    PERFORM queue_delivery(p_waitlist);
  END IF;
END $$;

-- As before (0003 says what callers see), with the same for a single signup, and in fewer statements: `done := f()` is an
-- expression, which PL/pgSQL evaluates by itself, where PERFORM f() costs an executor's start and end.
CREATE OR REPLACE PROCEDURE join_waitlist(
  p_waitlist uuid, p_ids uuid[], p_digests bytea[], p_emails text[], p_names text[], p_codes text[],
  p_referrers text[], OUT known boolean, OUT positions integer[], OUT codes text[])
LANGUAGE plpgsql AS $$
DECLARE
  v_id       uuid := p_ids[1];
  v_digest   bytea := p_digests[1];
  v_code     text := p_codes[1];
  v_referrer text := p_referrers[1];
  v_email    text := p_emails[1];
  v_name     text := p_names[1];
  job        bigint;
  place      integer;
  named      integer;  -- the referrer's seq
  boost      integer;
  attached   uuid;     -- the database of the account that signups of the list go to
  lock_key   bigint := waitlist_lock_key(p_waitlist);
  seen       record;
  done       text;     -- what functions answer that are called for their effect
BEGIN
  -- The last two make a new connection plan each statement once, and for tables that do not stay empty.
  done := set_config('synchronous_commit', 'off', true);
  done := set_config('enable_seqscan', 'off', true);
  done := set_config('plan_cache_mode', 'force_generic_plan', true);

  IF cardinality(p_ids) > 1 THEN
    done := pg_advisory_xact_lock(lock_key);
    SELECT CASE WHEN w.referral_enabled THEN w.referral_boost ELSE 0 END, w.database_id INTO boost, attached
    FROM waitlists w WHERE w.id = p_waitlist;
    known := FOUND;
    IF NOT known THEN
      RETURN;
    END IF;
    SELECT b.positions, b.codes INTO positions, codes
    FROM admit_batch(p_waitlist, p_ids, p_digests, p_emails, p_names, p_codes, p_referrers, boost,
                     attached IS NOT NULL) b;
  ELSE
    -- One waiting signup is the common case, and a third cheaper without the machinery of a batch.
    INSERT INTO outbox (kind, waitlist_id, payload)
    SELECT 'confirmation_email', p_waitlist, jsonb_build_object('entryId', v_id)
    WHERE NOT EXISTS (SELECT FROM entries e WHERE e.waitlist_id = p_waitlist AND e.email_digest = v_digest)
    RETURNING id INTO job;
    IF job IS NOT NULL THEN
      IF v_referrer IS NOT NULL THEN
        -- Whoever has been told a code is in the list already: no need of the lock to find it.
        SELECT e.seq INTO named FROM entries e WHERE e.waitlist_id = p_waitlist AND e.referral_code = v_referrer;
      END IF;

      done := pg_advisory_xact_lock(lock_key);
      INSERT INTO entries (waitlist_id, seq, id, email_digest, referral_code, referred_by, created_at)
      SELECT p_waitlist,
             coalesce((SELECT e.seq FROM entries e WHERE e.waitlist_id = p_waitlist ORDER BY e.seq DESC LIMIT 1), 0) + 1,
             v_id, v_digest, v_code, CASE WHEN named IS NOT NULL THEN v_referrer END, clock_timestamp()
      FROM waitlists w WHERE w.id = p_waitlist
      ON CONFLICT (waitlist_id, email_digest) DO NOTHING
      RETURNING seq INTO place;
      IF place IS NOT NULL THEN
        INSERT INTO contacts (waitlist_id, seq, email, name) VALUES (p_waitlist, place, v_email, v_name);
        IF named IS NOT NULL THEN
          SELECT CASE WHEN w.referral_enabled THEN w.referral_boost ELSE 0 END, w.database_id INTO boost, attached
          FROM waitlists w WHERE w.id = p_waitlist;
          IF attached IS NULL THEN
            PERFORM apply_referral(p_waitlist, named, boost);
          ELSE
            PERFORM apply_followed_referral(p_waitlist, named, boost);
          END IF;
        END IF;
        known := true;
        positions := ARRAY[place];
        codes := p_codes;
      ELSE
        -- No such list, or the same email was quicker: the job must not stay, and what the caller wrote must.
        DELETE FROM outbox WHERE id = job;
      END IF;
    END IF;

    IF positions IS NULL THEN
      SELECT q.id, q.position, q.referral_code, q.created_at > clock_timestamp() - interval '1 minute' AS recent
      INTO seen FROM queue q
      WHERE q.waitlist_id = p_waitlist
        AND q.seq = (SELECT e.seq FROM entries e WHERE e.waitlist_id = p_waitlist AND e.email_digest = v_digest)
        AND EXISTS (SELECT FROM waitlists w WHERE w.id = p_waitlist);
      known := FOUND;
      IF NOT known THEN
        RETURN;
      END IF;
      positions := ARRAY[CASE WHEN seen.id = v_id THEN seen.position END];
      codes := ARRAY[seen.referral_code];
      -- The WAL writer flushes within 30 s whatever its settings: what is older needs no flush to be durable.
      IF NOT seen.recent THEN
        RETURN;
      END IF;
    END IF;
  END IF;

  COMMIT;
  -- After the lock, which is every other signup's time. What is attached now was so before this signup, and has it to
  -- deliver, or came after it, and begins behind it. Where this is never reached, sweep_deliveries makes up for it.
  IF place IS NOT NULL AND EXISTS (SELECT FROM waitlists w WHERE w.id = p_waitlist AND w.database_id IS NOT NULL) THEN
    PERFORM queue_delivery(p_waitlist);
  END IF;
  IF current_setting('server_version_num')::integer >= 170000 THEN
    -- Flushes by itself: no transaction id, no commit record.
    done := pg_logical_emit_message(false, 'anteroom.flush', '', true);
  ELSE
    done := set_config('synchronous_commit', 'on', true);
    done := pg_logical_emit_message(true, 'anteroom.flush', '');
  END IF;
END $$;
