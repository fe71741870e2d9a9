-- Signups of a hot list go in together. One that finds the list's lock taken leaves itself in `waiting_signups`, and all that
-- wait are taken in by one of them, in one transaction with one flush (ADR 36).

-- Rows live for milliseconds: written and committed by who waits, deleted by who takes them in. UNLOGGED, for none of them is
-- acknowledged: a crash loses what nobody was promised.
CREATE UNLOGGED TABLE waiting_signups (
  n             bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  waitlist_id   uuid NOT NULL,
  id            uuid NOT NULL,
  email_digest  bytea NOT NULL,
  email         text NOT NULL,
  name          text,
  referral_code text NOT NULL,
  -- As it was found before the wait: whoever has been told a code is in the list already.
  referrer      text,
  referrer_seq  integer,
  arrived_at    timestamptz NOT NULL DEFAULT clock_timestamp()
) WITH (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000);

-- Removes what a connection left that broke off while it waited: it holds personal data, and its visitor was told nothing.
CREATE FUNCTION sweep_waiting_signups() RETURNS void
LANGUAGE sql AS $$ DELETE FROM waiting_signups WHERE arrived_at < clock_timestamp() - interval '5 minutes' $$;

-- Takes in the signups of a list that wait, and says where the one with p_ticket stands, and its code. NULL: its email is there.
-- Needs the list's lock.
CREATE FUNCTION admit_waiting(
  p_waitlist uuid, p_ticket bigint, p_boost integer, p_followed boolean, OUT place integer, OUT code text)
LANGUAGE plpgsql AS $$
DECLARE
  total     integer;
  at        timestamptz := clock_timestamp();
  referrers integer[];
  referrer  integer;
BEGIN
  SELECT coalesce(max(e.seq), 0) INTO total FROM entries e WHERE e.waitlist_id = p_waitlist;
  -- From a little before the own ticket, not from the first: what was deleted stays in the index until nobody can see it, and a
  -- long transaction somewhere would make each call read all of it. Who is left out takes itself in.
  WITH taken AS (
    DELETE FROM waiting_signups s WHERE s.n >= p_ticket - 1000 AND s.waitlist_id = p_waitlist RETURNING s.*
  ), fresh AS MATERIALIZED (
    SELECT t.*, total + row_number() OVER (ORDER BY t.n)::integer AS seq
    -- One of those with one email, and none that is there; and nobody whose connection broke off, for no call waits so long.
    FROM (SELECT DISTINCT ON (t.email_digest) t.* FROM taken t
          WHERE t.arrived_at > at - interval '1 minute' ORDER BY t.email_digest, t.n) t
    WHERE NOT EXISTS (
      SELECT FROM entries e WHERE e.waitlist_id = p_waitlist AND e.email_digest = t.email_digest)
  ), new_entries AS (
    INSERT INTO entries (waitlist_id, seq, id, email_digest, referral_code, referred_by, created_at)
    SELECT p_waitlist, f.seq, f.id, f.email_digest, f.referral_code, f.referrer, at FROM fresh f
  ), new_contacts AS (
    INSERT INTO contacts (waitlist_id, seq, email, name) SELECT p_waitlist, f.seq, f.email, f.name FROM fresh f
  ), new_jobs AS (
    INSERT INTO outbox (kind, waitlist_id, payload)
    SELECT 'confirmation_email', p_waitlist, jsonb_build_object('entryId', f.id) FROM fresh f
  )
  SELECT max(f.seq) FILTER (WHERE f.n = p_ticket), max(f.referral_code) FILTER (WHERE f.n = p_ticket),
         array_agg(f.referrer_seq ORDER BY f.n) FILTER (WHERE f.referrer_seq IS NOT NULL)
  INTO place, code, referrers FROM fresh f;

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

-- As before (0003 says what callers see; 0010 what is done for a list with a database). Order of locks: a list's turn, then the
-- list; whoever holds the list only tries for the turn.
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
  turn_key   bigint := lock_key # 1;
  leads      boolean;  -- whether it takes in those that wait
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
    -- One signup that nothing stands in the way of is the common case, and a third cheaper without the machinery of a batch.
    IF pg_try_advisory_xact_lock(lock_key) THEN
      INSERT INTO outbox (kind, waitlist_id, payload)
      SELECT 'confirmation_email', p_waitlist, jsonb_build_object('entryId', v_id)
      WHERE NOT EXISTS (SELECT FROM entries e WHERE e.waitlist_id = p_waitlist AND e.email_digest = v_digest)
      RETURNING id INTO job;
      IF job IS NOT NULL THEN
        IF v_referrer IS NOT NULL THEN
          SELECT e.seq INTO named FROM entries e WHERE e.waitlist_id = p_waitlist AND e.referral_code = v_referrer;
        END IF;
        INSERT INTO entries (waitlist_id, seq, id, email_digest, referral_code, referred_by, created_at)
        SELECT p_waitlist,
               coalesce((SELECT e.seq FROM entries e WHERE e.waitlist_id = p_waitlist ORDER BY e.seq DESC LIMIT 1), 0) + 1,
               v_id, v_digest, v_code, CASE WHEN named IS NOT NULL THEN v_referrer END, clock_timestamp()
        FROM waitlists w WHERE w.id = p_waitlist
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
          -- No such list: the job must not stay, and what the caller wrote must.
          DELETE FROM outbox WHERE id = job;
        END IF;
      END IF;
    ELSE
      IF v_referrer IS NOT NULL THEN
        SELECT e.seq INTO named FROM entries e WHERE e.waitlist_id = p_waitlist AND e.referral_code = v_referrer;
      END IF;
      INSERT INTO waiting_signups (waitlist_id, id, email_digest, email, name, referral_code, referrer, referrer_seq)
      SELECT p_waitlist, v_id, v_digest, v_email, v_name, v_code, CASE WHEN named IS NOT NULL THEN v_referrer END, named
      WHERE NOT EXISTS (SELECT FROM entries e WHERE e.waitlist_id = p_waitlist AND e.email_digest = v_digest)
      RETURNING n INTO ticket;
      WHILE ticket IS NOT NULL LOOP
        COMMIT;
        done := set_config('enable_seqscan', 'off', true);
        done := set_config('plan_cache_mode', 'force_generic_plan', true);
        -- One at a time asks for the lock to take in the others. They ask to share it, and so wake together, once it has
        -- committed: two calls in one expression, so that it stands in the lock's queue before they do.
        leads := CASE WHEN pg_try_advisory_xact_lock(turn_key)
                      THEN pg_advisory_xact_lock(lock_key) IS NOT NULL
                      ELSE pg_advisory_xact_lock_shared(lock_key) IS NULL END;
        SELECT e.id, e.seq, e.referral_code INTO seen
        FROM entries e WHERE e.waitlist_id = p_waitlist AND e.email_digest = v_digest;
        IF seen.id = v_id THEN
          -- Who took it in has flushed. It stands where it joined: what has moved it since came after.
          known := true;
          positions := ARRAY[seen.seq];
          codes := ARRAY[seen.referral_code];
          RETURN;
        END IF;
        IF seen.id IS NOT NULL THEN
          -- The same email was quicker.
          DELETE FROM waiting_signups WHERE n = ticket;
          ticket := NULL;
        ELSIF leads THEN
          -- Flushed before anybody wakes: they need not each wait for the disk.
          done := set_config('synchronous_commit', 'on', true);
          SELECT CASE WHEN w.referral_enabled THEN w.referral_boost ELSE 0 END, w.database_id INTO boost, attached
          FROM waitlists w WHERE w.id = p_waitlist;
          known := FOUND;
          IF known THEN
            SELECT ARRAY[a.place], ARRAY[a.code] INTO positions, codes
            FROM admit_waiting(p_waitlist, ticket, boost, attached IS NOT NULL) a;
          ELSE
            DELETE FROM waiting_signups WHERE n = ticket;
          END IF;
          RETURN;
        END IF;
      END LOOP;
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
