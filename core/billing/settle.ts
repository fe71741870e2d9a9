import type { EventVerdict } from './checkout-store.ts';
import type { PaymentEvent } from './payment-event.ts';
import type { SettlementServices } from './services.ts';

/** Applies an event to its checkout. Only this grants what was paid for, and takes it back after a refund. */
export async function settle(
  { checkouts, onApplied }: SettlementServices,
  event: PaymentEvent,
): Promise<EventVerdict> {
  const verdict = await checkouts.apply(event);
  onApplied(event, verdict);
  return verdict;
}
