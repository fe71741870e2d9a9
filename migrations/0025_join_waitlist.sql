-- The engine's procedure with fewer statements to a signup; what it does is as before (0003 says what callers see).
--
-- A statement costs its executor's start and end, which many of these small ones feel: `done := f()` is an expression,
-- which PL/pgSQL evaluates by itself, where PERFORM f() is a statement. The look for the email is part of the job's INSERT.
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
