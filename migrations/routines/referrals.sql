-- Referrals: whether they count, and what they move (docs/engine.md).

-- Counts a referral for the entry p_seq, moves it up p_boost positions (0: only counts), and records the event. Returns how
-- many it moved. Needs the waitlist's lock.
CREATE OR REPLACE FUNCTION apply_referral(p_waitlist uuid, p_seq integer, p_boost integer, p_attached boolean)
RETURNS integer
LANGUAGE plpgsql AS $$
DECLARE
  v_gained integer := 0;
BEGIN
  INSERT INTO places AS p (waitlist_id, seq, block, referral_count) VALUES (p_waitlist, p_seq, (p_seq - 1) / 128, 1)
  ON CONFLICT (waitlist_id, seq) DO UPDATE SET referral_count = p.referral_count + 1;
  IF p_boost > 0 THEN
    v_gained := move_entry(p_waitlist, p_seq, -p_boost, p_attached);
  END IF;
  PERFORM record_event(p_waitlist, 'entry.referred', ARRAY[p_seq]);
  RETURN v_gained;
END $$;

-- Records that the new entry p_seq was referred by p_referrer, and credits it unless there is a reason to hold it (beyond
-- 5). Needs the waitlist's lock.
CREATE OR REPLACE FUNCTION record_referral(
  p_waitlist uuid, p_seq integer, p_referrer integer, p_network bytea, p_disposable boolean, p_boost integer,
  p_attached boolean) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  v_reasons text[];
  v_gained  integer := 0;
BEGIN
  SELECT array_remove(ARRAY[
    CASE WHEN coalesce(friend.mailbox_digest, friend.email_digest)
              = coalesce(referrer.mailbox_digest, referrer.email_digest) THEN 'same_mailbox' END,
    CASE WHEN p_disposable THEN 'disposable_domain' END,
    -- Three friends from there are a household; the fourth within a day is held.
    CASE WHEN p_network IS NOT NULL AND 3 = (SELECT count(*) FROM (
      SELECT FROM referrals r
      WHERE r.waitlist_id = p_waitlist AND r.referrer_seq = p_referrer AND r.network = p_network
        AND r.created_at > clock_timestamp() - interval '1 day' LIMIT 3) recent) THEN 'same_network' END], NULL)
  INTO v_reasons
  FROM entries friend JOIN entries referrer ON referrer.waitlist_id = friend.waitlist_id AND referrer.seq = p_referrer
  WHERE friend.waitlist_id = p_waitlist AND friend.seq = p_seq;
  IF v_reasons = '{}' THEN
    v_gained := apply_referral(p_waitlist, p_referrer, p_boost, p_attached);
  END IF;
  INSERT INTO referrals (waitlist_id, seq, referrer_seq, state, reasons, gained, network)
  VALUES (p_waitlist, p_seq, p_referrer, CASE WHEN v_reasons = '{}' THEN 'credited' ELSE 'held' END, v_reasons,
          v_gained, p_network);
END $$;

-- Undoes apply_referral: the entry p_seq loses p_gained positions, and the referral no longer counts. Needs the waitlist's
-- lock.
CREATE OR REPLACE FUNCTION take_back_referral(p_waitlist uuid, p_seq integer, p_gained integer, p_attached boolean)
RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  UPDATE places p SET referral_count = p.referral_count - 1 WHERE p.waitlist_id = p_waitlist AND p.seq = p_seq;
  PERFORM move_entry(p_waitlist, p_seq, p_gained, p_attached);
END $$;
