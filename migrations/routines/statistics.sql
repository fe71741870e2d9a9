-- Statistics of a waitlist, at a cost that hardly grows with it. Entries are in the order they were made, so the first of
-- a day is found by bisection: 20 lookups among a million. If the clock is set back, entries made in those seconds may
-- count for the next or previous day, but never for two days or none.
--
-- enable_seqscan is off because a plan that was cached while a table was small must not scan it once it has grown.

-- The first entry from p_low to p_high that was made at p_at or later; p_high + 1 if there is none.
CREATE OR REPLACE FUNCTION first_seq_since(p_waitlist uuid, p_at timestamptz, p_low integer, p_high integer) RETURNS integer
LANGUAGE plpgsql STABLE AS $$
DECLARE
  low    integer := p_low;
  high   integer := p_high + 1;
  middle integer;
BEGIN
  WHILE low < high LOOP
    middle := low + (high - low) / 2;
    IF (SELECT e.created_at FROM entries e WHERE e.waitlist_id = p_waitlist AND e.seq = middle) < p_at THEN
      low := middle + 1;
    ELSE
      high := middle;
    END IF;
  END LOOP;
  RETURN low;
END $$;

-- Counts the listed entries from p_first to p_last.
CREATE OR REPLACE FUNCTION listed_between(p_waitlist uuid, p_first integer, p_last integer) RETURNS integer
LANGUAGE sql STABLE AS $$
  SELECT (greatest(p_last - p_first + 1, 0) - coalesce(
    (SELECT sum(least(h.last_seq, p_last) - greatest(h.first_seq, p_first) + 1) FROM hidden_ranges h
     WHERE h.waitlist_id = p_waitlist AND h.first_seq <= p_last AND h.last_seq >= p_first), 0))::integer
$$;

-- Counts all listed entries, and those of today (UTC).
CREATE OR REPLACE FUNCTION count_entries(p_waitlist uuid, OUT total integer, OUT today integer)
LANGUAGE plpgsql STABLE SET enable_seqscan = off AS $$
DECLARE
  last integer := coalesce((SELECT max(e.seq) FROM entries e WHERE e.waitlist_id = p_waitlist), 0);
BEGIN
  total := listed_between(p_waitlist, 1, last);
  today := listed_between(
    p_waitlist, first_seq_since(p_waitlist, date_trunc('day', now(), 'UTC'), 1, last), last);
END $$;

-- Counts the listed entries by status, from the numbers of the batches. Only people whose data is in a database that was
-- detached are looked up.
CREATE OR REPLACE FUNCTION count_statuses(p_waitlist uuid, OUT waiting integer, OUT invited integer, OUT accepted integer)
LANGUAGE plpgsql STABLE SET enable_seqscan = off AS $$
DECLARE
  hidden_invited  integer;
  hidden_accepted integer;
BEGIN
  SELECT count(*) FILTER (WHERE i.state = 'invited'), count(*) FILTER (WHERE i.state = 'accepted')
  INTO hidden_invited, hidden_accepted
  FROM delivered_ranges r JOIN waitlists w ON w.id = r.waitlist_id
  JOIN invitations i ON i.waitlist_id = r.waitlist_id AND i.seq BETWEEN r.first_seq AND r.last_seq
  WHERE r.waitlist_id = p_waitlist AND r.attachment_id IS DISTINCT FROM w.database_id;
  SELECT coalesce(sum(b.invited - b.accepted - b.ended), 0) - hidden_invited, coalesce(sum(b.accepted), 0) - hidden_accepted
  INTO invited, accepted FROM invitation_batches b WHERE b.waitlist_id = p_waitlist;
  waiting := listed_between(p_waitlist, 1, coalesce(
    (SELECT max(e.seq) FROM entries e WHERE e.waitlist_id = p_waitlist), 0)) - invited - accepted;
END $$;

-- Counts the listed entries of each of the last p_days days (UTC), including today.
CREATE OR REPLACE FUNCTION count_days(p_waitlist uuid, p_days integer) RETURNS TABLE (day date, signups integer)
LANGUAGE plpgsql STABLE SET enable_seqscan = off AS $$
DECLARE
  last  integer := coalesce((SELECT max(e.seq) FROM entries e WHERE e.waitlist_id = p_waitlist), 0);
  today date := (now() AT TIME ZONE 'UTC')::date;
  first integer;
  next  integer;
BEGIN
  first := first_seq_since(p_waitlist, (today - p_days + 1)::timestamp AT TIME ZONE 'UTC', 1, last);
  FOR ago IN REVERSE p_days - 1 .. 0 LOOP
    day := today - ago;
    next := CASE WHEN ago = 0 THEN last + 1
                 ELSE first_seq_since(p_waitlist, (day + 1)::timestamp AT TIME ZONE 'UTC', first, last) END;
    signups := listed_between(p_waitlist, first, next - 1);
    first := next;
    RETURN NEXT;
  END LOOP;
END $$;

-- The seqs of the 50 entries with the most referrals. On waitlists of more than 10,000 entries they are cached, for a
-- time that grows with the waitlist.
CREATE OR REPLACE FUNCTION find_top_referrers(p_waitlist uuid) RETURNS integer[]
LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
  last integer := coalesce((SELECT max(e.seq) FROM entries e WHERE e.waitlist_id = p_waitlist), 0);
  found_seqs integer[];
BEGIN
  IF last > 10000 THEN
    -- One call scans; the others wait for its result. The seed keeps these locks apart from those of other kinds.
    PERFORM pg_advisory_xact_lock(hashtextextended(p_waitlist::text, 20));
    SELECT t.seqs INTO found_seqs FROM top_referrers t
    WHERE t.waitlist_id = p_waitlist AND t.valid_until > clock_timestamp();
    IF FOUND THEN
      RETURN found_seqs;
    END IF;
  END IF;
  SELECT coalesce(array_agg(t.seq ORDER BY t.referral_count DESC, t.seq), '{}') INTO found_seqs FROM (
    SELECT p.seq, p.referral_count FROM places p
    WHERE p.waitlist_id = p_waitlist AND p.referral_count > 0
    ORDER BY p.referral_count DESC, p.seq LIMIT 50) t;
  IF last > 10000 THEN
    INSERT INTO top_referrers (waitlist_id, seqs, valid_until)
    SELECT w.id, found_seqs, clock_timestamp() + make_interval(secs => last / 30000.0)
    FROM waitlists w WHERE w.id = p_waitlist
    ON CONFLICT (waitlist_id) DO UPDATE SET seqs = excluded.seqs, valid_until = excluded.valid_until;
  END IF;
  RETURN found_seqs;
END $$;
