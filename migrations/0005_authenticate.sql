-- One round trip says who is calling and whether they may go on: the exact rate limit stands beside the key look-up.

-- The last accepted times of whoever is limited. Not logged: it matters for a minute, and writing it must not wait
-- for the disk. `hits` is a ring (milliseconds since 1970); `next` is the place of the oldest once it is full.
CREATE UNLOGGED TABLE rate_windows (
  subject bytea PRIMARY KEY,
  hits    bigint[] NOT NULL DEFAULT '{}',
  next    integer NOT NULL DEFAULT 1
) WITH (fillfactor = 50);

CREATE TYPE rate_verdict AS (accepted boolean, remaining integer, reset_seconds integer);

-- Accepts a request of `p_subject` unless `p_max` were accepted in the last `p_window_ms`. Refused ones are not
-- counted. Exact across any number of servers, because the row is locked before the clock is read.
CREATE FUNCTION take_request(p_subject bytea, p_max integer, p_window_ms integer) RETURNS rate_verdict
LANGUAGE plpgsql AS $$
DECLARE
  v_hits   bigint[];
  v_next   integer;
  v_size   integer;
  v_now    bigint;
  v_live   integer;
  v_oldest bigint;
BEGIN
  SELECT hits, next INTO v_hits, v_next FROM rate_windows WHERE subject = p_subject FOR UPDATE;
  IF NOT FOUND THEN
    INSERT INTO rate_windows (subject) VALUES (p_subject) ON CONFLICT DO NOTHING;
    SELECT hits, next INTO v_hits, v_next FROM rate_windows WHERE subject = p_subject FOR UPDATE;
  END IF;
  v_now := floor(extract(epoch FROM clock_timestamp()) * 1000);
  v_size := cardinality(v_hits);

  -- A changed limit starts the ring anew from the latest times, in order.
  IF v_size > p_max OR (v_size < p_max AND v_next <> v_size + 1) THEN
    SELECT array_agg(hit ORDER BY hit) INTO v_hits FROM
      (SELECT hit FROM unnest(v_hits) AS hit ORDER BY hit DESC LIMIT p_max) AS latest;
    v_size := cardinality(v_hits);
    v_next := CASE WHEN v_size = p_max THEN 1 ELSE v_size + 1 END;
  END IF;

  -- What lies further ahead than a window is of a clock that was set back since.
  SELECT count(*), min(hit) INTO v_live, v_oldest FROM unnest(v_hits) AS hit
  WHERE hit > v_now - p_window_ms AND hit <= v_now + p_window_ms;
  IF v_live >= p_max THEN
    RETURN (false, 0, greatest(1, ceil((v_oldest + p_window_ms - v_now) / 1000.0))::integer);
  END IF;

  -- Rounded up where the clock was rounded down: two requests a window apart are never a fraction closer.
  v_hits[v_next] := v_now + 1;
  UPDATE rate_windows SET hits = v_hits, next = v_next % p_max + 1 WHERE subject = p_subject;
  RETURN (true, p_max - v_live - 1,
          greatest(1, ceil((coalesce(v_oldest, v_now) + p_window_ms - v_now) / 1000.0))::integer);
END $$;

-- Recognises keys by their SHA-256 and counts a request of each one's account. `ord` is the place in `p_hashes`;
-- a key that does not exist or is revoked has no row. Accounts are taken in one order, so calls cannot deadlock.
CREATE FUNCTION authenticate_keys(p_hashes bytea[], p_max integer, p_window_ms integer)
RETURNS TABLE (ord integer, key_id uuid, key_name text, scopes text[], account_id uuid, email text, plan text,
               account_created_at timestamptz, accepted boolean, remaining integer, reset_seconds integer)
LANGUAGE plpgsql AS $$
DECLARE
  v_key     record;
  v_verdict rate_verdict;
BEGIN
  -- "Last used" is worth no wait for the disk. The others: planned once for each connection, and for tables that do not
  -- stay empty. Left to itself Postgres plans every call anew, because arrays differ, and that is half of the cost.
  PERFORM set_config('synchronous_commit', 'off', true), set_config('enable_seqscan', 'off', true),
          set_config('plan_cache_mode', 'force_generic_plan', true);
  FOR v_key IN
    SELECT asked.ord::integer, k.id, k.name, k.scopes, k.last_used_at, a.id AS account_id, a.email, a.plan, a.created_at
    FROM unnest(p_hashes) WITH ORDINALITY AS asked (hash, ord)
    JOIN api_keys k ON k.secret_hash = asked.hash AND k.revoked_at IS NULL
    JOIN accounts a ON a.id = k.account_id
    ORDER BY a.id, k.id, asked.ord
  LOOP
    v_verdict := take_request('\x61'::bytea || uuid_send(v_key.account_id), p_max, p_window_ms);
    IF v_key.last_used_at IS NULL OR v_key.last_used_at < now() - interval '1 minute' THEN
      UPDATE api_keys SET last_used_at = now()
      WHERE id = v_key.id AND (last_used_at IS NULL OR last_used_at < now() - interval '1 minute');
    END IF;
    RETURN QUERY SELECT v_key.ord, v_key.id, v_key.name, v_key.scopes, v_key.account_id, v_key.email, v_key.plan,
      v_key.created_at, v_verdict.accepted, v_verdict.remaining, v_verdict.reset_seconds;
  END LOOP;
END $$;

-- Finds the waitlists of slugs and counts an attempt to join each from an address (a keyed digest of it). Slugs that
-- name no waitlist have no row.
CREATE FUNCTION admit_signups(p_slugs text[], p_addresses bytea[], p_max integer, p_window_ms integer)
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

-- Forgets who has not been seen for a window. Rows in use are skipped, never waited for.
CREATE FUNCTION sweep_rate_windows(p_window_ms integer) RETURNS integer
LANGUAGE sql AS $$
  WITH idle AS (
    SELECT subject FROM rate_windows
    WHERE coalesce((SELECT max(hit) FROM unnest(hits) AS hit), 0)
          < floor(extract(epoch FROM clock_timestamp()) * 1000) - p_window_ms
    LIMIT 10000 FOR UPDATE SKIP LOCKED
  ), gone AS (DELETE FROM rate_windows r USING idle WHERE r.subject = idle.subject RETURNING 1)
  SELECT count(*)::integer FROM gone;
$$;
