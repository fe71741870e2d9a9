import { Alert, Loader } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Check, CircleAlert } from '../design/icons.ts';

const POLL_MS = 3_000;
/** A bank may take days, and polling uses up the account's rate limit. */
const POLLS = 20;

export type Outcome = 'paid' | 'canceled' | undefined;

/** The result of a checkout. Payments are confirmed by webhook, which may take a moment. */
export function CheckoutOutcome({
  outcome,
  isDone,
  active,
}: {
  readonly outcome: Outcome;
  readonly isDone: boolean;
  /** Says what the payment activated. */
  readonly active: string;
}) {
  const queries = useQueryClient();
  const [polls, setPolls] = useState(0);
  const isLate = polls >= POLLS;
  const isWaiting = outcome === 'paid' && !isDone && !isLate;
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(() => {
      setPolls(before => before + 1);
      void queries.invalidateQueries();
    }, POLL_MS);
    return () => clearInterval(timer);
  }, [isWaiting, queries]);

  if (outcome === 'canceled')
    return (
      <Alert mb="md" color="gray" icon={<CircleAlert size={18} />} title="Payment canceled">
        You weren’t charged.
      </Alert>
    );
  if (outcome !== 'paid') return null;
  return (
    <Alert
      mb="md"
      role="status"
      color={isDone ? 'teal' : 'yellow'}
      icon={isDone ? <Check size={18} /> : isLate ? <CircleAlert size={18} /> : <Loader size={18} />}
      title={isDone ? 'Payment received. Thank you!' : 'Confirming your payment'}
    >
      {isDone
        ? active
        : isLate
          ? 'Still waiting for your bank, which can take a few days. Check back later, and don’t pay again.'
          : 'This takes a few seconds. The page updates automatically.'}
    </Alert>
  );
}
