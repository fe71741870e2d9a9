-- A signup writes what needs no place before it waits for its list (ADR 37), so that with a few at a time the list is held for less,
-- and nobody has to be taken in by another. With many it is the other way round: waiting one behind the other costs each a turn of
-- the processor, and they are taken in together, as before. `anteroom.crowded` is what a connection knows of that: it is on once a
-- dozen came before it while it waited, and off once it has taken in few. Either way is right at any time, so a connection that knows
-- it wrongly costs time only.

-- As in 0026, but for the time of those who come while it begins, and it tells its connection when few waited.
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
    INSERT INTO outbox (kind, waitlist_id, payload)
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

-- As in 0026, but for one signup that is not in a crowd. Order of locks: a list's turn, then the list; whoever holds the list only gives
-- the turn back. Of what is written before the list's lock, others wait for the limiter's rows only (0008), and ask for them first too.
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
  ticket     bigint;   -- its row in waiting_signups
  arrived    timestamptz;
  turn_key   bigint := lock_key # 1;  -- a lock of the session: one of the transaction is held until it commits
  leads      boolean;  -- whether it takes in those that wait
  crowded    boolean := current_setting('anteroom.crowded', true) IS NOT DISTINCT FROM 'on';
  asked      timestamptz;
  long       boolean;  -- whether it waited as long as a dozen signups may take; a slow disk alone is no crowd
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
    -- One signup by itself is the common case, and a third cheaper without the machinery of a batch. What needs no place is
    -- written before the list's lock, and what needs one finds its pages read: others wait for less.
    IF NOT crowded OR pg_try_advisory_xact_lock(lock_key) THEN
      INSERT INTO outbox (kind, waitlist_id, payload)
      SELECT 'confirmation_email', p_waitlist, jsonb_build_object('entryId', v_id)
      WHERE NOT EXISTS (SELECT FROM entries e WHERE e.waitlist_id = p_waitlist AND e.email_digest = v_digest)
      RETURNING id INTO job;
      IF job IS NOT NULL THEN
        IF v_referrer IS NOT NULL THEN
          SELECT e.seq INTO named FROM entries e WHERE e.waitlist_id = p_waitlist AND e.referral_code = v_referrer;
        END IF;
        IF NOT crowded THEN
          asked := clock_timestamp();
          done := pg_advisory_xact_lock(lock_key);
          long := clock_timestamp() - asked > interval '3 milliseconds';
        END IF;
        INSERT INTO entries (waitlist_id, seq, id, email_digest, referral_code, referred_by, created_at)
        SELECT p_waitlist,
               coalesce((SELECT e.seq FROM entries e WHERE e.waitlist_id = p_waitlist ORDER BY e.seq DESC LIMIT 1), 0) + 1,
               v_id, v_digest, v_code, CASE WHEN named IS NOT NULL THEN v_referrer END, clock_timestamp()
        FROM waitlists w WHERE w.id = p_waitlist
        ON CONFLICT (waitlist_id, email_digest) DO NOTHING
        RETURNING seq INTO place;
        IF place IS NOT NULL THEN
          INSERT INTO contacts (waitlist_id, seq, email, name) VALUES (p_waitlist, place, v_email, v_name);
          IF long AND EXISTS (
            SELECT FROM entries e WHERE e.waitlist_id = p_waitlist AND e.seq = place - 12 AND e.created_at >= asked) THEN
            done := set_config('anteroom.crowded', 'on', false);
          END IF;
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
    ELSE
      IF v_referrer IS NOT NULL THEN
        SELECT e.seq INTO named FROM entries e WHERE e.waitlist_id = p_waitlist AND e.referral_code = v_referrer;
      END IF;
      INSERT INTO waiting_signups (waitlist_id, id, email_digest, email, name, referral_code, referrer, referrer_seq)
      VALUES (p_waitlist, v_id, v_digest, v_email, v_name, v_code, CASE WHEN named IS NOT NULL THEN v_referrer END, named)
      RETURNING n, arrived_at INTO ticket, arrived;
      COMMIT;
      done := set_config('enable_seqscan', 'off', true);
      done := set_config('plan_cache_mode', 'force_generic_plan', true);
      -- One at a time asks for the lock to take in the others; they ask to share it, and so wake together, once it has
      -- committed. It finds all that saw the turn taken, and who comes after it gave the turn back is the next to lead.
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
        FROM entries e WHERE e.waitlist_id = p_waitlist AND e.email_digest = v_digest;
        IF seen.id IS NULL THEN
          -- It was quicker than the one with the turn, which may not even be running, or was left out: it does not wait
          -- again for others, and takes itself in with all that wait.
          COMMIT;
          done := set_config('enable_seqscan', 'off', true);
          done := set_config('plan_cache_mode', 'force_generic_plan', true);
          done := pg_advisory_xact_lock(lock_key);
          leads := true;
        END IF;
      END IF;
      IF leads THEN
        -- Flushed before anybody wakes: they need not each wait for the disk.
        done := set_config('synchronous_commit', 'on', true);
        SELECT ARRAY[a.place], ARRAY[a.code] INTO positions, codes
        FROM waitlists w, admit_waiting(p_waitlist, ticket, CASE WHEN w.referral_enabled THEN w.referral_boost ELSE 0 END,
                                        w.database_id IS NOT NULL) a
        WHERE w.id = p_waitlist;
        known := FOUND;
        IF positions[1] IS NOT NULL THEN
          RETURN;
        END IF;
        SELECT e.id, e.seq, e.referral_code, e.created_at INTO seen
        FROM entries e WHERE e.waitlist_id = p_waitlist AND e.email_digest = v_digest;
      END IF;
      IF seen.id = v_id AND seen.created_at >= arrived THEN
        -- Who took it in has flushed. It stands where it joined: what has moved it since came after.
        known := true;
        positions := ARRAY[seen.seq];
        codes := ARRAY[seen.referral_code];
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
      positions := NULL;
    END IF;

    IF positions IS NULL THEN
      SELECT q.id, q.position, q.referral_code, q.created_at > clock_timestamp() - interval '1 minute' AS recent
      INTO seen FROM queue q
      WHERE q.waitlist_id = p_waitlist
        AND q.seq = (SELECT e.seq FROM entries e WHERE e.waitlist_id = p_waitlist AND e.email_digest = v_digest)
        AND EXISTS (SELECT FROM waitlists w WHERE w.id = p_waitlist);
      known := FOUND;
      IF NOT known THEN
        IF EXISTS (SELECT FROM waitlists w WHERE w.id = p_waitlist) THEN
          -- Erased between two looks: it is new.
          CALL join_waitlist(p_waitlist, p_ids, p_digests, p_emails, p_names, p_codes, p_referrers, known, positions, codes);
        END IF;
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
