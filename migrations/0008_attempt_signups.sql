-- A visitor's attempt to join is counted and made in one round trip.

-- A holder's own bot challenge; it holds only when both are there. The secret is sealed for the waitlist.
ALTER TABLE waitlists
  ADD COLUMN turnstile_site_key text,
  ADD COLUMN turnstile_secret bytea;

-- Joins signups to one list, in the order given: parallel arrays in, parallel arrays out.
--   known      false: no such list, and nothing was written
--   positions  the place taken; NULL for an email that is already there
--   codes      the referral code of the place
-- A signup sent again with the same id (its answer was lost) gets the place it has, not "already there".
--
-- For a single signup, what does not depend on the order is done before the lock is asked for: an email that is
-- there is answered without it, the referrer is found, the job is written. Only taking the place is serial.
--
-- Two transactions in one round trip. The first, holding the list's lock, commits without waiting for the disk
-- and so lets the next signup in; the second writes one WAL record after it and does wait, so nothing is
-- answered before it is durable, and whatever depends on it commits later in the log.
-- CALL it outside a transaction block. A referral code already taken in the list raises unique_violation on
-- entries_referral_code with nothing written: call again with new codes.
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
  lock_key   bigint := waitlist_lock_key(p_waitlist);
  seen       record;
BEGIN
  -- The last two make a new connection plan each statement once, and for tables that do not stay empty.
  PERFORM set_config('synchronous_commit', 'off', true), set_config('enable_seqscan', 'off', true),
          set_config('plan_cache_mode', 'force_generic_plan', true);

  IF cardinality(p_ids) > 1 THEN
    PERFORM pg_advisory_xact_lock(lock_key);
    SELECT CASE WHEN w.referral_enabled THEN w.referral_boost ELSE 0 END INTO boost
    FROM waitlists w WHERE w.id = p_waitlist;
    known := FOUND;
    IF NOT known THEN
      RETURN;
    END IF;
    SELECT b.positions, b.codes INTO positions, codes
    FROM admit_batch(p_waitlist, p_ids, p_digests, p_emails, p_names, p_codes, p_referrers, boost) b;
  ELSE
    -- One waiting signup is the common case, and a third cheaper without the machinery of a batch.
    SELECT e.seq INTO place FROM entries e WHERE e.waitlist_id = p_waitlist AND e.email_digest = v_digest;
    IF place IS NULL THEN
      IF v_referrer IS NOT NULL THEN
        -- Whoever has been told a code is in the list already: no need of the lock to find it.
        SELECT e.seq INTO named FROM entries e WHERE e.waitlist_id = p_waitlist AND e.referral_code = v_referrer;
      END IF;
      INSERT INTO outbox (kind, waitlist_id, payload)
      VALUES ('confirmation_email', p_waitlist, jsonb_build_object('entryId', v_id)) RETURNING id INTO job;

      PERFORM pg_advisory_xact_lock(lock_key);
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
          SELECT CASE WHEN w.referral_enabled THEN w.referral_boost ELSE 0 END INTO boost
          FROM waitlists w WHERE w.id = p_waitlist;
          PERFORM apply_referral(p_waitlist, named, boost);
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
  IF current_setting('server_version_num')::integer >= 170000 THEN
    -- Flushes by itself: no transaction id, no commit record.
    PERFORM pg_logical_emit_message(false, 'anteroom.flush', '', true);
  ELSE
    PERFORM set_config('synchronous_commit', 'on', true),
            pg_logical_emit_message(true, 'anteroom.flush', '');
  END IF;
END $$;

-- Attempts to join the list of one slug, each from an address (a keyed digest of it): counts them, and joins those that
-- the limit lets through. Parallel arrays in; an attempt whose input is no signup has a NULL id, and is counted only.
--   waitlist       NULL: no such list, and nothing was counted
--   accepted       whether each attempt is within the limit of its address; those that are not are not counted
--   reset_seconds  after how long its address may try again
--   challenged     a bot challenge comes first (p_challenged: of the service; else of the list): nobody was joined
--   positions, codes  as join_waitlist says, of the accepted signups in their order
-- CALL it outside a transaction block. An error leaves nothing, counts included.
CREATE PROCEDURE attempt_signups(
  p_slug text, p_addresses bytea[], p_max integer, p_window_ms integer, p_challenged boolean,
  p_ids uuid[], p_digests bytea[], p_emails text[], p_names text[], p_codes text[], p_referrers text[],
  OUT waitlist uuid, OUT message text, OUT site_key text, OUT secret bytea, OUT challenged boolean,
  OUT accepted boolean[], OUT reset_seconds integer[], OUT positions integer[], OUT codes text[])
LANGUAGE plpgsql AS $$
DECLARE
  prefix  bytea;
  now_ms  bigint;
  firsts  bytea[];       -- addresses that had not been seen, each good for one attempt
  verdict rate_verdict;
  n       integer;
  known   boolean;
BEGIN
  PERFORM set_config('synchronous_commit', 'off', true), set_config('enable_seqscan', 'off', true),
          set_config('plan_cache_mode', 'force_generic_plan', true);
  SELECT w.id, w.referral_message, w.turnstile_site_key, w.turnstile_secret
  INTO waitlist, message, site_key, secret FROM waitlists w WHERE w.slug = p_slug;
  IF NOT FOUND THEN
    RETURN;
  END IF;

  -- Most visitors come once: all addresses that are new take one statement, with their first attempt in it. One order
  -- for all, so that calls that share addresses wait and do not deadlock. The list's lock comes after, as everywhere.
  prefix := '\x73'::bytea || uuid_send(waitlist);
  now_ms := floor(extract(epoch FROM clock_timestamp()) * 1000);
  WITH fresh AS (
    INSERT INTO rate_windows (subject, hits, next)
    SELECT prefix || a.address, ARRAY[now_ms + 1], 1 % p_max + 1
    FROM (SELECT DISTINCT unnest(p_addresses) AS address ORDER BY 1) a
    ON CONFLICT DO NOTHING
    RETURNING substr(subject, length(prefix) + 1) AS address
  )
  SELECT array_agg(f.address) INTO firsts FROM fresh f;
  FOR n IN SELECT a.n FROM unnest(p_addresses) WITH ORDINALITY AS a (address, n) ORDER BY a.address, a.n LOOP
    IF p_addresses[n] = ANY (firsts) THEN
      firsts := array_remove(firsts, p_addresses[n]);
      accepted[n] := true;
      reset_seconds[n] := ceil(p_window_ms / 1000.0);
    ELSE
      verdict := take_request(prefix || p_addresses[n], p_max, p_window_ms);
      accepted[n] := verdict.accepted;
      reset_seconds[n] := verdict.reset_seconds;
    END IF;
  END LOOP;

  challenged := p_challenged OR (site_key IS NOT NULL AND secret IS NOT NULL);
  IF challenged THEN
    RETURN;
  END IF;
  -- Usually every one of them may join, and the arrays can be handed on as they are.
  IF array_position(accepted, false) IS NOT NULL OR array_position(p_ids, NULL) IS NOT NULL THEN
    SELECT array_agg(i.id ORDER BY i.n), array_agg(i.digest ORDER BY i.n), array_agg(i.email ORDER BY i.n),
           array_agg(i.name ORDER BY i.n), array_agg(i.code ORDER BY i.n), array_agg(i.referrer ORDER BY i.n)
    INTO p_ids, p_digests, p_emails, p_names, p_codes, p_referrers
    FROM unnest(p_ids, p_digests, p_emails, p_names, p_codes, p_referrers)
      WITH ORDINALITY AS i (id, digest, email, name, code, referrer, n)
    WHERE i.id IS NOT NULL AND accepted[i.n];
    IF p_ids IS NULL THEN
      RETURN;
    END IF;
  END IF;
  CALL join_waitlist(waitlist, p_ids, p_digests, p_emails, p_names, p_codes, p_referrers, known, positions, codes);
  IF NOT known THEN
    waitlist := NULL;
  END IF;
END $$;

-- admit_signups stays for the code of the release before, which counts attempts with it; a later release drops it.
