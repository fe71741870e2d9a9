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
                 WHERE i.waitlist_id = e.waitlist_id AND i.seq = e.seq AND i.state <> 'ended'), 'waiting') AS status,
       c.answers, c.consents, c.source, e.language
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
  SELECT c.email, c.name, c.answers, c.consents, c.source FROM contacts c
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
-- commits. It waits only if it has an id, which a transactional message gives it: the first argument is true, because
-- set_config turns the waiting on and returns 'on'.
CREATE OR REPLACE FUNCTION flush_commits() RETURNS pg_lsn
LANGUAGE sql AS $$
  SELECT pg_logical_emit_message(set_config('synchronous_commit', 'on', true) = 'on', 'anteroom.flush', '')
$$;

-- Joins signups to a waitlist, in their order, all or nothing. CALL it outside a transaction block.
--   p_signups  an array of new_signup
--   answer     an array: the JoinOutcome of each (core/signups/signup-store.ts). NULL: there is no such waitlist
-- A signup that is sent again with the same id gets its position now. A referral code that is already taken raises
-- unique_violation on entries_referral_code, and nothing is written: call again with other codes.
CREATE OR REPLACE PROCEDURE join_signups(p_waitlist uuid, p_signups jsonb, OUT answer jsonb)
LANGUAGE plpgsql AS $$
DECLARE
  signups  new_signup[] := ARRAY(SELECT s FROM jsonb_populate_recordset(NULL::new_signup, p_signups) s);
  signup   new_signup;
  list     record;
  total    integer;  -- entries so far
  room     integer;  -- how many more people fit; NULL: no limit
  place    integer;  -- `position` is reserved
  code     text;
  door     text;     -- for this signup
  friends  integer := 0;  -- who joined by a friend's link, and have no other source
  outcomes jsonb[] := '{}';
BEGIN
  -- The commit below does not wait for the disk, so it frees the lock at once; flush_commits waits after it.
  SET LOCAL synchronous_commit = off;
  -- A plan cached while a table was small must not scan it after it has grown.
  SET LOCAL enable_seqscan = off;
  PERFORM pg_advisory_xact_lock(waitlist_lock_key(p_waitlist));

  SELECT coalesce((SELECT max(e.seq) FROM entries e WHERE e.waitlist_id = w.id), 0) AS total, w.account_id,
         CASE WHEN w.referral_enabled THEN w.referral_boost ELSE 0 END AS boost,
         w.database_id IS NOT NULL AS attached,  -- signups go to a database of the account's own
         EXISTS (SELECT FROM webhooks h WHERE h.waitlist_id = w.id AND h.state = 'active') AS hooked,
         w.capacity, waitlist_door(w.id, w.opens_at, w.closes_at, NULL) AS door, w.languages
  INTO list FROM waitlists w WHERE w.id = p_waitlist;
  IF NOT FOUND THEN
    RETURN;
  END IF;

  total := list.total;
  room := waitlist_room(p_waitlist, list.capacity);
  FOREACH signup IN ARRAY signups LOOP
    code := signup.referral_code;
    place := total + 1;
    door := door_for(signup.admission, list.door, room);
    INSERT INTO entries (waitlist_id, seq, id, email_digest, mailbox_digest, referral_code, referred_by, created_at, language)
    SELECT p_waitlist, place, signup.entry_id, signup.email_digest, signup.mailbox_digest, code,
           (SELECT e.referral_code FROM entries e
            WHERE e.waitlist_id = p_waitlist AND e.referral_code = signup.referrer_code), clock_timestamp(),
           CASE WHEN signup.language = ANY (list.languages) THEN signup.language ELSE list.languages[1] END
    WHERE door = 'open'
    ON CONFLICT (waitlist_id, email_digest) DO NOTHING;
    IF FOUND THEN
      total := place;
      room := room - 1;
      INSERT INTO contacts (waitlist_id, seq, email, name, answers, consents, source, mailed)
      VALUES (p_waitlist, place, signup.email, signup.name, signup.answers, signup.consents, signup.source,
              signup.is_silent IS TRUE);
      IF signup.facets IS NOT NULL THEN
        PERFORM add_facets(p_waitlist, place, signup.facets);
      END IF;
      IF signup.is_silent IS NOT TRUE THEN
        INSERT INTO outbox (kind, turn, waitlist_id, payload)
        VALUES ('confirmation_email', list.account_id, p_waitlist, jsonb_build_object('entryId', signup.entry_id));
      END IF;
      IF list.hooked THEN
        PERFORM record_event(p_waitlist, 'entry.joined', ARRAY[place]);
      END IF;
      IF signup.referrer_code IS NOT NULL THEN
        PERFORM record_referral(p_waitlist, place, e.seq, signup.network, signup.is_disposable, list.boost, list.attached)
        FROM entries e WHERE e.waitlist_id = p_waitlist AND e.referral_code = signup.referrer_code AND e.seq < place;
        IF FOUND AND coalesce(signup.source ->> 'utm_source', signup.source ->> 'referrer_host') IS NULL THEN
          friends := friends + 1;
        END IF;
      END IF;
    ELSE
      -- The email has an entry, or the door is closed. With this id: the signup was sent again. Otherwise both become NULL.
      SELECT e.referral_code, (SELECT q.position FROM queue q WHERE q.waitlist_id = p_waitlist AND q.seq = e.seq)
      INTO code, place FROM entries e WHERE e.waitlist_id = p_waitlist AND e.id = signup.entry_id;
    END IF;
    outcomes := outcomes || CASE
      WHEN place IS NOT NULL THEN jsonb_build_object('status', 'joined', 'position', place, 'referralCode', code)
      WHEN door = 'open' THEN '{"status": "already_joined"}' ELSE jsonb_build_object('status', 'closed', 'door', door) END;
  END LOOP;
  PERFORM count_facets(p_waitlist, ARRAY[facet_id(p_waitlist, 'source', '', 'friend')], friends, 0) WHERE friends > 0;
  PERFORM queue_delivery(p_waitlist) WHERE list.attached;
  COMMIT;
  PERFORM flush_commits();
  answer := to_jsonb(outcomes);
END $$;

-- Counts attempts to join the waitlist with a slug, and joins those within the limits of their networks. CALL it outside a
-- transaction block; an error undoes everything, counts included.
--   p_attempts    an array of SignupAttempt (core/signups/signup-store.ts), in snake_case
--   p_challenged  the service has keys of a bot challenge; a waitlist may have its own. Challenged attempts are counted
--                 apart, and may be ten times as many: a conference may share one address
--   answer        NULL: there is no such waitlist, and nothing was counted
--     waitlist    its AttemptedWaitlist
--     outcomes    the AttemptOutcome of each attempt; null: it went on to join
--     joined      the JoinOutcomes of those that went on to join, in their order
CREATE OR REPLACE PROCEDURE attempt_signups(
  p_slug text, p_attempts jsonb, p_near_max integer, p_wide_max integer, p_window_ms integer, p_challenged boolean,
  OUT answer jsonb)
LANGUAGE plpgsql AS $$
DECLARE
  list       record;
  challenged boolean;
  factor     integer;
  subject    bytea;
  counted    record;
  verdict    rate_verdict;
  waits      integer[];  -- seconds, of each attempt over its limit
  outcomes   jsonb;
  signups    jsonb;
  joined     jsonb;
BEGIN
  SET LOCAL synchronous_commit = off;
  SET LOCAL enable_seqscan = off;
  SELECT w.id, w.allowed_origins, w.confirmation = 'required' AS confirms, w.referral_message, w.share_url,
         waitlist_door(w.id, w.opens_at, w.closes_at, w.capacity) AS door, w.closed_message, w.email_rules, w.questions,
         w.languages, w.translations,
         w.questions <> '[]' AND w.questions @? '$[*] ? (@.ask == "form")' AS asks,
         w.questions <> '[]' AND w.questions @? '$[*] ? (@.required == true)' AS requires,
         CASE WHEN w.turnstile_site_key IS NOT NULL AND w.turnstile_secret IS NOT NULL THEN
           jsonb_build_object('siteKey', w.turnstile_site_key, 'sealedSecret', encode(w.turnstile_secret, 'hex')) END AS own
  INTO list FROM waitlists w WHERE w.slug = p_slug;
  IF NOT FOUND THEN
    RETURN;
  END IF;

  challenged := p_challenged OR list.own IS NOT NULL;
  factor := CASE WHEN challenged THEN 10 ELSE 1 END;
  subject := CASE WHEN challenged THEN 'c'::bytea ELSE 's'::bytea END || uuid_send(list.id);
  -- Every call locks the near networks in one order, then the wide ones, then the waitlist, so calls cannot deadlock.
  -- An attempt over its near limit does not use up the wide one.
  FOR counted IN
    SELECT network, size.max * factor AS max, n
    FROM jsonb_array_elements(p_attempts) WITH ORDINALITY AS a (attempt, n)
    CROSS JOIN (VALUES (1, 'near', p_near_max), (2, 'wide', p_wide_max)) AS size (pass, name, max)
    CROSS JOIN LATERAL (SELECT (attempt -> 'networks' ->> size.name)::bytea) AS of (network)
    WHERE network IS NOT NULL ORDER BY pass, network, n
  LOOP
    CONTINUE WHEN waits[counted.n] IS NOT NULL;
    verdict := take_request(subject || counted.network, counted.max, p_window_ms);
    IF NOT verdict.accepted THEN
      waits[counted.n] := verdict.reset_seconds;
    END IF;
  END LOOP;

  SELECT jsonb_agg(outcome ORDER BY n), jsonb_agg(signup ORDER BY n) FILTER (WHERE outcome IS NULL)
  INTO outcomes, signups
  FROM jsonb_array_elements(p_attempts) WITH ORDINALITY AS a (attempt, n)
  CROSS JOIN LATERAL (SELECT attempt ->> 'origin', attempt ->> 'redirect_origin', nullif(attempt -> 'signup', 'null'))
    AS of (origin, redirect, signup)
  CROSS JOIN LATERAL (SELECT CASE
    WHEN waits[n] IS NOT NULL THEN jsonb_build_object('status', 'refused', 'resetSeconds', waits[n])
    WHEN origin IS NOT NULL AND origin <> ALL (list.allowed_origins) THEN '{"status": "origin_not_allowed"}'
    WHEN redirect IS NOT NULL AND redirect <> ALL (list.allowed_origins) THEN '{"status": "redirect_not_allowed"}'
    WHEN signup IS NOT NULL AND list.door <> 'open' THEN jsonb_build_object('status', 'closed', 'door', list.door)
    WHEN challenged THEN '{"status": "challenged"}'
    WHEN signup IS NULL THEN '{"status": "counted"}'
    -- The previous release sends no has_answers, and asks nothing.
    WHEN list.asks AND ((attempt -> 'has_answers')::boolean OR list.requires AND attempt ? 'has_answers')
      THEN '{"status": "asked"}'
    WHEN list.email_rules IS NOT NULL THEN '{"status": "ruled"}'
    WHEN list.confirms THEN '{"status": "unconfirmed"}' END) AS became (outcome);
  IF signups IS NOT NULL THEN
    CALL join_signups(list.id, signups, joined);
    IF joined IS NULL THEN
      RETURN;
    END IF;
  END IF;
  answer := jsonb_build_object(
    'outcomes', outcomes, 'joined', joined,
    'waitlist', jsonb_build_object('id', list.id, 'referralMessage', list.referral_message, 'shareUrl', list.share_url,
                                   'closedMessage', list.closed_message, 'emailRules', list.email_rules,
                                   'confirms', list.confirms, 'questions', list.questions, 'own', list.own,
                                   'languages', list.languages, 'translations', list.translations));
END $$;
