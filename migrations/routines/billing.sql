-- The open checkout for a thing: the one that is there, if its price and mode are still those and Stripe's page, which
-- lives for a day, lives long enough; else a new one.
CREATE OR REPLACE FUNCTION begin_checkout(
  p_account uuid, p_product text, p_waitlist uuid, p_live boolean, p_amount integer, p_currency text) RETURNS checkouts
LANGUAGE plpgsql AS $$
DECLARE
  v_checkout checkouts;
BEGIN
  -- The seed keeps these locks apart from the others.
  PERFORM pg_advisory_xact_lock(hashtextextended(p_account::text, 22));
  UPDATE checkouts c SET closed_at = now()
  WHERE c.account_id = p_account AND c.product = p_product AND c.waitlist_id IS NOT DISTINCT FROM p_waitlist
    AND c.closed_at IS NULL AND c.paid_at IS NULL AND c.refunded_at IS NULL
    AND (c.live, c.amount_cents, c.currency) IS DISTINCT FROM (p_live, p_amount, p_currency)
     OR c.account_id = p_account AND c.closed_at IS NULL AND c.paid_at IS NULL
    AND c.created_at < now() - interval '22 hours';
  SELECT * INTO v_checkout FROM checkouts c
  WHERE c.account_id = p_account AND c.product = p_product AND c.waitlist_id IS NOT DISTINCT FROM p_waitlist
    AND c.closed_at IS NULL AND c.paid_at IS NULL AND c.refunded_at IS NULL;
  IF NOT FOUND THEN
    INSERT INTO checkouts (account_id, product, waitlist_id, live, amount_cents, currency)
    VALUES (p_account, p_product, p_waitlist, p_live, p_amount, p_currency) RETURNING * INTO v_checkout;
  END IF;
  RETURN v_checkout;
END $$;

-- Locks a checkout and everything of its account that a payment changes, and notes the event; NULL when it was
-- applied before. `verdict` is set where there is nothing to apply it to.
CREATE OR REPLACE FUNCTION take_stripe_event(
  p_event text, p_checkout uuid, p_live boolean, OUT verdict text, OUT checkout checkouts)
LANGUAGE plpgsql AS $$
DECLARE
  v_account uuid;
BEGIN
  DELETE FROM stripe_events e WHERE e.received_at < now() - interval '60 days';
  INSERT INTO stripe_events (id) VALUES (p_event) ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN
    verdict := 'repeated';
    RETURN;
  END IF;
  SELECT c.account_id INTO v_account FROM checkouts c WHERE c.id = p_checkout;
  PERFORM pg_advisory_xact_lock(hashtextextended(v_account::text, 22));
  SELECT * INTO checkout FROM checkouts c WHERE c.id = p_checkout FOR UPDATE;
  IF NOT FOUND THEN
    verdict := 'unknown';
  ELSIF checkout.live <> p_live THEN
    verdict := 'wrong_mode';
  END IF;
END $$;

-- A checkout was paid: gives what it is for. Refuses what is not the payment that was asked for.
CREATE OR REPLACE FUNCTION settle_checkout(
  p_event text, p_checkout uuid, p_live boolean, p_session text, p_payment text, p_amount integer, p_currency text)
RETURNS text
LANGUAGE plpgsql AS $$
DECLARE
  v_taken record;
  v       checkouts;
BEGIN
  SELECT * INTO v_taken FROM take_stripe_event(p_event, p_checkout, p_live);
  IF v_taken.verdict IS NOT NULL THEN
    RETURN v_taken.verdict;
  END IF;
  v := v_taken.checkout;
  -- Not there yet when the payment was quicker than our own note of the page.
  IF v.session_id <> p_session THEN
    RETURN 'wrong_session';
  ELSIF (v.amount_cents, v.currency) IS DISTINCT FROM (p_amount, p_currency) THEN
    RETURN 'wrong_amount';
  ELSIF v.payment_id <> p_payment THEN
    RETURN 'wrong_payment';
  ELSIF v.paid_at IS NOT NULL THEN
    RETURN 'already_paid';
  END IF;
  UPDATE checkouts c SET paid_at = now(), session_id = p_session, payment_id = p_payment WHERE c.id = v.id;
  IF v.refunded_at IS NOT NULL THEN
    RETURN 'refunded_before';
  END IF;
  IF v.product = 'license' THEN
    UPDATE waitlists w SET licensed_at = now()
    WHERE w.id = v.waitlist_id AND w.account_id = v.account_id AND w.licensed_at IS NULL;
  ELSE
    UPDATE accounts a SET plan = 'pro' WHERE a.id = v.account_id AND a.plan <> 'pro';
  END IF;
  IF NOT FOUND THEN
    RETURN 'nothing_to_grant';
  END IF;
  UPDATE checkouts c SET granted = true WHERE c.id = v.id;
  RETURN 'granted';
END $$;

-- The whole payment of a checkout was given back: takes back what it gave, unless another payment stands for it too.
CREATE OR REPLACE FUNCTION refund_checkout(p_event text, p_checkout uuid, p_live boolean, p_payment text) RETURNS text
LANGUAGE plpgsql AS $$
DECLARE
  v_taken record;
  v       checkouts;
BEGIN
  SELECT * INTO v_taken FROM take_stripe_event(p_event, p_checkout, p_live);
  IF v_taken.verdict IS NOT NULL THEN
    RETURN v_taken.verdict;
  END IF;
  v := v_taken.checkout;
  IF v.payment_id <> p_payment THEN
    RETURN 'wrong_payment';
  ELSIF v.refunded_at IS NOT NULL THEN
    RETURN 'already_refunded';
  END IF;
  UPDATE checkouts c SET refunded_at = now(), payment_id = p_payment, granted = false WHERE c.id = v.id;
  IF NOT v.granted THEN
    RETURN 'noted';
  END IF;
  UPDATE checkouts c SET granted = true WHERE c.id = (
    SELECT o.id FROM checkouts o
    WHERE o.account_id = v.account_id AND o.product = v.product AND o.waitlist_id IS NOT DISTINCT FROM v.waitlist_id
      AND o.paid_at IS NOT NULL AND o.refunded_at IS NULL ORDER BY o.paid_at LIMIT 1);
  IF FOUND THEN
    RETURN 'kept';
  END IF;
  IF v.product = 'license' THEN
    UPDATE waitlists w SET licensed_at = NULL WHERE w.id = v.waitlist_id AND w.account_id = v.account_id;
  ELSE
    UPDATE accounts a SET plan = 'free' WHERE a.id = v.account_id;
  END IF;
  RETURN 'taken_back';
END $$;

-- Stripe's page of a checkout ended without a payment.
CREATE OR REPLACE FUNCTION close_checkout(p_event text, p_checkout uuid, p_live boolean, p_session text) RETURNS text
LANGUAGE plpgsql AS $$
DECLARE
  v_taken record;
  v       checkouts;
BEGIN
  SELECT * INTO v_taken FROM take_stripe_event(p_event, p_checkout, p_live);
  IF v_taken.verdict IS NOT NULL THEN
    RETURN v_taken.verdict;
  END IF;
  v := v_taken.checkout;
  IF v.session_id <> p_session THEN
    RETURN 'wrong_session';
  END IF;
  UPDATE checkouts c SET closed_at = coalesce(c.closed_at, now()) WHERE c.id = v.id;
  RETURN 'closed';
END $$;

-- Where the receipt of a payment is shown.
CREATE OR REPLACE FUNCTION note_receipt(p_event text, p_checkout uuid, p_live boolean, p_payment text, p_url text) RETURNS text
LANGUAGE plpgsql AS $$
DECLARE
  v_taken record;
  v       checkouts;
BEGIN
  SELECT * INTO v_taken FROM take_stripe_event(p_event, p_checkout, p_live);
  IF v_taken.verdict IS NOT NULL THEN
    RETURN v_taken.verdict;
  END IF;
  v := v_taken.checkout;
  IF v.payment_id <> p_payment THEN
    RETURN 'wrong_payment';
  END IF;
  UPDATE checkouts c SET receipt_url = p_url WHERE c.id = v.id;
  RETURN 'noted';
END $$;
