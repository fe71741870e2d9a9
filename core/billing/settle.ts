import type { EventVerdict } from './checkout-store.ts';
import type { PaymentEvent } from './payment-event.ts';
import type { SettlementServices } from './services.ts';

/** Applies an event to its checkout: the one way in which a payment gives anything, or a refund takes it back. */
export async function settle(
  { checkouts, onApplied }: SettlementServices,
  event: PaymentEvent,
): Promise<EventVerdict> {
  const verdict = await checkouts.apply(event);
  onApplied(event, verdict);
  return verdict;
}
