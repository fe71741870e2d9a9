-- A visitor's attempt to join is counted and made in one round trip.

-- A holder's own bot challenge; it holds only when both are there. The secret is sealed for the waitlist.
ALTER TABLE waitlists
  ADD COLUMN turnstile_site_key text,
  ADD COLUMN turnstile_secret bytea;

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
