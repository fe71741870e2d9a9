import { Alert, Loader } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Check, CircleAlert } from '../design/icons.ts';

const POLL_MS = 3_000;
/** A bank may take days; what the account may ask of the service in a minute is for more than this page. */
const POLLS = 20;

const LATE = 'It is not confirmed yet. A bank may take days: look again later, and do not pay twice.';

export type Outcome = 'paid' | 'cancelled' | undefined;

/** What came of a checkout. What was paid is told to the service by another way, and may take a moment. */
export function CheckoutOutcome({
  outcome,
  isDone,
}: {
  readonly outcome: Outcome;
  readonly isDone: boolean;
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

  if (outcome === 'cancelled')
    return (
      <Alert mb="md" color="gray" variant="light" icon={<CircleAlert size={18} />} title="Not paid">
        The payment was cancelled. Nothing was charged.
      </Alert>
    );
  if (outcome !== 'paid') return null;
  return (
    <Alert
      mb="md"
      role="status"
      color={isDone ? 'teal' : 'yellow'}
      variant="light"
      icon={isDone ? <Check size={18} /> : isLate ? <CircleAlert size={18} /> : <Loader size={18} />}
      title={isDone ? 'Paid. Thank you.' : 'Waiting for the payment to be confirmed'}
    >
      {isDone
        ? 'It is yours from now on.'
        : isLate
          ? LATE
          : 'This takes a few seconds; the page follows by itself.'}
    </Alert>
  );
}
