-- One signup by itself has a procedure that takes it as values, not as arrays of one (ADR 38), and asks for as little as can be in
-- statements: each costs as much as writing a row. What nobody calls any more goes.

DROP FUNCTION settle_moved_blocks(uuid, jsonb);
DROP FUNCTION admit_batch(uuid, uuid[], bytea[], text[], text[], text[], text[], integer);

-- Makes durable what this session has committed without waiting for the disk. In one expression, so that Postgres puts it in the place
-- of its call. From 17 on a message flushes by itself, without a transaction id or a commit record; the function of a database that was
-- migrated before an upgrade to 17 goes on to work.
DO $$
BEGIN
  IF current_setting('server_version_num')::integer >= 170000 THEN
    CREATE FUNCTION flush_commits() RETURNS pg_lsn LANGUAGE sql AS
      'SELECT pg_logical_emit_message(false, ''anteroom.flush'', '''', true)';
  ELSE
    CREATE FUNCTION flush_commits() RETURNS pg_lsn LANGUAGE sql AS
      'SELECT pg_logical_emit_message(set_config(''synchronous_commit'', ''on'', true) = ''on'', ''anteroom.flush'', '''')';
  END IF;
END $$;

-- What join_waitlist was for one signup (0029). Order of locks: a list's turn, then the list; whoever holds the list only gives the turn
-- back. Of what is written before the list's lock, others wait for the limiter's rows only (0008), and ask for them first too.
--
-- `place` is NULL where the email is in the list by another signup, whose code is given.
CREATE PROCEDURE join_one(
  p_waitlist uuid, p_id uuid, p_digest bytea, p_email text, p_name text, p_code text, p_referrer text,
  OUT known boolean, OUT place integer, OUT code text)
LANGUAGE plpgsql AS $$
DECLARE
  job      bigint;
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
    INSERT INTO outbox (kind, waitlist_id, payload)
    SELECT 'confirmation_email', p_waitlist, jsonb_build_object('entryId', p_id)
    WHERE NOT EXISTS (SELECT FROM entries e WHERE e.waitlist_id = p_waitlist AND e.email_digest = p_digest)
    RETURNING id INTO job;
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
        DELETE FROM outbox WHERE id = job;
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

-- Several signups in one call; one is join_one's.
CREATE OR REPLACE PROCEDURE join_waitlist(
  p_waitlist uuid, p_ids uuid[], p_digests bytea[], p_emails text[], p_names text[], p_codes text[],
  p_referrers text[], OUT known boolean, OUT positions integer[], OUT codes text[])
LANGUAGE plpgsql AS $$
DECLARE
  place    integer;
  code     text;
  boost    integer;
  attached uuid;  -- the database of the account that signups of the list go to
BEGIN
  IF cardinality(p_ids) = 1 THEN
    CALL join_one(
      p_waitlist, p_ids[1], p_digests[1], p_emails[1], p_names[1], p_codes[1], p_referrers[1], known, place, code);
    IF known THEN
      positions := ARRAY[place];
      codes := ARRAY[code];
    END IF;
    RETURN;
  END IF;

  PERFORM set_config('synchronous_commit', 'off', true), set_config('enable_seqscan', 'off', true),
          set_config('plan_cache_mode', 'force_generic_plan', true), pg_advisory_xact_lock(waitlist_lock_key(p_waitlist));
  SELECT CASE WHEN w.referral_enabled THEN w.referral_boost ELSE 0 END, w.database_id INTO boost, attached
  FROM waitlists w WHERE w.id = p_waitlist;
  known := FOUND;
  IF NOT known THEN
    RETURN;
  END IF;
  SELECT b.positions, b.codes INTO positions, codes
  FROM admit_batch(p_waitlist, p_ids, p_digests, p_emails, p_names, p_codes, p_referrers, boost, attached IS NOT NULL) b;
  COMMIT;
  PERFORM flush_commits();
END $$;

-- As in 0008. One attempt, which is the common case, needs no table of its addresses.
CREATE OR REPLACE PROCEDURE attempt_signups(
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
  place   integer;
  code    text;
  done    text;          -- what functions answer that are called for their effect
BEGIN
  done := set_config('synchronous_commit', 'off', true) || set_config('enable_seqscan', 'off', true)
          || set_config('plan_cache_mode', 'force_generic_plan', true);
  SELECT w.id, w.referral_message, w.turnstile_site_key, w.turnstile_secret
  INTO waitlist, message, site_key, secret FROM waitlists w WHERE w.slug = p_slug;
  IF waitlist IS NULL THEN
    RETURN;
  END IF;
  challenged := p_challenged OR (site_key IS NOT NULL AND secret IS NOT NULL);

  prefix := '\x73'::bytea || uuid_send(waitlist);
  now_ms := floor(extract(epoch FROM clock_timestamp()) * 1000);
  IF cardinality(p_addresses) = 1 THEN
    INSERT INTO rate_windows (subject, hits, next) VALUES (prefix || p_addresses[1], ARRAY[now_ms + 1], 1 % p_max + 1)
    ON CONFLICT DO NOTHING;
    IF FOUND THEN
      accepted := ARRAY[true];
      reset_seconds := ARRAY[ceil(p_window_ms / 1000.0)];
    ELSE
      verdict := take_request(prefix || p_addresses[1], p_max, p_window_ms);
      accepted := ARRAY[verdict.accepted];
      reset_seconds := ARRAY[verdict.reset_seconds];
    END IF;
    IF NOT challenged AND accepted[1] AND p_ids[1] IS NOT NULL THEN
      CALL join_one(
        waitlist, p_ids[1], p_digests[1], p_emails[1], p_names[1], p_codes[1], p_referrers[1], known, place, code);
      IF known THEN
        positions := ARRAY[place];
        codes := ARRAY[code];
      ELSE
        waitlist := NULL;
      END IF;
    END IF;
    RETURN;
  END IF;

  -- Most visitors come once: all addresses that are new take one statement, with their first attempt in it. One order
  -- for all, so that calls that share addresses wait and do not deadlock. The list's lock comes after, as everywhere.
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
