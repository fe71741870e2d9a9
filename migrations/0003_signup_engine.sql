-- The signup engine. docs: core/signups/signup-store.ts says what callers see; this file is how it holds.
--
-- The queue of a list is a permutation of its join order. A signup takes the next `seq` (gapless, 1..n), and
-- its position IS that seq until a referral moves somebody. Referrals rearrange `place_blocks`: block b holds,
-- in order, who stands at positions 128b+1 .. 128b+128. A block nobody has moved in has no row and reads as the
-- identity, so a plain signup writes nothing here, and a referral rewrites one or two rows whatever its boost.
-- Positions are therefore 1..n each once by construction: blocks are only ever permuted.

ALTER TABLE waitlists ADD CONSTRAINT waitlists_referral_boost CHECK (referral_boost BETWEEN 1 AND 100);

-- The ledger: immutable, and free of personal data but a keyed digest of the email.
CREATE TABLE entries (
  -- No foreign key: a deleted list of a million entries answers at once and is purged in batches.
  waitlist_id   uuid NOT NULL,
  seq           integer NOT NULL,
  id            uuid NOT NULL,
  email_digest  bytea NOT NULL,
  -- "C": codes are compared as bytes, which costs a third of a locale's comparison.
  referral_code text COLLATE "C" NOT NULL,
  referred_by   text COLLATE "C",
  -- Where the contact is: in `contacts`, or in a database of the account's own.
  stored        text NOT NULL DEFAULT 'here' CHECK (stored IN ('here', 'theirs')),
  created_at    timestamptz NOT NULL,
  PRIMARY KEY (waitlist_id, seq)
);
CREATE UNIQUE INDEX entries_id ON entries (id);
CREATE UNIQUE INDEX entries_email ON entries (waitlist_id, email_digest);
CREATE UNIQUE INDEX entries_referral_code ON entries (waitlist_id, referral_code);

-- The personal data of entries stored here; erased without touching the order.
CREATE TABLE contacts (
  waitlist_id uuid NOT NULL,
  seq         integer NOT NULL,
  email       text NOT NULL,
  name        text,
  PRIMARY KEY (waitlist_id, seq)
);

-- Only entries that have referred somebody, or stand outside the block their seq starts in.
CREATE TABLE places (
  waitlist_id    uuid NOT NULL,
  seq            integer NOT NULL,
  block          integer NOT NULL,
  referral_count integer NOT NULL,
  PRIMARY KEY (waitlist_id, seq)
) WITH (fillfactor = 80);

-- No column but the key is indexed and pages keep room, so rewriting a block is a heap-only update.
CREATE TABLE place_blocks (
  waitlist_id uuid NOT NULL,
  block       integer NOT NULL,
  seqs        integer[] NOT NULL CHECK (cardinality(seqs) = 128),
  PRIMARY KEY (waitlist_id, block)
) WITH (fillfactor = 50);
ALTER TABLE place_blocks ALTER COLUMN seqs SET STORAGE PLAIN;

-- Every order-changing transaction of a list holds this lock, and never that of a second list: no deadlock.
-- STABLE, not IMMUTABLE, so that the planner inlines it.
CREATE FUNCTION waitlist_lock_key(p_waitlist uuid) RETURNS bigint
LANGUAGE sql STABLE PARALLEL SAFE AS $$ SELECT hashtextextended(p_waitlist::text, 0) $$;

-- One row an entry, as the API shows it. LIMIT 1 keeps each lookup an index probe: the planner may not turn
-- it into a hash over the whole table, whatever the statistics say on the day the plan is cached.
CREATE VIEW queue AS
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

CREATE FUNCTION place_block(p_waitlist uuid, p_block integer) RETURNS integer[]
LANGUAGE sql STABLE AS $$
  SELECT coalesce(
    (SELECT b.seqs FROM place_blocks b WHERE b.waitlist_id = p_waitlist AND b.block = p_block),
    ARRAY(SELECT generate_series(p_block * 128 + 1, p_block * 128 + 128)))
$$;

-- Counts one referral for entry p_seq and moves it up p_boost places (0: count only). Needs the list's lock.
CREATE FUNCTION apply_referral(p_waitlist uuid, p_seq integer, p_boost integer) RETURNS void
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

-- Several signups of one list under its lock: one statement for the inserts, then the referrals in order.
-- New entries always take the end and referrals move only those before them, so this equals one by one.
-- The settings pin what the planner must choose: arrays look alike to it, tables do not stay empty.
CREATE FUNCTION admit_batch(
  p_waitlist uuid, p_ids uuid[], p_digests bytea[], p_emails text[], p_names text[], p_codes text[],
  p_referrers text[], p_boost integer, OUT positions integer[], OUT codes text[])
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
      PERFORM apply_referral(p_waitlist, referrer, p_boost);
    END LOOP;
  END IF;
END $$;

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
CREATE PROCEDURE join_waitlist(
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
      VALUES ('confirmation_email', p_waitlist, jsonb_build_object('entryId', v_id));

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
        -- No such list, or the same email was quicker: the job must not stay.
        ROLLBACK;
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
