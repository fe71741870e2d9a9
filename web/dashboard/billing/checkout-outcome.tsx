import { Alert, Loader } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Check, CircleAlert } from '../design/icons.ts';

const POLL_MS = 2_000;

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
  const isWaiting = outcome === 'paid' && !isDone;
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setInterval(() => void queries.invalidateQueries(), POLL_MS);
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
      color={isDone ? 'green' : 'yellow'}
      variant="light"
      icon={isDone ? <Check size={18} /> : <Loader size={18} />}
      title={isDone ? 'Paid. Thank you.' : 'Waiting for the payment to be confirmed'}
    >
      {isDone ? 'It is yours from now on.' : 'This takes a few seconds; the page follows by itself.'}
    </Alert>
  );
}
