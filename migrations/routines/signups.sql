-- Every order-changing transaction of a list holds this lock, and never that of a second list: no deadlock.
-- STABLE, not IMMUTABLE, so that the planner inlines it.
CREATE OR REPLACE FUNCTION waitlist_lock_key(p_waitlist uuid) RETURNS bigint
LANGUAGE sql STABLE PARALLEL SAFE AS $$ SELECT hashtextextended(p_waitlist::text, 0) $$;

-- One row an entry, as the API shows it. LIMIT 1 keeps each lookup an index probe: the planner may not turn
-- it into a hash over the whole table, whatever the statistics say on the day the plan is cached.
CREATE OR REPLACE VIEW queue AS
SELECT e.waitlist_id, e.seq, e.id, c.email, c.name,
       -- A block without its entry would be corruption: NULL, never a plausible number.
       CASE WHEN b.block IS NULL THEN e.seq ELSE b.block * 128 + array_position(b.seqs, e.seq) END AS position,
       e.referral_code, coalesce(p.referral_count, 0) AS referral_count, e.referred_by, e.stored, e.created_at
FROM entries e
LEFT JOIN LATERAL (
  SELECT p.block, p.referral_count FROM places p
  WHERE p.waitlist_id = e.waitlist_id AND p.seq = e.seq LIMIT 1
) p ON true
LEFT JOIN LATERAL (
  SELECT b.block, b.seqs FROM place_blocks b
  WHERE b.waitlist_id = e.waitlist_id AND b.block = coalesce(p.block, (e.seq - 1) / 128) LIMIT 1
) b ON true
LEFT JOIN LATERAL (
  SELECT c.email, c.name FROM contacts c
  WHERE c.waitlist_id = e.waitlist_id AND c.seq = e.seq LIMIT 1
) c ON true;

CREATE OR REPLACE FUNCTION place_block(p_waitlist uuid, p_block integer) RETURNS integer[]
LANGUAGE sql STABLE AS $$
  SELECT coalesce(
    (SELECT b.seqs FROM place_blocks b WHERE b.waitlist_id = p_waitlist AND b.block = p_block),
    ARRAY(SELECT generate_series(p_block * 128 + 1, p_block * 128 + 128)))
$$;

-- Counts one referral for entry p_seq and moves it up p_boost places (0: count only). Needs the list's lock.
CREATE OR REPLACE FUNCTION apply_referral(p_waitlist uuid, p_seq integer, p_boost integer) RETURNS void
LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  home  integer;    -- the block the entry stands in
  here  integer[];  -- its occupants
  above integer[];  -- those of the block before it
  i     integer;    -- the entry's index in `here`
  k     integer;    -- places it gains
  j     integer;    -- its new index in `above`
BEGIN
  INSERT INTO places AS p (waitlist_id, seq, block, referral_count)
  VALUES (p_waitlist, p_seq, (p_seq - 1) / 128, 1)
  ON CONFLICT (waitlist_id, seq) DO UPDATE SET referral_count = p.referral_count + 1
  RETURNING p.block INTO home;
  IF p_boost = 0 THEN
    RETURN;
  END IF;

  here := place_block(p_waitlist, home);
  i := array_position(here, p_seq);
  k := least(p_boost, home * 128 + i - 1);
  IF k = 0 THEN
    RETURN;
  END IF;

  IF k < i THEN
    here := here[1:i-k-1] || p_seq || here[i-k:i-1] || here[i+1:128];
  ELSE
    -- It crosses into the block above (a boost is at most 100, so never two), whose last comes down here.
    above := place_block(p_waitlist, home - 1);
    j := 128 + i - k;
    INSERT INTO places AS p (waitlist_id, seq, block, referral_count)
    VALUES (p_waitlist, above[128], home, 0), (p_waitlist, p_seq, home - 1, 0)
    ON CONFLICT (waitlist_id, seq) DO UPDATE SET block = excluded.block;
    here := above[128] || here[1:i-1] || here[i+1:128];
    above := above[1:j-1] || p_seq || above[j:127];
    INSERT INTO place_blocks AS b (waitlist_id, block, seqs) VALUES (p_waitlist, home - 1, above)
    ON CONFLICT (waitlist_id, block) DO UPDATE SET seqs = excluded.seqs;
  END IF;
  INSERT INTO place_blocks AS b (waitlist_id, block, seqs) VALUES (p_waitlist, home, here)
  ON CONFLICT (waitlist_id, block) DO UPDATE SET seqs = excluded.seqs;
END $$;

-- Several signups of one waitlist under its lock: one statement for the inserts, then the referrals in order. New entries
-- always take the end and referrals move only those before them, so this equals joining one by one. The settings pin what
-- the planner must choose: arrays look alike to it, and tables do not stay empty.
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

-- Makes durable what this session has committed without waiting for the disk. One expression, so that Postgres inlines it.
-- From version 17 on a message can flush by itself, without a transaction id or a commit record.
DO $$
BEGIN
  IF current_setting('server_version_num')::integer >= 170000 THEN
    CREATE OR REPLACE FUNCTION flush_commits() RETURNS pg_lsn LANGUAGE sql AS
      'SELECT pg_logical_emit_message(false, ''anteroom.flush'', '''', true)';
  ELSE
    CREATE OR REPLACE FUNCTION flush_commits() RETURNS pg_lsn LANGUAGE sql AS
      'SELECT pg_logical_emit_message(set_config(''synchronous_commit'', ''on'', true) = ''on'', ''anteroom.flush'', '''')';
  END IF;
END $$;

-- Joins one signup to a waitlist. `known` false: no such waitlist, and nothing was written. `place` is NULL when the email
-- is in the waitlist by another signup, whose code is returned.
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

-- Joins signups to one waitlist, in the order given: parallel arrays in, parallel arrays out.
--   known      false: no such waitlist, and nothing was written
--   positions  the place taken; NULL for an email that is already there
--   codes      the referral code of the place
-- A signup sent again with the same id (its answer was lost) gets the place it has, not "already there".
-- CALL it outside a transaction block. A referral code already taken in the waitlist raises unique_violation on
-- entries_referral_code with nothing written: call again with new codes.
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

-- Attempts to join the waitlist of a slug, each from an address (a keyed digest of it): counts them, and joins those that
-- the limit lets through. Parallel arrays in; an attempt whose input is not a signup has a NULL id, and is only counted.
--   waitlist       NULL: no such waitlist, and nothing was counted
--   accepted       whether each attempt is within the limit of its address; those that are not are not counted
--   reset_seconds  after how long its address may try again
--   challenged     a bot challenge comes first (p_challenged: of the service; else of the waitlist): nobody was joined
--   positions, codes  as join_waitlist says, of the accepted signups in their order
-- CALL it outside a transaction block. An error leaves nothing, counts included.
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

-- Finds the waitlists of slugs and counts an attempt to join each from an address (a keyed digest of it). Slugs that
-- name no waitlist have no row.
CREATE OR REPLACE FUNCTION admit_signups(p_slugs text[], p_addresses bytea[], p_max integer, p_window_ms integer)
RETURNS TABLE (ord integer, waitlist_id uuid, referral_message text,
               accepted boolean, remaining integer, reset_seconds integer)
LANGUAGE plpgsql AS $$
DECLARE
  v_attempt record;
  v_verdict rate_verdict;
BEGIN
  PERFORM set_config('synchronous_commit', 'off', true), set_config('enable_seqscan', 'off', true),
          set_config('plan_cache_mode', 'force_generic_plan', true);
  FOR v_attempt IN
    SELECT asked.ord::integer, w.id, w.referral_message, '\x73'::bytea || uuid_send(w.id) || asked.address AS subject
    FROM unnest(p_slugs, p_addresses) WITH ORDINALITY AS asked (slug, address, ord)
    JOIN waitlists w ON w.slug = asked.slug
    ORDER BY 4, asked.ord
  LOOP
    v_verdict := take_request(v_attempt.subject, p_max, p_window_ms);
    RETURN QUERY SELECT v_attempt.ord, v_attempt.id, v_attempt.referral_message,
      v_verdict.accepted, v_verdict.remaining, v_verdict.reset_seconds;
  END LOOP;
END $$;

-- Takes in the signups of a waitlist that wait. Needs the waitlist's lock.
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

-- Removes what a connection left that broke off while it waited.
CREATE OR REPLACE FUNCTION sweep_waiting_signups() RETURNS void
LANGUAGE sql AS $$
  DELETE FROM waiting_signups WHERE n IN (
    SELECT s.n FROM waiting_signups s WHERE s.arrived_at < clock_timestamp() - interval '5 minutes' FOR UPDATE SKIP LOCKED)
$$;
