-- The signup engine; docs/engine.md explains it.

-- The key of a waitlist's lock. Every transaction that changes the order of a waitlist holds it. Only the deletion of an
-- account holds those of several waitlists, and it takes them in order, so there is no deadlock.
CREATE OR REPLACE FUNCTION waitlist_lock_key(p_waitlist uuid) RETURNS bigint
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ SELECT hashtextextended(p_waitlist::text, 0) $$;

-- One row per entry, as the API shows it. LIMIT 1 keeps each lookup an index probe: without it a cached plan may hash a
-- whole table.
CREATE OR REPLACE VIEW queue AS
SELECT e.waitlist_id, e.seq, e.id, c.email, c.name,
       -- An entry missing from its block would be corruption: NULL, never a plausible number.
       CASE WHEN b.block IS NULL THEN e.seq ELSE b.block * 128 + array_position(b.seqs, e.seq) END AS position,
       e.referral_code, coalesce(p.referral_count, 0) AS referral_count, e.referred_by, e.created_at,
       -- A subquery, which costs nothing where the status is not read.
       coalesce((SELECT i.state FROM invitations i
                 WHERE i.waitlist_id = e.waitlist_id AND i.seq = e.seq AND i.state <> 'ended'), 'waiting') AS status
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

-- The 128 seqs at positions 128 * p_block + 1 to 128 * p_block + 128, in order. Some in the last block are not taken yet.
CREATE OR REPLACE FUNCTION read_block(p_waitlist uuid, p_block integer) RETURNS integer[]
LANGUAGE sql STABLE AS $$
  SELECT coalesce(
    (SELECT b.seqs FROM place_blocks b WHERE b.waitlist_id = p_waitlist AND b.block = p_block),
    ARRAY(SELECT generate_series(p_block * 128 + 1, p_block * 128 + 128)))
$$;

-- Stores the seqs in a block. If a database is attached, notes that it must get their new positions.
CREATE OR REPLACE FUNCTION write_block(p_waitlist uuid, p_block integer, p_seqs integer[], p_attached boolean)
RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO place_blocks (waitlist_id, block, seqs) VALUES (p_waitlist, p_block, p_seqs)
  ON CONFLICT (waitlist_id, block) DO UPDATE SET seqs = excluded.seqs;
  IF p_attached THEN
    INSERT INTO moved_blocks AS m (waitlist_id, block) VALUES (p_waitlist, p_block)
    ON CONFLICT (waitlist_id, block) DO UPDATE SET mark = m.mark + 1;
  END IF;
END $$;

-- Moves the entry p_seq up (a negative p_by) or down, at most 100 positions and not beyond the first or last. Returns how
-- many it really moved. Needs the waitlist's lock.
CREATE OR REPLACE FUNCTION move_entry(p_waitlist uuid, p_seq integer, p_by integer, p_attached boolean) RETURNS integer
LANGUAGE plpgsql AS $$
DECLARE
  home   integer := coalesce((SELECT p.block FROM places p WHERE p.waitlist_id = p_waitlist AND p.seq = p_seq),
                             (p_seq - 1) / 128);
  here   integer[] := read_block(p_waitlist, home);
  i      integer := array_position(here, p_seq);
  place  integer := home * 128 + i;
  target integer := greatest(place + p_by, 1);
  goal   integer;    -- the block of target
  j      integer;    -- the index there
  there  integer[];  -- the seqs there
  pushed integer;    -- who leaves that block for this one
BEGIN
  IF p_by > 0 THEN
    target := least(target, (SELECT max(e.seq) FROM entries e WHERE e.waitlist_id = p_waitlist));
  END IF;
  goal := (target - 1) / 128;
  j := target - goal * 128;
  here := here[1:i-1] || here[i+1:128];
  IF target = place THEN
    RETURN 0;
  ELSIF goal = home THEN
    PERFORM write_block(p_waitlist, home, here[1:j-1] || p_seq || here[j:127], p_attached);
    RETURN abs(target - place);
  END IF;

  -- At most 100 positions, so the other block is the next one.
  there := read_block(p_waitlist, goal);
  IF goal < home THEN
    pushed := there[128];
    here := pushed || here;
    there := there[1:j-1] || p_seq || there[j:127];
  ELSE
    pushed := there[1];
    here := here || pushed;
    there := there[2:j] || p_seq || there[j+1:128];
  END IF;
  INSERT INTO places (waitlist_id, seq, block, referral_count)
  VALUES (p_waitlist, pushed, home, 0), (p_waitlist, p_seq, goal, 0)
  ON CONFLICT (waitlist_id, seq) DO UPDATE SET block = excluded.block;
  PERFORM exchange_gone(p_waitlist, p_seq, home, pushed, goal);
  PERFORM write_block(p_waitlist, goal, there, p_attached);
  PERFORM write_block(p_waitlist, home, here, p_attached);
  RETURN abs(target - place);
END $$;

-- Makes every earlier commit durable: Postgres writes its log in order, and this transaction waits for the disk when it
-- commits. It waits only if it has a transaction id, so the message is transactional: the first argument is true (and
-- turns the waiting on).
CREATE OR REPLACE FUNCTION flush_commits() RETURNS pg_lsn
LANGUAGE sql AS $$
  SELECT pg_logical_emit_message(set_config('synchronous_commit', 'on', true) = 'on', 'anteroom.flush', '')
$$;

-- Joins one signup to a waitlist. CALL it outside a transaction block.
--   p_mailbox     the keyed digest of the mailbox, if that is not the address itself
--   p_network     the keyed digest of the network it came from; NULL: unknown or private
--   p_disposable  whether the address is at a disposable domain
--   known         false: there is no such waitlist, and nothing was written
--   place         the position (`position` is reserved); NULL when another signup has the email
--   code          the referral code of the entry with that email
-- A signup that is sent again with the same id gets its position now. A referral code that is already taken raises
-- unique_violation on entries_referral_code, and nothing is written: call again with another code.
CREATE OR REPLACE PROCEDURE join_one(
  p_waitlist uuid, p_id uuid, p_digest bytea, p_mailbox bytea, p_email text, p_name text, p_code text, p_referrer text,
  p_network bytea, p_disposable boolean, OUT known boolean, OUT place integer, OUT code text)
LANGUAGE plpgsql AS $$
DECLARE
  total    integer;  -- entries so far
  boost    integer;
  attached boolean;  -- whether signups go to a database of the account's own
  account  uuid;
  hooked   boolean;  -- whether a webhook is active
  old_id   uuid;     -- the entry that has the email
  old_seq  integer;
  referrer integer;  -- the seq of the entry with the code p_referrer
BEGIN
  -- The commit below does not wait for the disk, so it frees the lock at once; flush_commits waits after it.
  SET LOCAL synchronous_commit = off;
  -- A plan cached while a table was small must not scan it after it has grown.
  SET LOCAL enable_seqscan = off;
  PERFORM pg_advisory_xact_lock(waitlist_lock_key(p_waitlist));

  SELECT coalesce((SELECT max(e.seq) FROM entries e WHERE e.waitlist_id = w.id), 0),
         CASE WHEN w.referral_enabled THEN w.referral_boost ELSE 0 END, w.database_id IS NOT NULL, w.account_id,
         EXISTS (SELECT FROM webhooks h WHERE h.waitlist_id = w.id AND h.state = 'active'),
         old.id, old.seq, coalesce(old.referral_code, p_code),
         (SELECT e.seq FROM entries e WHERE e.waitlist_id = w.id AND e.referral_code = p_referrer)
  INTO total, boost, attached, account, hooked, old_id, old_seq, code, referrer
  FROM waitlists w LEFT JOIN entries old ON old.waitlist_id = w.id AND old.email_digest = p_digest
  WHERE w.id = p_waitlist;
  known := FOUND;
  IF NOT known THEN
    RETURN;
  END IF;

  IF old_seq IS NULL THEN
    place := total + 1;
    INSERT INTO entries (waitlist_id, seq, id, email_digest, mailbox_digest, referral_code, referred_by, created_at)
    VALUES (p_waitlist, place, p_id, p_digest, p_mailbox, p_code, CASE WHEN referrer IS NOT NULL THEN p_referrer END,
            clock_timestamp());
    INSERT INTO contacts (waitlist_id, seq, email, name) VALUES (p_waitlist, place, p_email, p_name);
    INSERT INTO outbox (kind, turn, waitlist_id, payload)
    VALUES ('confirmation_email', account, p_waitlist, jsonb_build_object('entryId', p_id));
    IF hooked THEN
      PERFORM record_event(p_waitlist, 'entry.joined', ARRAY[place]);
    END IF;
    IF referrer IS NOT NULL THEN
      PERFORM record_referral(p_waitlist, place, referrer, p_network, p_disposable, boost, attached);
    END IF;
    IF attached THEN
      PERFORM queue_delivery(p_waitlist);
    END IF;
  ELSIF old_id = p_id THEN
    SELECT q.position INTO place FROM queue q WHERE q.waitlist_id = p_waitlist AND q.seq = old_seq;
  END IF;

  COMMIT;
  PERFORM flush_commits();
END $$;

-- Joins several signups to a waitlist, in the order given, as join_one would one by one: parallel arrays in, parallel
-- arrays out. New entries take the end and referrals move only earlier entries, so the referrals can come last.
CREATE OR REPLACE PROCEDURE join_many(
  p_waitlist uuid, p_ids uuid[], p_digests bytea[], p_mailboxes bytea[], p_emails text[], p_names text[],
  p_codes text[], p_referrers text[], p_networks bytea[], p_disposable boolean[],
  OUT known boolean, OUT positions integer[], OUT codes text[])
LANGUAGE plpgsql AS $$
DECLARE
  total     integer;
  boost     integer;
  attached  boolean;
  account   uuid;
  referred  integer[];  -- for each new entry that was referred: its seq, its referrer's, and its index in the arrays
BEGIN
  SET LOCAL synchronous_commit = off;
  SET LOCAL enable_seqscan = off;
  -- Arrays differ in every call, and planning each call would cost 150 µs.
  SET LOCAL plan_cache_mode = force_generic_plan;
  PERFORM pg_advisory_xact_lock(waitlist_lock_key(p_waitlist));
  SELECT coalesce((SELECT max(e.seq) FROM entries e WHERE e.waitlist_id = w.id), 0),
         CASE WHEN w.referral_enabled THEN w.referral_boost ELSE 0 END, w.database_id IS NOT NULL, w.account_id
  INTO total, boost, attached, account FROM waitlists w WHERE w.id = p_waitlist;
  known := FOUND;
  IF NOT known THEN
    RETURN;
  END IF;

  WITH incoming AS MATERIALIZED (
    SELECT i.*, old.seq AS old_seq, old.id AS old_id, old.referral_code AS old_code
    FROM unnest(p_ids, p_digests, p_mailboxes, p_emails, p_names, p_codes, p_referrers, p_networks, p_disposable)
      WITH ORDINALITY AS i (id, digest, mailbox, email, name, code, referrer, network, disposable, n)
    LEFT JOIN LATERAL (
      SELECT e.seq, e.id, e.referral_code FROM entries e
      WHERE e.waitlist_id = p_waitlist AND e.email_digest = i.digest LIMIT 1
    ) old ON true
  ), numbered AS MATERIALIZED (
    SELECT f.*, (total + row_number() OVER (ORDER BY f.n))::integer AS seq
    FROM (SELECT DISTINCT ON (i.digest) i.* FROM incoming i WHERE i.old_seq IS NULL ORDER BY i.digest, i.n) f
  ), fresh AS MATERIALIZED (
    SELECT f.*, coalesce(
      (SELECT e.seq FROM entries e WHERE e.waitlist_id = p_waitlist AND e.referral_code = f.referrer),
      (SELECT b.seq FROM numbered b WHERE b.code = f.referrer AND b.seq < f.seq)) AS referrer_seq
    FROM numbered f
  ), new_entries AS (
    INSERT INTO entries (waitlist_id, seq, id, email_digest, mailbox_digest, referral_code, referred_by, created_at)
    SELECT p_waitlist, f.seq, f.id, f.digest, f.mailbox, f.code,
           CASE WHEN f.referrer_seq IS NOT NULL THEN f.referrer END, clock_timestamp() FROM fresh f ORDER BY f.seq
  ), new_contacts AS (
    INSERT INTO contacts (waitlist_id, seq, email, name)
    SELECT p_waitlist, f.seq, f.email, f.name FROM fresh f ORDER BY f.seq
  ), new_jobs AS (
    INSERT INTO outbox (kind, turn, waitlist_id, payload)
    SELECT 'confirmation_email', account, p_waitlist, jsonb_build_object('entryId', f.id) FROM fresh f ORDER BY f.seq
  )
  SELECT array_agg(coalesce(f.seq, CASE WHEN i.old_id = i.id THEN
           (SELECT q.position FROM queue q WHERE q.waitlist_id = p_waitlist AND q.seq = i.old_seq) END) ORDER BY i.n),
         array_agg(coalesce(i.old_code, i.code) ORDER BY i.n),
         array_agg(ARRAY[f.seq, f.referrer_seq, f.n] ORDER BY f.seq) FILTER (WHERE f.referrer_seq IS NOT NULL)
  INTO positions, codes, referred
  FROM incoming i LEFT JOIN fresh f ON f.n = i.n;

  PERFORM record_event(p_waitlist, 'entry.joined', ARRAY(
    SELECT e.seq FROM entries e WHERE e.waitlist_id = p_waitlist AND e.seq > total ORDER BY e.seq));
  FOR i IN 1 .. coalesce(cardinality(referred) / 3, 0) LOOP
    PERFORM record_referral(p_waitlist, referred[i][1], referred[i][2], p_networks[referred[i][3]],
                            p_disposable[referred[i][3]], boost, attached);
  END LOOP;
  IF attached THEN
    PERFORM queue_delivery(p_waitlist);
  END IF;
  COMMIT;
  PERFORM flush_commits();
END $$;

-- Attempts to join the waitlist with a slug, in parallel arrays. Each has the keyed digests of a network and
-- of a wide one, or NULL. Counts them, and joins those within the rate limits. An attempt that is not a valid signup has a
-- NULL id and is only counted. So is one that comes from, or leads to, a foreign origin (NULL: our own pages) that
-- the waitlist does not allow.
-- CALL it outside a transaction block; an error undoes everything, counts included.
--   waitlist          NULL: there is no such waitlist, and nothing was counted
--   allowed           the foreign origins that the waitlist allows
--   accepted          whether the attempt is within the limits of its networks; if not, the last is not counted
--   reset_seconds     when its network may try again
--   challenged        nobody was joined: a bot challenge comes first, the service's (p_challenged) or the waitlist's own. Such
--                     attempts have a count of their own and ten times the limit: behind one address may be a conference
--   confirms          nobody was joined: people confirm their address first
--   positions, codes  as from join_many, of the accepted signups in their order
-- As it was before `confirms`: CREATE OR REPLACE cannot change what a routine returns.
DROP PROCEDURE IF EXISTS attempt_signups(
  text, bytea[], bytea[], integer, integer, integer, boolean, text[], text[], uuid[], bytea[], bytea[], text[], text[],
  text[], text[], bytea[], boolean[],
  OUT uuid, OUT text, OUT text, OUT text[], OUT text, OUT bytea, OUT boolean, OUT boolean[], OUT integer[], OUT integer[],
  OUT text[]);
CREATE OR REPLACE PROCEDURE attempt_signups(
  p_slug text, p_near bytea[], p_wide bytea[], p_near_max integer, p_wide_max integer, p_window_ms integer,
  p_challenged boolean, p_origins text[], p_redirects text[],
  p_ids uuid[], p_digests bytea[], p_mailboxes bytea[], p_emails text[], p_names text[], p_codes text[],
  p_referrers text[], p_networks bytea[], p_disposable boolean[],
  OUT waitlist uuid, OUT message text, OUT share_url text, OUT allowed text[], OUT site_key text, OUT secret bytea,
  OUT challenged boolean, OUT confirms boolean, OUT accepted boolean[], OUT reset_seconds integer[],
  OUT positions integer[], OUT codes text[])
LANGUAGE plpgsql AS $$
DECLARE
  factor  integer := 1;
  subject bytea;
  verdict rate_verdict;
  counted record;
  known   boolean;
  place   integer;
  code    text;
BEGIN
  SET LOCAL synchronous_commit = off;
  SET LOCAL enable_seqscan = off;
  SET LOCAL plan_cache_mode = force_generic_plan;
  SELECT w.id, w.referral_message, w.share_url, w.allowed_origins, w.turnstile_site_key, w.turnstile_secret,
         w.confirmation = 'required'
  INTO waitlist, message, share_url, allowed, site_key, secret, confirms FROM waitlists w WHERE w.slug = p_slug;
  IF NOT FOUND THEN
    RETURN;
  END IF;

  challenged := p_challenged OR (site_key IS NOT NULL AND secret IS NOT NULL);
  IF challenged THEN
    factor := 10;
  END IF;
  subject := CASE WHEN challenged THEN 'c'::bytea ELSE 's'::bytea END || uuid_send(waitlist);
  -- Every call locks the near networks in one order, then the wide ones, then the waitlist, so calls cannot deadlock.
  -- An attempt over its near limit does not use up the wide one.
  FOR counted IN
    SELECT near AS network, p_near_max * factor AS max, 1 AS pass, n FROM unnest(p_near) WITH ORDINALITY AS a (near, n)
    UNION ALL
    SELECT wide, p_wide_max * factor, 2, n FROM unnest(p_wide) WITH ORDINALITY AS a (wide, n) WHERE wide IS NOT NULL
    ORDER BY pass, network, n
  LOOP
    CONTINUE WHEN NOT accepted[counted.n];
    verdict := take_request(subject || counted.network, counted.max, p_window_ms);
    accepted[counted.n] := verdict.accepted;
    reset_seconds[counted.n] := verdict.reset_seconds;
  END LOOP;
  IF challenged OR confirms THEN
    RETURN;
  END IF;

  SELECT array_agg(i.id ORDER BY i.n), array_agg(i.digest ORDER BY i.n), array_agg(i.mailbox ORDER BY i.n),
         array_agg(i.email ORDER BY i.n), array_agg(i.name ORDER BY i.n), array_agg(i.code ORDER BY i.n),
         array_agg(i.referrer ORDER BY i.n), array_agg(i.network ORDER BY i.n), array_agg(i.disposable ORDER BY i.n)
  INTO p_ids, p_digests, p_mailboxes, p_emails, p_names, p_codes, p_referrers, p_networks, p_disposable
  FROM unnest(p_ids, p_digests, p_mailboxes, p_emails, p_names, p_codes, p_referrers, p_networks, p_disposable,
              p_origins, p_redirects)
    WITH ORDINALITY AS i (id, digest, mailbox, email, name, code, referrer, network, disposable, origin, redirect, n)
  WHERE i.id IS NOT NULL AND accepted[i.n] AND (i.origin IS NULL OR i.origin = ANY (allowed))
    AND (i.redirect IS NULL OR i.redirect = ANY (allowed));
  IF cardinality(p_ids) = 1 THEN
    CALL join_one(waitlist, p_ids[1], p_digests[1], p_mailboxes[1], p_emails[1], p_names[1], p_codes[1], p_referrers[1],
                  p_networks[1], p_disposable[1], known, place, code);
    positions := ARRAY[place];
    codes := ARRAY[code];
  ELSIF p_ids IS NOT NULL THEN
    CALL join_many(waitlist, p_ids, p_digests, p_mailboxes, p_emails, p_names, p_codes, p_referrers, p_networks,
                   p_disposable, known, positions, codes);
  END IF;
  IF NOT known THEN
    waitlist := NULL;
  END IF;
END $$;
