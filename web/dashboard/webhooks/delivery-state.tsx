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

const TROUBLES: Readonly<Record<Exclude<NonNullable<Delivery['error']>, 'status'>, string>> = {
  timeout: 'No answer within 15 seconds',
  dns: 'The host name was not found',
  tls: 'The server has no valid TLS certificate',
  refused: 'Nothing answers there, or the address is not public',
};

/** Why the last attempt failed, in plain words. */
export const describeError = ({ error, responseStatus }: Delivery): string | null =>
  error === 'status' ? `The server answered ${responseStatus}` : error && TROUBLES[error];

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
