-- The jobs of signups arrive in a table without an index (ADR 39): an entry in each of three indexes, at the end of which all signups write
-- at once, was an eighth of what a signup took. The worker puts them in their place before it claims.
--
-- It inherits from the outbox, so whatever reads or changes the outbox finds them there too, the worker of the previous release
-- included; it is read as a whole for that, which is little while it is emptied. Whoever wants only what is in its place says ONLY.
CREATE TABLE outbox_arrivals () INHERITS (outbox)
  WITH (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000);
ALTER TABLE outbox_arrivals ALTER id SET DEFAULT nextval('outbox_id_seq');

-- Signups of the release that runs write here from the moment this is committed, and its role is granted new tables only after that.
DO $$
DECLARE
  role text;
BEGIN
  FOR role IN
    SELECT DISTINCT g.grantee::regrole::text FROM pg_class c, aclexplode(c.relacl) g
    WHERE c.oid = 'outbox'::regclass AND g.grantee NOT IN (0, c.relowner)
  LOOP
    EXECUTE 'GRANT SELECT, INSERT, UPDATE, DELETE ON outbox_arrivals TO ' || role;
  END LOOP;
END $$;

-- These reach the outbox without a sequential scan where that is possible. Of the arrivals there is no other, which looks so expensive that
-- Postgres would compile the statement each time, for 70 ms, and of an erasure under the list's lock.
ALTER FUNCTION erase_entry(uuid, uuid, text, uuid) SET jit = off;
ALTER FUNCTION purge_waitlist_batch(uuid, integer) SET jit = off;

-- Puts up to p_max jobs in their place, about the first that came first; returns how many. Several workers may at once. What is claimed (the
-- previous release claims them where they are) stays until its lease has ended, for its claim must go on to fit.
--
-- Planned anew each time: a plan that was made while few had arrived would compare each row of a rush with all that it takes.
CREATE FUNCTION settle_arrivals(p_max integer) RETURNS integer
LANGUAGE plpgsql SET plan_cache_mode = force_custom_plan AS $$
DECLARE
  settled integer;
BEGIN
  WITH taken AS (
    DELETE FROM outbox_arrivals WHERE ctid = ANY (ARRAY(
      SELECT a.ctid FROM outbox_arrivals a WHERE a.parked_at IS NULL AND a.available_at <= now()
      LIMIT p_max FOR UPDATE SKIP LOCKED))
    RETURNING *
  )
  INSERT INTO outbox (id, kind, waitlist_id, payload, attempts, available_at, last_error, created_at)
  OVERRIDING SYSTEM VALUE
  SELECT t.id, t.kind, t.waitlist_id, t.payload, t.attempts, t.available_at, t.last_error, t.created_at FROM taken t;
  GET DIAGNOSTICS settled = ROW_COUNT;
  RETURN settled;
END $$;

-- As in 0019, but that it passes over the arrivals: the job of a delivery is never among them.
CREATE OR REPLACE FUNCTION finish_delivery(p_waitlist uuid, p_job bigint, p_attempts integer) RETURNS boolean
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('synchronous_commit', 'off', true), set_config('enable_seqscan', 'off', true);
  PERFORM pg_advisory_xact_lock(waitlist_lock_key(p_waitlist));
  IF EXISTS (
    SELECT FROM waitlists w JOIN database_attachments a ON a.id = w.database_id
    WHERE w.id = p_waitlist
      AND (EXISTS (SELECT FROM entries e WHERE e.waitlist_id = p_waitlist AND e.seq >= a.next_seq)
           OR EXISTS (SELECT FROM moved_blocks m WHERE m.waitlist_id = p_waitlist)
           OR EXISTS (SELECT FROM pending_erasures p WHERE p.attachment_id = a.id))) THEN
    RETURN false;
  END IF;
  DELETE FROM ONLY outbox o WHERE o.id = p_job AND o.attempts = p_attempts;
  RETURN true;
END $$;

-- As in 0030, but for the table of the job.
CREATE OR REPLACE PROCEDURE join_one(
  p_waitlist uuid, p_id uuid, p_digest bytea, p_email text, p_name text, p_code text, p_referrer text,
  OUT known boolean, OUT place integer, OUT code text)
LANGUAGE plpgsql AS $$
DECLARE
  job      tid;      -- where it was written: the table has no index
  named    integer;  -- the referrer's seq
  boost    integer;
  followed boolean;  -- whether a database of the account follows the list; NULL where there is no such list
  lock_key bigint := waitlist_lock_key(p_waitlist);
  crowded  boolean := current_setting('anteroom.crowded', true) IS NOT DISTINCT FROM 'on';
  turn_key bigint;   -- a lock of the session: one of the transaction is held until it commits
  leads    boolean;  -- whether it takes in those that wait
  ticket   bigint;   -- its row in waiting_signups
  arrived  timestamptz;
  seen     record;
  done     text;     -- what functions answer that are called for their effect
BEGIN
  -- The last two make a new connection plan each statement once, and for tables that do not stay empty.
  done := set_config('synchronous_commit', 'off', true) || set_config('enable_seqscan', 'off', true)
          || set_config('plan_cache_mode', 'force_generic_plan', true);

  -- What needs no place is written before the list's lock, and what needs one finds its pages read: others wait for less.
  IF NOT crowded OR pg_try_advisory_xact_lock(lock_key) THEN
    INSERT INTO outbox_arrivals (kind, waitlist_id, payload)
    SELECT 'confirmation_email', p_waitlist, jsonb_build_object('entryId', p_id)
    WHERE NOT EXISTS (SELECT FROM entries e WHERE e.waitlist_id = p_waitlist AND e.email_digest = p_digest)
    RETURNING ctid INTO job;
    IF job IS NOT NULL THEN
      IF p_referrer IS NOT NULL THEN
        SELECT e.seq INTO named FROM entries e WHERE e.waitlist_id = p_waitlist AND e.referral_code = p_referrer;
      END IF;
      known := true;
      code := p_code;
      IF NOT crowded THEN
        done := pg_advisory_xact_lock(lock_key);
      END IF;
      -- The list is looked at in RETURNING: there it tells of its database too. That it is gone is rare enough to undo the rest.
      INSERT INTO entries (waitlist_id, seq, id, email_digest, referral_code, referred_by, created_at)
      VALUES (p_waitlist,
              coalesce((SELECT e.seq FROM entries e WHERE e.waitlist_id = p_waitlist ORDER BY e.seq DESC LIMIT 1), 0) + 1,
              p_id, p_digest, p_code, CASE WHEN named IS NOT NULL THEN p_referrer END, clock_timestamp())
      ON CONFLICT (waitlist_id, email_digest) DO NOTHING
      RETURNING seq, (SELECT w.database_id IS NOT NULL FROM waitlists w WHERE w.id = p_waitlist) INTO place, followed;
      IF followed IS NOT NULL THEN
        INSERT INTO contacts (waitlist_id, seq, email, name) VALUES (p_waitlist, place, p_email, p_name);
        -- Two questions, for the second is a statement: whether its call began as long ago as a dozen signups may take, and whether a
        -- dozen did get in since. A slow disk alone is no crowd.
        IF clock_timestamp() - now() > interval '3 milliseconds' THEN
          IF EXISTS (SELECT FROM entries e WHERE e.waitlist_id = p_waitlist AND e.seq = place - 12 AND e.created_at >= now()) THEN
            done := set_config('anteroom.crowded', 'on', false);
          END IF;
        END IF;
        IF named IS NOT NULL THEN
          SELECT CASE WHEN w.referral_enabled THEN w.referral_boost ELSE 0 END INTO boost FROM waitlists w WHERE w.id = p_waitlist;
          IF followed THEN
            PERFORM apply_followed_referral(p_waitlist, named, boost);
          ELSE
            PERFORM apply_referral(p_waitlist, named, boost);
          END IF;
        END IF;
      ELSE
        -- The same email was quicker, or there is no such list: neither job nor entry must stay, and what the caller wrote must.
        DELETE FROM outbox_arrivals WHERE ctid = job;
        DELETE FROM entries WHERE waitlist_id = p_waitlist AND seq = place;
        place := NULL;
      END IF;
    END IF;
  ELSE
    IF p_referrer IS NOT NULL THEN
      SELECT e.seq INTO named FROM entries e WHERE e.waitlist_id = p_waitlist AND e.referral_code = p_referrer;
    END IF;
    INSERT INTO waiting_signups (waitlist_id, id, email_digest, email, name, referral_code, referrer, referrer_seq)
    VALUES (p_waitlist, p_id, p_digest, p_email, p_name, p_code, CASE WHEN named IS NOT NULL THEN p_referrer END, named)
    RETURNING n, arrived_at INTO ticket, arrived;
    COMMIT;
    done := set_config('enable_seqscan', 'off', true) || set_config('plan_cache_mode', 'force_generic_plan', true);
    -- One at a time asks for the lock to take in the others; they ask to share it, and so wake together, once it has
    -- committed. It finds all that saw the turn taken, and who comes after it gave the turn back is the next to lead.
    turn_key := lock_key # 1;
    BEGIN
      leads := pg_try_advisory_lock(turn_key);
      IF leads THEN
        done := pg_advisory_xact_lock(lock_key);
        done := pg_advisory_unlock(turn_key);
      ELSE
        done := pg_advisory_xact_lock_shared(lock_key);
      END IF;
    EXCEPTION WHEN query_canceled OR OTHERS THEN
      IF leads THEN
        done := pg_advisory_unlock(turn_key);
      END IF;
      RAISE;
    END;
    IF NOT leads THEN
      SELECT e.id, e.seq, e.referral_code, e.created_at INTO seen
      FROM entries e WHERE e.waitlist_id = p_waitlist AND e.email_digest = p_digest;
      IF seen.id IS NULL THEN
        -- It was quicker than the one with the turn, which may not even be running, or was left out: it does not wait
        -- again for others, and takes itself in with all that wait.
        COMMIT;
        done := set_config('enable_seqscan', 'off', true) || set_config('plan_cache_mode', 'force_generic_plan', true);
        done := pg_advisory_xact_lock(lock_key);
        leads := true;
      END IF;
    END IF;
    IF leads THEN
      -- Flushed before anybody wakes: they need not each wait for the disk.
      done := set_config('synchronous_commit', 'on', true);
      SELECT a.place, a.code INTO place, code
      FROM waitlists w, admit_waiting(p_waitlist, ticket, CASE WHEN w.referral_enabled THEN w.referral_boost ELSE 0 END,
                                      w.database_id IS NOT NULL) a
      WHERE w.id = p_waitlist;
      known := FOUND;
      IF place IS NOT NULL THEN
        RETURN;
      END IF;
      SELECT e.id, e.seq, e.referral_code, e.created_at INTO seen
      FROM entries e WHERE e.waitlist_id = p_waitlist AND e.email_digest = p_digest;
    END IF;
    IF seen.id = p_id AND seen.created_at >= arrived THEN
      -- Who took it in has flushed. It stands where it joined: what has moved it since came after.
      known := true;
      place := seen.seq;
      code := seen.referral_code;
      RETURN;
    END IF;
    -- There is no such list, or the same email was quicker, or this very signup was in before: it is told below where it is now.
    DELETE FROM waiting_signups WHERE n = ticket;
    IF seen.id IS NULL THEN
      IF known THEN
        RAISE EXCEPTION 'a signup neither waits nor is in the list: it was swept, or erased at once';
      END IF;
      RETURN;
    END IF;
  END IF;

  IF place IS NULL THEN
    SELECT q.id, q.position, q.referral_code, q.created_at > clock_timestamp() - interval '1 minute' AS recent
    INTO seen FROM queue q
    WHERE q.waitlist_id = p_waitlist
      AND q.seq = (SELECT e.seq FROM entries e WHERE e.waitlist_id = p_waitlist AND e.email_digest = p_digest)
      AND EXISTS (SELECT FROM waitlists w WHERE w.id = p_waitlist);
    known := FOUND;
    IF NOT known THEN
      code := NULL;
      IF EXISTS (SELECT FROM waitlists w WHERE w.id = p_waitlist) THEN
        -- Erased between two looks: it is new.
        CALL join_one(p_waitlist, p_id, p_digest, p_email, p_name, p_code, p_referrer, known, place, code);
      END IF;
      RETURN;
    END IF;
    place := CASE WHEN seen.id = p_id THEN seen.position END;
    code := seen.referral_code;
    -- The WAL writer flushes within 30 s whatever its settings: what is older needs no flush to be durable.
    IF NOT seen.recent THEN
      RETURN;
    END IF;
  END IF;

  COMMIT;
  -- After the lock, which is every other signup's time. What was attached when it had the lock was so before this signup, and has it to
  -- deliver; what came after begins behind it. Where this is never reached, sweep_deliveries makes up for it.
  IF followed THEN
    PERFORM queue_delivery(p_waitlist);
  END IF;
  done := flush_commits();
END $$;

-- As in 0010, but for the table of the jobs.
CREATE OR REPLACE FUNCTION admit_batch(
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
    INSERT INTO outbox_arrivals (kind, waitlist_id, payload)
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

-- As in 0029, but for the table of the jobs.
CREATE OR REPLACE FUNCTION admit_waiting(
  p_waitlist uuid, p_ticket bigint, p_boost integer, p_followed boolean, OUT place integer, OUT code text)
LANGUAGE plpgsql AS $$
DECLARE
  total     integer;
  at        timestamptz := clock_timestamp();
  referrers integer[];
  referrer  integer;
  admitted  integer;
BEGIN
  SELECT coalesce(max(e.seq), 0) INTO total FROM entries e WHERE e.waitlist_id = p_waitlist;
  -- From a little before the own ticket, not from the first: what was deleted stays in the index until nobody can see it, and a
  -- long transaction somewhere would make each call read all of it. Who is left out takes itself in.
  WITH taken AS (
    DELETE FROM waiting_signups s WHERE s.n >= p_ticket - 1000 AND s.waitlist_id = p_waitlist
    RETURNING s.*, clock_timestamp() AS taken_at
  ), fresh AS MATERIALIZED (
    SELECT t.*, total + row_number() OVER (ORDER BY t.n)::integer AS seq
    -- One of those with one email, the last: whoever came before may have broken off to try again. And nobody whose connection broke
    -- off, for no call waits so long; the own one is alive, whatever the clock did.
    FROM (SELECT DISTINCT ON (t.email_digest) t.* FROM taken t
          WHERE t.arrived_at > at - interval '1 minute' OR t.n = p_ticket ORDER BY t.email_digest, t.n DESC) t
    -- OFFSET keeps it a look-up for each. As a join it may be planned for the average list, and read the whole of a long one.
    WHERE NOT EXISTS (
      SELECT FROM entries e WHERE e.waitlist_id = p_waitlist AND e.email_digest = t.email_digest OFFSET 0)
  ), new_entries AS (
    INSERT INTO entries (waitlist_id, seq, id, email_digest, referral_code, referred_by, created_at)
    -- Not `at`: some came since. By its time a signup knows that it was taken in now, and is told the place that it was given.
    SELECT p_waitlist, f.seq, f.id, f.email_digest, f.referral_code, f.referrer, (SELECT max(t.taken_at) FROM taken t)
    FROM fresh f
  ), new_contacts AS (
    INSERT INTO contacts (waitlist_id, seq, email, name) SELECT p_waitlist, f.seq, f.email, f.name FROM fresh f
  ), new_jobs AS (
    INSERT INTO outbox_arrivals (kind, waitlist_id, payload)
    SELECT 'confirmation_email', p_waitlist, jsonb_build_object('entryId', f.id) FROM fresh f
  )
  SELECT max(f.seq) FILTER (WHERE f.n = p_ticket), max(f.referral_code) FILTER (WHERE f.n = p_ticket),
         array_agg(f.referrer_seq ORDER BY f.n) FILTER (WHERE f.referrer_seq IS NOT NULL), count(*)
  INTO place, code, referrers, admitted FROM fresh f;
  IF admitted < 6 THEN
    PERFORM set_config('anteroom.crowded', 'off', false);
  END IF;

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
EXCEPTION WHEN unique_violation THEN
  -- A referral code is taken: nothing was written, and each takes in itself alone.
  SELECT b.positions[1], b.codes[1] INTO place, code
  FROM waiting_signups s, admit_batch(
    p_waitlist, ARRAY[s.id], ARRAY[s.email_digest], ARRAY[s.email], ARRAY[s.name], ARRAY[s.referral_code], ARRAY[s.referrer],
    p_boost, p_followed) b
  WHERE s.n = p_ticket;
  DELETE FROM waiting_signups s WHERE s.n = p_ticket;
END $$;
