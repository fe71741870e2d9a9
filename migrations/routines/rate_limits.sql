-- Accepts a request of p_subject unless p_max were accepted in the last p_window_ms. Rejected requests are not counted.
-- Exact across any number of servers, because the row is locked before the clock is read. The first byte of a subject is
-- its kind: a key's account (a), a person (p), a signup (s), and so on.
CREATE OR REPLACE FUNCTION take_request(p_subject bytea, p_max integer, p_window_ms integer) RETURNS rate_verdict
LANGUAGE plpgsql AS $$
DECLARE
  v_hits   bigint[];  -- a ring of the times of accepted requests, in milliseconds
  v_next   integer;   -- where the next one goes
  v_size   integer;
  v_now    bigint;
  v_live   integer;   -- how many are within the window
  v_oldest bigint;    -- the first of these
BEGIN
  -- Again if another call inserted the row first, which a sweep may even have deleted since.
  LOOP
    SELECT hits, next INTO v_hits, v_next FROM rate_windows WHERE subject = p_subject FOR UPDATE;
    EXIT WHEN FOUND;
    INSERT INTO rate_windows (subject, hits, next)
    VALUES (p_subject, ARRAY[floor(extract(epoch FROM clock_timestamp()) * 1000) + 1], 1 % p_max + 1)
    ON CONFLICT DO NOTHING;
    IF FOUND THEN
      RETURN (true, p_max - 1, ceil(p_window_ms / 1000.0)::integer);
    END IF;
  END LOOP;
  v_now := floor(extract(epoch FROM clock_timestamp()) * 1000);
  v_size := cardinality(v_hits);

  -- The limit has changed: rebuild the ring from the latest times, in order.
  IF v_size > p_max OR (v_size < p_max AND v_next <> v_size + 1) THEN
    SELECT array_agg(hit ORDER BY hit) INTO v_hits FROM
      (SELECT hit FROM unnest(v_hits) AS hit ORDER BY hit DESC LIMIT p_max) AS latest;
    v_size := cardinality(v_hits);
    v_next := CASE WHEN v_size = p_max THEN 1 ELSE v_size + 1 END;
  END IF;

  -- Times more than a window ahead come from a clock that was set back since.
  SELECT count(*), min(hit) INTO v_live, v_oldest FROM unnest(v_hits) AS hit
  WHERE hit > v_now - p_window_ms AND hit <= v_now + p_window_ms;
  IF v_live >= p_max THEN
    RETURN (false, 0, greatest(1, ceil((v_oldest + p_window_ms - v_now) / 1000.0))::integer);
  END IF;

  -- Rounded up where the clock was rounded down, so that a window is never a fraction too short.
  v_hits[v_next] := v_now + 1;
  UPDATE rate_windows SET hits = v_hits, next = v_next % p_max + 1 WHERE subject = p_subject;
  RETURN (true, p_max - v_live - 1,
          greatest(1, ceil((coalesce(v_oldest, v_now) + p_window_ms - v_now) / 1000.0))::integer);
END $$;
