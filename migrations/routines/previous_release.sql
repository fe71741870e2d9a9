-- What only the previous release calls, while it is replaced: each routine passes on to the one that took its place. Drop
-- them in the next release, with a migration.

-- Parallel arrays as an array of new_signup; null where there is no id.
CREATE OR REPLACE FUNCTION new_signups_of(
  p_ids uuid[], p_digests bytea[], p_mailboxes bytea[], p_emails text[], p_names text[], p_codes text[],
  p_referrers text[], p_networks bytea[], p_disposable boolean[])
RETURNS jsonb
LANGUAGE sql IMMUTABLE AS $$
  SELECT jsonb_agg(CASE WHEN s.entry_id IS NOT NULL THEN to_jsonb(s) - 'n' END ORDER BY s.n)
  FROM unnest(p_ids, p_digests, p_mailboxes, p_emails, p_names, p_codes, p_referrers, p_networks, p_disposable)
    WITH ORDINALITY AS s (entry_id, email_digest, mailbox_digest, email, name, referral_code, referrer_code, network,
                          is_disposable, n)
$$;

CREATE OR REPLACE PROCEDURE join_one(
  p_waitlist uuid, p_id uuid, p_digest bytea, p_mailbox bytea, p_email text, p_name text, p_code text, p_referrer text,
  p_network bytea, p_disposable boolean, OUT known boolean, OUT place integer, OUT code text)
LANGUAGE plpgsql AS $$
DECLARE
  outcomes jsonb;
BEGIN
  CALL join_signups(p_waitlist, new_signups_of(
    ARRAY[p_id], ARRAY[p_digest], ARRAY[p_mailbox], ARRAY[p_email], ARRAY[p_name], ARRAY[p_code], ARRAY[p_referrer],
    ARRAY[p_network], ARRAY[p_disposable]), outcomes);
  known := outcomes IS NOT NULL;
  place := outcomes -> 0 ->> 'position';
  code := outcomes -> 0 ->> 'referralCode';
END $$;

CREATE OR REPLACE PROCEDURE join_many(
  p_waitlist uuid, p_ids uuid[], p_digests bytea[], p_mailboxes bytea[], p_emails text[], p_names text[],
  p_codes text[], p_referrers text[], p_networks bytea[], p_disposable boolean[],
  OUT known boolean, OUT positions integer[], OUT codes text[])
LANGUAGE plpgsql AS $$
DECLARE
  outcomes jsonb;
BEGIN
  CALL join_signups(p_waitlist, new_signups_of(
    p_ids, p_digests, p_mailboxes, p_emails, p_names, p_codes, p_referrers, p_networks, p_disposable), outcomes);
  known := outcomes IS NOT NULL;
  SELECT array_agg((o ->> 'position')::integer), array_agg(o ->> 'referralCode')
  INTO positions, codes FROM jsonb_array_elements(outcomes) AS o;
END $$;

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
  signups  jsonb := new_signups_of(
    p_ids, p_digests, p_mailboxes, p_emails, p_names, p_codes, p_referrers, p_networks, p_disposable);
  attempts jsonb;
  answer   jsonb;
BEGIN
  SELECT jsonb_agg(jsonb_build_object(
    'networks', jsonb_build_object('near', a.near, 'wide', a.wide), 'origin', a.origin, 'redirect_origin', a.redirect,
    'signup', signups -> (a.n - 1)::integer) ORDER BY a.n) INTO attempts
  FROM unnest(p_near, p_wide, p_origins, p_redirects) WITH ORDINALITY AS a (near, wide, origin, redirect, n);
  CALL attempt_signups(p_slug, attempts, p_near_max, p_wide_max, p_window_ms, p_challenged, answer);
  IF answer IS NULL THEN
    RETURN;
  END IF;
  waitlist := answer -> 'waitlist' ->> 'id';
  message := answer -> 'waitlist' ->> 'referralMessage';
  share_url := answer -> 'waitlist' ->> 'shareUrl';
  confirms := answer -> 'waitlist' ->> 'confirms';
  site_key := answer -> 'waitlist' -> 'own' ->> 'siteKey';
  secret := decode(answer -> 'waitlist' -> 'own' ->> 'sealedSecret', 'hex');
  challenged := answer -> 'outcomes' @> '[{"status": "challenged"}]';
  SELECT w.allowed_origins INTO allowed FROM waitlists w WHERE w.id = waitlist;
  SELECT array_agg(o ->> 'status' IS DISTINCT FROM 'refused'), array_agg((o ->> 'resetSeconds')::integer)
  INTO accepted, reset_seconds FROM jsonb_array_elements(answer -> 'outcomes') AS o;
  SELECT array_agg((o ->> 'position')::integer), array_agg(o ->> 'referralCode')
  INTO positions, codes FROM jsonb_array_elements(nullif(answer -> 'joined', 'null')) AS o;
END $$;

CREATE OR REPLACE FUNCTION add_pending_signup(
  p_waitlist uuid, p_id uuid, p_digest bytea, p_mailbox bytea, p_email text, p_name text, p_referrer text,
  p_network bytea, p_disposable boolean)
RETURNS boolean
LANGUAGE sql AS $$
  SELECT add_pending_signup(p_waitlist, new_signups_of(
    ARRAY[p_id], ARRAY[p_digest], ARRAY[p_mailbox], ARRAY[p_email], ARRAY[p_name], ARRAY[NULL], ARRAY[p_referrer],
    ARRAY[p_network], ARRAY[p_disposable]) -> 0)
$$;

CREATE OR REPLACE PROCEDURE confirm_signup(p_id uuid, p_code text, p_valid interval, OUT entry uuid)
LANGUAGE plpgsql AS $$
DECLARE
  answer jsonb;
BEGIN
  CALL confirm_pending(p_id, p_code, p_valid, answer);
  entry := answer ->> 'entryId';
END $$;

CREATE OR REPLACE FUNCTION count_visits(p_slugs text[]) RETURNS void
LANGUAGE sql AS $$
  SELECT count_visits(p_slugs, array_fill('direct'::text, ARRAY[cardinality(p_slugs)]))
$$;

-- A waitlist's template of confirmations in any language.
CREATE OR REPLACE FUNCTION link_email_template() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM email_template_links l USING email_templates t
  WHERE l.waitlist_id = NEW.id AND t.id = l.template_id AND t.id IS DISTINCT FROM NEW.email_template_id
    AND t.kind = 'confirmation' AND t.language IS NULL;
  INSERT INTO email_template_links (waitlist_id, template_id)
  SELECT NEW.id, t.id FROM email_templates t
  WHERE t.id = NEW.email_template_id AND t.kind = 'confirmation' AND t.language IS NULL
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;
CREATE OR REPLACE TRIGGER email_template_linked AFTER UPDATE OF email_template_id ON waitlists
  FOR EACH ROW WHEN (NEW.email_template_id IS DISTINCT FROM OLD.email_template_id) EXECUTE FUNCTION link_email_template();
