-- Referrals: whether they count, and what they move (docs/engine.md).

-- Counts the referral of p_friend for the entry p_seq, moves it up p_boost positions (0: only counts), and records the event.
-- Returns how many it moved. Needs the waitlist's lock.
CREATE OR REPLACE FUNCTION credit_referral(
  p_waitlist uuid, p_seq integer, p_friend integer, p_boost integer, p_attached boolean) RETURNS integer
LANGUAGE plpgsql AS $$
DECLARE
  v_gained integer := 0;
BEGIN
  INSERT INTO places AS p (waitlist_id, seq, block, referral_count) VALUES (p_waitlist, p_seq, (p_seq - 1) / 128, 1)
  ON CONFLICT (waitlist_id, seq) DO UPDATE SET referral_count = p.referral_count + 1;
  IF p_boost > 0 THEN
    v_gained := move_entry(p_waitlist, p_seq, -p_boost, p_attached);
  END IF;
  PERFORM record_event(p_waitlist, 'entry.referred', ARRAY[p_seq], p_friend);
  RETURN v_gained;
END $$;

-- The previous release calls it.
CREATE OR REPLACE FUNCTION apply_referral(p_waitlist uuid, p_seq integer, p_boost integer, p_attached boolean)
RETURNS integer
LANGUAGE sql AS $$ SELECT credit_referral(p_waitlist, p_seq, NULL, p_boost, p_attached) $$;

-- How a mailbox that came by a referral is remembered: by a digest of its keyed digest that differs on every waitlist.
CREATE OR REPLACE FUNCTION referral_mailbox(p_waitlist uuid, p_digest bytea) RETURNS bytea
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ SELECT substring(sha256(uuid_send(p_waitlist) || p_digest) FOR 16) $$;

-- Records that the new entry p_seq was referred by p_referrer, and credits it unless there is a reason to hold it (beyond
-- 5). Friends who left count like those who stayed. Needs the waitlist's lock.
CREATE OR REPLACE FUNCTION record_referral(
  p_waitlist uuid, p_seq integer, p_referrer integer, p_network bytea, p_disposable boolean, p_boost integer,
  p_attached boolean) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  v_mailbox bytea;  -- of the friend
  v_reasons text[];
  v_gained  integer := 0;
BEGIN
  SELECT referral_mailbox(p_waitlist, coalesce(e.mailbox_digest, e.email_digest)) INTO v_mailbox
  FROM entries e WHERE e.waitlist_id = p_waitlist AND e.seq = p_seq;
  SELECT array_remove(ARRAY[
    CASE WHEN v_mailbox = referral_mailbox(p_waitlist, coalesce(e.mailbox_digest, e.email_digest))
           OR EXISTS (SELECT FROM referrals r WHERE r.mailbox = v_mailbox) THEN 'same_mailbox' END,
    CASE WHEN p_disposable THEN 'disposable_domain' END,
    -- Three friends from there are a household; the fourth within a day is held.
    CASE WHEN p_network IS NOT NULL AND 3 = (SELECT count(*) FROM (
      SELECT FROM referrals r
      WHERE r.waitlist_id = p_waitlist AND r.referrer_seq = p_referrer AND r.network = p_network
        AND r.created_at > clock_timestamp() - interval '1 day' LIMIT 3) recent) THEN 'same_network' END], NULL)
  INTO v_reasons FROM entries e WHERE e.waitlist_id = p_waitlist AND e.seq = p_referrer;
  IF v_reasons = '{}' THEN
    v_gained := credit_referral(p_waitlist, p_referrer, p_seq, p_boost, p_attached);
  END IF;
  INSERT INTO referrals (waitlist_id, seq, referrer_seq, state, reasons, gained, network, mailbox)
  VALUES (p_waitlist, p_seq, p_referrer, CASE WHEN v_reasons = '{}' THEN 'credited' ELSE 'held' END, v_reasons,
          v_gained, p_network, v_mailbox);
END $$;

-- Undoes credit_referral: the entry p_seq loses p_gained positions, and the referral no longer counts. Needs the waitlist's
-- lock.
CREATE OR REPLACE FUNCTION take_back_referral(p_waitlist uuid, p_seq integer, p_gained integer, p_attached boolean)
RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  UPDATE places p SET referral_count = p.referral_count - 1 WHERE p.waitlist_id = p_waitlist AND p.seq = p_seq;
  PERFORM move_entry(p_waitlist, p_seq, p_gained, p_attached);
END $$;
