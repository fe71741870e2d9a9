-- Webhooks. Every routine needs the waitlist's lock, so that an event is recorded in the order of the waitlist, and the job
-- that sends it never ends unseen.

-- Writes the job of each of these webhooks unless it has one. One that waits for a later attempt, and so has not been
-- claimed, is due now. Looks before it writes: a conflict with a job would wait for the worker that is updating it.
CREATE OR REPLACE FUNCTION queue_webhooks(p_waitlist uuid, p_webhooks uuid[]) RETURNS void
LANGUAGE sql AS $$
  UPDATE outbox o SET available_at = clock_timestamp()
  WHERE o.kind = 'webhook' AND o.payload ->> 'webhookId' = ANY (p_webhooks::text[])
    AND o.attempts = 0 AND o.available_at > clock_timestamp();
  INSERT INTO outbox (kind, turn, waitlist_id, payload)
  SELECT 'webhook', w.account_id, w.id, jsonb_build_object('webhookId', h.id)
  FROM waitlists w CROSS JOIN unnest(p_webhooks) AS h (id)
  WHERE w.id = p_waitlist AND NOT EXISTS (
    SELECT FROM outbox o WHERE o.kind = 'webhook' AND o.payload ->> 'webhookId' = h.id::text)
$$;

-- Records an event of these entries for each active webhook that wants its type, with the entries as they are now, and the
-- friend who joined by their referral.
CREATE OR REPLACE FUNCTION record_event(p_waitlist uuid, p_type text, p_seqs integer[], p_friend integer) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE
  v_webhooks uuid[] := ARRAY(SELECT h.id FROM webhooks h WHERE h.waitlist_id = p_waitlist AND h.state = 'active'
                             AND p_type = ANY (h.events));
BEGIN
  IF v_webhooks = '{}' OR p_seqs = '{}' THEN
    RETURN;
  END IF;
  INSERT INTO webhook_deliveries (webhook_id, waitlist_id, type, seq, friend_seq, position, referral_count, status)
  SELECT h.id, p_waitlist, p_type, q.seq, p_friend, q.position, q.referral_count, q.status
  FROM unnest(p_seqs) WITH ORDINALITY AS s (seq, n)
  CROSS JOIN LATERAL (
    SELECT queue.seq, queue.position, queue.referral_count, queue.status FROM queue
    WHERE queue.waitlist_id = p_waitlist AND queue.seq = s.seq LIMIT 1
  ) q CROSS JOIN unnest(v_webhooks) AS h (id) ORDER BY s.n;
  PERFORM queue_webhooks(p_waitlist, v_webhooks);
END $$;

-- An event that no friend belongs to.
CREATE OR REPLACE FUNCTION record_event(p_waitlist uuid, p_type text, p_seqs integer[]) RETURNS void
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM record_event(p_waitlist, p_type, p_seqs, NULL);
END $$;

-- Removes what was recorded about a person who is erased, and records that they are: only their id.
CREATE OR REPLACE FUNCTION record_erasure(p_waitlist uuid, p_seq integer, p_entry uuid) RETURNS void
LANGUAGE sql AS $$
  DELETE FROM webhook_deliveries d WHERE d.waitlist_id = p_waitlist AND d.seq = p_seq;
  WITH recorded AS (
    INSERT INTO webhook_deliveries (webhook_id, waitlist_id, type, entry_id)
    SELECT h.id, p_waitlist, 'entry.erased', p_entry FROM webhooks h
    WHERE h.waitlist_id = p_waitlist AND h.state = 'active' AND 'entry.erased' = ANY (h.events)
    RETURNING webhook_id
  )
  SELECT queue_webhooks(p_waitlist, ARRAY(SELECT webhook_id FROM recorded))
$$;

-- Fails what is pending for a webhook that was disabled; it can be replayed.
CREATE OR REPLACE FUNCTION fail_pending(p_webhook uuid) RETURNS void
LANGUAGE sql AS $$
  UPDATE webhook_deliveries d SET state = 'failed', next_attempt_at = NULL
  WHERE d.webhook_id = p_webhook AND d.state = 'pending'
$$;

-- Ends a job whose claim still holds, or replaces it with one that is due at the next attempt. Returns when that is; NULL:
-- nothing is left. A new row, so that the count of its claims starts again and an old claim never matches.
CREATE OR REPLACE FUNCTION finish_webhook(p_waitlist uuid, p_webhook uuid, p_job bigint, p_attempts integer)
RETURNS timestamptz
LANGUAGE plpgsql AS $$
DECLARE
  v_next timestamptz;
  v_turn uuid;
BEGIN
  PERFORM pg_advisory_xact_lock(waitlist_lock_key(p_waitlist));
  SELECT min(d.next_attempt_at) INTO v_next FROM webhook_deliveries d
  WHERE d.webhook_id = p_webhook AND d.state = 'pending';
  DELETE FROM outbox o WHERE o.id = p_job AND o.attempts = p_attempts RETURNING o.turn INTO v_turn;
  IF FOUND AND v_next IS NOT NULL THEN
    INSERT INTO outbox (kind, turn, waitlist_id, payload, available_at)
    VALUES ('webhook', v_turn, p_waitlist, jsonb_build_object('webhookId', p_webhook),
            -- After the jobs that are due already: a long queue does not come first again.
            greatest(v_next, clock_timestamp()));
  END IF;
  RETURN v_next;
END $$;
