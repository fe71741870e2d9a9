import { Badge } from '@mantine/core';
import { formatAgo } from '../components/format.ts';
import type { Delivery } from './queries.ts';

/** A delivery's state in a word. A pending one that was tried already waits for its next attempt. */
function describe({ state, attempts }: Delivery): { label: string; color: string } {
  if (state === 'delivered') return { label: 'Delivered', color: 'teal' };
  if (state === 'failed') return { label: 'Failed', color: 'red' };
  return attempts === 0 ? { label: 'Sending', color: 'gray' } : { label: 'Retrying', color: 'yellow' };
}

/** How the server answered the last attempt: "200", "No answer"; null before the first. */
const describeAnswer = ({ attempts, responseStatus }: Delivery): string | null =>
  attempts === 0 ? null : (responseStatus?.toString() ?? 'No answer');

/** "in 5 minutes"; null if there is no other attempt. */
export const describeNext = ({ nextAttemptAt }: Delivery): string | null =>
  nextAttemptAt && (Date.parse(nextAttemptAt) <= Date.now() ? 'now' : formatAgo(nextAttemptAt));

export function DeliveryState({ delivery }: { readonly delivery: Delivery }) {
  const { label, color } = describe(delivery);
  return (
    <span className="delivery-state">
      <Badge color={color}>{label}</Badge>
      <span className="quiet">{describeAnswer(delivery)}</span>
    </span>
  );
}
